use kosti_engine::sheet::{DicePokerRules, PiratePokerRules, YahtzeeRules};
use kosti_engine::{Dice, Game};

use super::*;

/// The rest of a game by its sums and by its spread, for all sheets that can follow: both must tell the same moments.
fn agree<S: Scoresheet>(rules: &str, sheet: &str) {
    let game: SheetGame<S> = Game::new(S::parse(rules).unwrap());
    let sheet = game.parse_sheet(sheet).unwrap_or_else(|error| panic!("{error}"));
    let solution = Solution::from_sheet(&game, &sheet);
    let mut outlook = Outlook::within(&solution);
    let mut sheets = vec![sheet];
    for dice in Dice::all().step_by(17) {
        let mut after = sheet;
        while let Some(row) =
            game.choices(&after, dice).iter::<S::Row>().next().filter(|_| !game.open(&after).is_empty())
        {
            game.fill(&mut after, dice, kosti_engine::sheet::Roll::Later, row);
            sheets.push(after);
        }
    }
    for sheet in sheets {
        let outline = outlook.space().outline(&sheet);
        let sums = outlook.sums(outline, sheet.upper());
        let spread = outlook.spreads.of(&outlook.solved.table, outline, sheet.upper());
        let (mean, sd) = (sums.mean(), sums.sd());
        assert!((sums.total() - 1.0).abs() < 1e-9);
        assert!((mean - spread.mean).abs() < 1e-3, "{rules}: {mean}, {spread:?}");
        assert!((sd - spread.sd).abs() < 1e-3 * (1.0 + sd), "{rules}: {sd}, {spread:?}");
        let third: f64 = sums.iter().map(|(sum, chance)| chance * (f64::from(sum) - mean).powi(3)).sum();
        if sd > 1.0 {
            assert!((third / sd.powi(3) - spread.skewness).abs() < 1e-2, "{rules}: {third}, {spread:?}");
        }
        if game.open(&sheet).is_empty() {
            assert_eq!(sums.chance(game.total(&sheet) - sheet.upper() - sheet.lower()), 1.0);
        }
    }
}

#[test]
fn sums_and_spreads_tell_the_same_of_the_last_turns() {
    let lower = "pair=24,three=30,two-pairs=36,full=0,small-road=30,big-road=0,sum=19";
    agree::<DicePokerRules>("", &format!("school-2=2,school-3=0,school-4=0,school-6=0,four=0,{lower}"));
    agree::<DicePokerRules>(
        "penalty=each,school=count",
        &format!("school-1=-10,school-3=0,school-4=0,school-6=0,{lower}"),
    );
    agree::<PiratePokerRules>(
        "",
        "must-1=0,must-2=0,must-3=-3,must-4=4,must-5=0,must-6=-6,pair=24,three=0,straight-1=15,garbage=22",
    );
    agree::<YahtzeeRules>(
        "",
        "ones=3,twos=6,threes=9,fours=12,fives=10,three=18,four=24,small-straight=30,yahtzee=50,chance=20",
    );
}
