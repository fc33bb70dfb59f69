//! Many games: a tournament, a series of an experiment and a solved game.

use kosti_arena::Tournament;
use kosti_bots::habit::HabitGame;
use kosti_engine::{AnyRules, DicePoker, Game, Rims, Rules};
use kosti_lab::findings::Lens;
use kosti_lab::{Judged, Lab, LabBudget, Series};
use kosti_solver::Solution;

use crate::games::digest;

/// What they come to.
pub(crate) fn lines() -> Vec<String> {
    vec![tournament(), series(), solution()]
}

fn tournament() -> String {
    let rules = AnyRules::parse("rims:players=2").expect("rules");
    let tournament = Tournament::new(rules).enter_spec("greedy").and_then(|it| it.enter_spec("random"));
    let mut result = tournament.expect("two bots").games(200).seed(7).threads(1).run().expect("a tournament");
    let shares: Vec<String> =
        result.ranked().iter().map(|row| format!("{} {:?}", row.entrant, row.share.map(|it| it.to_string()))).collect();
    // The time is another one each time.
    result.clock = None;
    let files = result.files().expect("tables");
    // Other files name the version.
    let tables = files.iter().filter(|(name, _)| name.ends_with(".csv"));
    let bytes: Vec<u8> = tables.flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    format!("tournament: {}; {} files {:08x}", shares.join(", "), files.len(), digest(&bytes))
}

fn series() -> String {
    let series = Series {
        part: "2 players",
        lens: Lens::Gain,
        game: &Rims::new(Rules::parse("players=2").expect("rules")),
        base: "greedy",
        habit: &|| Rims::habit("lead-highest").expect("a habit"),
        blocks: 100,
        judged: Judged::Share(0.01),
    };
    let findings = series.play(&Lab::alone("X1", 7, LabBudget::Quick)).expect("a series");
    let told: Vec<String> = findings.iter().map(|finding| format!("{} {:.6}", finding.part, finding.value)).collect();
    format!("series: {}", told.join(", "))
}

fn solution() -> String {
    let game = DicePoker::new(Rules::parse("").expect("default rules"));
    let solution = Solution::shared(&game);
    let deviation = solution.distribution().score.sd();
    format!("solution: {:.3} in {} states, deviation {deviation:.3}", solution.mean(), solution.states())
}
