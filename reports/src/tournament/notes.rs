//! What a reader of a tournament should know beyond the numbers.

use crate::number::count;
use crate::plain::{interval, shown, with_interval};
use crate::stats::{Meeting, RatingZero, Ratings, Standings};
use crate::tournament::{Decision, RunFacts, SprtState};

/// All notes on a tournament, in sentences.
pub(super) fn notes(standings: &Standings, ratings: &Ratings, run: &RunFacts) -> Vec<String> {
    let versus = standings.players > 1;
    let mut notes = Vec::new();
    if versus {
        notes.push(format!("Par is a win share of {:.4}.", standings.par()));
    }
    notes.extend(side_note(standings, run));
    if standings.solo && versus {
        notes.push(
            "Everybody plays alone, all with the same luck: shares, ranks and margins compare their points block by \
             block."
                .into(),
        );
    }
    if let Some(effect) = standings.design_effect().filter(|effect| *effect > 0.0 && versus) {
        notes.push(format!(
            "Design effect {effect:.2}: with luck shared within blocks, a game says as much as {:.2} independent ones.",
            1.0 / effect
        ));
    }
    notes.extend(run.sprt.map(|sprt| sprt_note(&sprt, run)));
    if let Some(decision) = run.stopped {
        notes.push(format!("Stopped early: {}.", meaning_of(decision)));
    } else if !run.is_complete(standings.blocks) {
        notes.push(format!("Not complete: {} of {} blocks.", count(standings.blocks), count(run.planned_blocks)));
    }
    notes.extend(table_notes(standings.blocks, run));
    if versus && ratings.entrants.iter().flatten().next().is_some() {
        notes.extend(rating_notes(standings.players, ratings, run));
    }
    if !run.is_reproducible() {
        notes.push(
            "Bots marked 'timed' think by the clock: the same plan brings other games on another machine or day."
                .into(),
        );
    }
    notes.extend(mirror_notes(standings, run));
    let faulty = standings.entrants.iter().filter(|standing| standing.forfeits > 0);
    notes.extend(faulty.map(|standing| {
        format!(
            "{} forfeited {} games; blocks with a forfeit count for wins but not for points.",
            run.entrants[standing.entrant].name,
            count(standing.forfeits)
        )
    }));
    notes
}

/// What is to be said of results that stopped early with a decision.
pub(super) fn meaning_of(decision: Decision) -> &'static str {
    match decision {
        Decision::Better | Decision::NotBetter => {
            "estimates made at the moment of a decision lean towards it, and intervals are a little too narrow"
        }
        Decision::Narrow => "every share is known as well as was asked for",
    }
}

/// What the first of two entrants won as a side, if each has half of the seats of a larger table.
fn side_note(standings: &Standings, run: &RunFacts) -> Option<String> {
    let (players, [first, _]) = (standings.players, &standings.entrants[..]) else { return None };
    if run.tables != 1 || players <= 2 || standings.solo {
        return None;
    }
    let seats = players / 2;
    let of_all = |share: f64| share * seats as f64;
    let ends =
        first.share.interval.map_or([None; 2], |interval| [Some(of_all(interval.low)), Some(of_all(interval.high))]);
    let [won, interval] = with_interval(first.share.mean.map(of_all), ends, 4);
    let name = &run.entrants[first.entrant].name;
    Some(format!("With {seats} of the {players} seats {name} won {won} of the games, {interval}; par is 0.5."))
}

/// What the test of the first entrant says.
fn sprt_note(SprtState { test, llr }: &SprtState, run: &RunFacts) -> String {
    let ((elo0, elo1), (lower, upper)) = (test.hypotheses(), test.bounds());
    let first = run.entrants.first().map_or("", |entrant| &entrant.name);
    let found = match run.stopped {
        None => "undecided".into(),
        Some(Decision::Better) => format!("{first} is better by at least {elo1} Elo"),
        Some(_) => format!("{first} is better by at most {elo0} Elo"),
    };
    format!("SPRT: {found} (log-likelihood ratio {}, bounds {lower:.2} and {upper:.2}).", shown(*llr, 2))
}

/// What ratings mean, and which of them the results do not bound.
fn rating_notes(players: usize, ratings: &Ratings, run: &RunFacts) -> Vec<String> {
    let zero = match ratings.zero {
        RatingZero::TheOther => "the other entrant",
        RatingZero::MeanOfAll => "the mean of all entrants",
        RatingZero::MeanOfBounded => "the mean of all entrants whose ratings the results bound",
    };
    let mut notes = vec![format!(
        "Ratings are in Elo above {zero}: who is rated R above equal opponents wins 10^(R/400) / (10^(R/400) + {}) of the \
         games.",
        players - 1
    )];
    let unbounded: Vec<&str> = ratings.unbounded.iter().map(|&entrant| run.entrants[entrant].name.as_str()).collect();
    if !unbounded.is_empty() {
        notes.push(format!(
            "The results do not bound the ratings of {}: each got half a win and half a loss against an average player, and \
             its interval is open at an end.",
            unbounded.join(", ")
        ));
    }
    notes
}

/// What is to be said of who met whom.
fn table_notes(blocks: u64, run: &RunFacts) -> Vec<String> {
    let mut notes = Vec::new();
    if !blocks.is_multiple_of(run.tables) {
        let cycle = count(run.games_per_cycle);
        notes.push(format!("Not everybody met everybody equally often: that takes a multiple of {cycle} games."));
    }
    if run.is_selection {
        notes.push(format!(
            "Of all possible tables {} are played, chosen so that all meet about equally often.",
            run.tables
        ));
    }
    notes
}

/// Bots that entered several times should be at par with themselves.
fn mirror_notes(standings: &Standings, run: &RunFacts) -> Vec<String> {
    let entrants = &run.entrants;
    let mut notes = Vec::new();
    for (number, entrant) in entrants.iter().enumerate() {
        if entrants[..number].iter().any(|other| other.bot == entrant.bot) {
            continue;
        }
        let is_copy = |other: usize| entrants[other].bot == entrant.bot;
        let meetings = standings.meetings.iter();
        let pairs: Vec<&Meeting> = meetings
            .filter(|meeting| {
                meeting.entrant < meeting.opponent && is_copy(meeting.entrant) && is_copy(meeting.opponent)
            })
            .collect();
        let apart = |meeting: &&&Meeting| meeting.deviation.map_or(-1.0, f64::abs);
        let Some(farthest) = pairs.iter().max_by(|a, b| apart(a).total_cmp(&apart(b))) else { continue };
        let verdict = match farthest.at_par(pairs.len()) {
            Some(true) => "at par",
            Some(false) => "NOT AT PAR",
            None => "not enough blocks to tell",
        };
        let which =
            if pairs.len() > 1 { format!(", the farthest apart of {} pairs", pairs.len()) } else { String::new() };
        let ends = farthest.score.interval;
        notes.push(format!(
            "Mirror check: {} scores {} against {} {}{which}: {verdict}.",
            entrants[farthest.entrant].name,
            shown(farthest.score.mean, 4),
            entrants[farthest.opponent].name,
            interval([ends.map(|ends| ends.low), ends.map(|ends| ends.high)].map(|end| shown(end, 4))),
        ));
    }
    notes
}
