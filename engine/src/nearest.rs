//! The word that was probably meant.

/// Longer words than this are not compared.
const LONGEST: usize = 32;

/// The candidate closest to a mistyped word, if any is close enough to be a likely guess.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(distance) = edit_distance(word, candidate) else { continue };
        if distance <= candidate.len().max(word.len()) / 3 + 1
            && distance < candidate.len()
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other, in bytes and
/// without regard to case; nothing for very long words.
fn edit_distance(from: &str, to: &str) -> Option<usize> {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    if from.len() > LONGEST || to.len() > LONGEST {
        return None;
    }
    let mut rows = [[0usize; LONGEST + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    let same = |i: usize, j: usize| from[i].eq_ignore_ascii_case(&to[j]);
    for i in 1..=from.len() {
        let (before, last) = (rows[(i + 1) % 3], rows[(i + 2) % 3]);
        let row = &mut rows[i % 3];
        row[0] = i;
        for j in 1..=to.len() {
            let replaced = last[j - 1] + usize::from(!same(i - 1, j - 1));
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1) {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
    }
    Some(rows[from.len() % 3][to.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, distance) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "abc", 3),
            ("rims", "rims", 0),
            ("rism", "rims", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(edit_distance(from, to), Some(distance), "{from} {to}");
        }
    }

    #[test]
    fn guesses_are_plausible_or_none() {
        let games = ["dice-poker", "pirate-poker", "graph-poker", "rims", "domino-poker"];
        assert_eq!(nearest("dicepoker", games), Some("dice-poker"));
        assert_eq!(nearest("RISM", games), Some("rims"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("", games), None);
        assert_eq!(nearest(&"x".repeat(1000), games), None);
    }
}
