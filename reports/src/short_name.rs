//! Names cut short so that they can still be told apart.

use crate::width::width;

/// The sign for the part of a name that is left out.
const CUT: char = '…';

/// Names that are not wider than this, cut in their middle if they must be; nothing if two different ones would look alike.
pub(crate) fn short_names(names: &[&str], widest: usize) -> Option<Vec<String>> {
    let room = widest.checked_sub(1)?;
    // What differs is mostly at the end, or not far from the beginning.
    let best = room * 3 / 5;
    let mut heads: Vec<usize> = (0..=room).collect();
    heads.sort_by_key(|head| head.abs_diff(best));
    heads.into_iter().find_map(|head| {
        let short: Vec<String> = names.iter().map(|name| shortened(name, widest, head)).collect();
        let alike = |one: usize, other: usize| short[one] == short[other] && names[one] != names[other];
        let clash = (0..names.len()).any(|one| (0..one).any(|other| alike(one, other)));
        (!clash).then_some(short)
    })
}

/// A name of which this much of the beginning is left, and as much of the end as there is room for.
fn shortened(name: &str, widest: usize, head: usize) -> String {
    if width(name) <= widest {
        return name.into();
    }
    let mut short = String::new();
    for letter in name.chars() {
        short.push(letter);
        if width(&short) > head {
            short.pop();
            break;
        }
    }
    short.push(CUT);
    let room = widest - width(&short);
    let fits = |place: &usize| width(&name[*place..]) <= room;
    let tail = name.char_indices().map(|(place, _)| place).find(fits).unwrap_or(name.len());
    short + &name[tail..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_differ_where_the_names_do() {
        let names = ["mc:rollouts=100,policy=greedy,depth=2", "mc:rollouts=200,policy=greedy,depth=2", "greedy"];
        let short = short_names(&names, 16).unwrap();
        assert_eq!(short[2], "greedy");
        assert!(short.iter().all(|name| width(name) <= 16) && short[0] != short[1], "{short:?}");
        let ends = ["mc:rollouts=100,policy=greedy,depth=2", "mc:rollouts=100,policy=greedy,depth=3"];
        assert_eq!(
            short_names(&ends, 16).unwrap(),
            ["mc:rollou…depth=2", "mc:rollou…depth=3"].map(|name| name.replace("depth", "epth"))
        );
        assert_eq!(short_names(&["same long name", "same long name"], 6).unwrap(), ["sam…me"; 2]);
    }

    #[test]
    fn names_that_cannot_be_told_apart_are_not_cut() {
        let middle = ["aaaaaaaaaaaa1aaaaaaaaaaaa", "aaaaaaaaaaaa2aaaaaaaaaaaa"];
        assert_eq!(short_names(&middle, 8), None);
        assert_eq!(short_names(&["abc"], 0), None);
        assert_eq!(short_names(&["骰子骰子"], 4).unwrap(), ["…子"]);
    }
}
