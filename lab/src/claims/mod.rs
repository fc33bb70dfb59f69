//! The claims of the documents of the games, each with its experiment.

mod best_keep;
mod by_table;
mod dice_crossed_rows;
mod dice_first_roll;
mod dice_games;
mod dice_luck;
mod dice_parts;
mod dice_positions;
mod dice_rolling_on;
mod dice_school;
mod domino_poker;
mod easiest_to_plan;
mod finished_by_others;
mod flushes;
mod graph_games;
mod graph_poker;
mod graph_tables;
mod habits;
mod leading_first;
mod number_of_players;
mod pirate_poker;
mod plans;
mod rims;
mod school_ignored;
mod school_points;
mod scores;

use crate::experiment::Experiment;

/// All experiments, by game and number.
pub fn all() -> Vec<&'static Experiment> {
    let school = [dice_school::ALL, dice_positions::ALL, dice_luck::ALL];
    let rows = [dice_first_roll::ALL, dice_crossed_rows::ALL, dice_rolling_on::ALL];
    let lists = school.into_iter().chain(rows).chain([
        pirate_poker::ALL,
        graph_poker::ALL,
        rims::ALL,
        domino_poker::ALL,
        scores::ALL,
    ]);
    let mut all: Vec<&'static Experiment> = lists.flatten().collect();
    all.sort_by_key(|experiment| (order(experiment.game), experiment.id));
    all
}

/// Games in the order of the documents.
fn order(game: &str) -> usize {
    const GAMES: [&str; 5] = ["dice-poker", "pirate-poker", "graph-poker", "rims", "domino-poker"];
    GAMES.iter().position(|name| *name == game).unwrap_or(GAMES.len())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use kosti_reports::findings::{Claim, Finding, Findings};

    use super::*;

    /// The published figures lead to what was published about them.
    #[test]
    fn published_findings_lead_to_their_conclusions() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results"));
        let published = Findings::read(folder).unwrap();
        assert_eq!(published.claims.len(), all().len());
        for (experiment, claim) in all().into_iter().zip(&published.claims) {
            let own: Vec<Finding> = published.findings.iter().filter(|it| it.claim == experiment.id).cloned().collect();
            let Claim { seed, command, .. } = claim;
            assert_eq!(&experiment.claim(&own, *seed, command.clone()), claim);
        }
    }

    #[test]
    fn every_claim_has_its_own_id_and_says_what_it_is() {
        let all = all();
        for (place, experiment) in all.iter().enumerate() {
            assert!(all[..place].iter().all(|other| other.id != experiment.id), "{} twice", experiment.id);
            assert!(!experiment.claim.is_empty() && !experiment.method.is_empty() && !experiment.rules.is_empty());
        }
    }
}
