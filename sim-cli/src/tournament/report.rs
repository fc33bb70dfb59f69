//! What a tournament came to, for people and for machines.

use std::fmt::Write as _;
use std::path::Path;

use kosti_reports::tally::FAULTS;
use kosti_reports::{Align, Meeting, Sprt, Standing, Standings, Table};
use serde::Serialize;

use crate::output::thousands;
use crate::tournament::folder::write_whole;
use crate::tournament::numbers::{csv_of, ends, interval, number, rounded, shown, signed};
use crate::tournament::plan::{Plan, StopRule};
use crate::tournament::totals::{Decision, Totals};

/// A tournament, or as much of it as was played.
pub struct Report<'a> {
    plan: &'a Plan,
    standings: Standings,
    /// Whether ratings needed help, because somebody always won, say.
    regularised: bool,
    decision: Option<Decision>,
    llr: Option<(Sprt, Option<f64>)>,
    /// Whether all blocks of the plan, or all until the decision, were played.
    complete: bool,
    /// What the run took, if it was all in one.
    pub clock: Option<Clock>,
}

/// What a run took.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Threads that played.
    pub threads: usize,
    /// Seconds by the wall clock.
    pub seconds: f64,
}

impl<'a> Report<'a> {
    /// Computes everything.
    pub fn new(plan: &'a Plan, totals: &Totals) -> Self {
        let ratings = totals.ratings(plan);
        let decision = totals.decision(plan);
        let llr = match &plan.stop {
            Some(StopRule::Sprt(sprt)) => Some((*sprt, sprt.llr(&totals.histogram(plan)))),
            _ => None,
        };
        Self {
            plan,
            standings: totals.standings(plan).with_ratings(&ratings),
            regularised: ratings.regularised,
            decision,
            llr,
            complete: totals.blocks() == plan.blocks || decision.is_some(),
            clock: None,
        }
    }

    /// What ended the run before its last game, if anything did.
    pub fn stopped(&self) -> &'static str {
        match self.decision {
            None => "",
            Some(Decision::Better) => "better",
            Some(Decision::NotBetter) => "not-better",
            Some(Decision::Narrow) => "narrow",
        }
    }

    /// The numbers.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    fn name(&self, entrant: usize) -> &str {
        &self.plan.entrants[entrant].name
    }

    /// Writes all files of a run folder.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write_whole(&folder.join("standings.csv"), &self.standings_csv()?)?;
        write_whole(&folder.join("pairs.csv"), &self.pairs_csv()?)?;
        write_whole(&folder.join("seats.csv"), &self.seats_csv()?)?;
        write_whole(&folder.join("summary.json"), self.summary_json()?.as_bytes())
    }

    fn standings_csv(&self) -> anyhow::Result<Vec<u8>> {
        csv_of(STANDING_COLUMNS, self.standings.entrants.iter().map(|standing| self.standing_row(standing)))
    }

    /// The values of an entrant, in the order of [`STANDING_COLUMNS`].
    pub fn standing_row(&self, standing: &Standing) -> Vec<String> {
        let entrant = &self.plan.entrants[standing.entrant];
        let rating = standing.rating;
        let mut row = vec![entrant.name.clone(), entrant.spec.to_string(), standing.games.to_string()];
        row.extend(standing.results.map(|count| count.to_string()));
        row.push(number(standing.share.mean, 6));
        row.extend(ends(standing.share.interval, 6));
        row.extend([
            number(Some(self.standings.par()), 6),
            number(standing.rank.mean, 4),
            number(standing.points.mean, 4),
            number(standing.points.error, 4),
            number(standing.margin.mean, 4),
            number(standing.margin.error, 4),
            number(standing.elo, 2),
            number(standing.elo_interval[0], 2),
            number(standing.elo_interval[1], 2),
            number(rating.map(|rating| rating.elo), 2),
            number(rating.and_then(|rating| rating.low), 2),
            number(rating.and_then(|rating| rating.high), 2),
            number(standing.design_effect, 4),
            standing.forfeits.to_string(),
        ]);
        row.extend(standing.faults.map(|count| count.to_string()));
        row
    }

    fn pairs_csv(&self) -> anyhow::Result<Vec<u8>> {
        let row = |meeting: &Meeting| {
            let mut row = vec![self.name(meeting.entrant).to_string(), self.name(meeting.opponent).to_string()];
            row.push(meeting.games.to_string());
            row.extend(meeting.results.map(|count| count.to_string()));
            row.push(number(meeting.score.mean, 6));
            row.extend(ends(meeting.score.interval, 6));
            row.extend([number(meeting.difference.mean, 4), number(meeting.difference.error, 4)]);
            row
        };
        csv_of(PAIR_COLUMNS, self.standings.meetings.iter().map(row))
    }

    fn seats_csv(&self) -> anyhow::Result<Vec<u8>> {
        let rows = self.standings.seats.iter().map(|seat| {
            let mut row = vec![seat.seat.to_string(), seat.games.to_string(), number(seat.share.mean, 6)];
            row.extend(ends(seat.share.interval, 6));
            row.extend([number(seat.points.mean, 4), number(seat.points.error, 4)]);
            row
        });
        csv_of(SEAT_COLUMNS, rows)
    }

    /// The summary as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn summary_json(&self) -> anyhow::Result<String> {
        let entrants = self.standings.entrants.iter().map(|standing| EntrantSummary {
            bot: self.name(standing.entrant).into(),
            reproducible: self.plan.entrants[standing.entrant].spec.is_reproducible(),
            games: standing.games,
            share: rounded(standing.share.mean, 6),
            low: rounded(standing.share.interval.map(|interval| interval.low), 6),
            high: rounded(standing.share.interval.map(|interval| interval.high), 6),
            points: rounded(standing.points.mean, 4),
            points_se: rounded(standing.points.error, 4),
            rating: rounded(standing.rating.map(|rating| rating.elo), 2),
            rating_low: rounded(standing.rating.and_then(|rating| rating.low), 2),
            rating_high: rounded(standing.rating.and_then(|rating| rating.high), 2),
            forfeits: standing.forfeits,
            faults: standing.faults.iter().sum(),
        });
        let sprt = self.llr.map(|(sprt, llr)| {
            let (lower, upper) = sprt.bounds();
            SprtSummary { llr: rounded(llr, 4), lower: rounded(Some(lower), 4), upper: rounded(Some(upper), 4) }
        });
        let summary = Summary {
            game: self.plan.rules.to_string(),
            seed: self.plan.seed,
            blocks: self.standings.blocks,
            games: self.standings.games,
            threads: self.clock.map(|clock| clock.threads),
            seconds: rounded(self.clock.map(|clock| clock.seconds), 3),
            complete: self.complete,
            reproducible: self.plan.is_reproducible(),
            stopped: self.decision,
            sprt,
            design_effect: rounded(self.standings.design_effect(), 4),
            entrants: entrants.collect(),
        };
        Ok(serde_json::to_string_pretty(&summary)? + "\n")
    }

    /// One line that says what was played.
    pub fn headline(&self) -> String {
        let Standings { games, blocks, .. } = self.standings;
        let mut line = format!(
            "{}: {} games in {} blocks, seed {}",
            self.plan.rules,
            thousands(games as f64),
            thousands(blocks as f64),
            self.plan.seed
        );
        if let Some(Clock { threads, seconds }) = self.clock {
            let plural = if threads == 1 { "" } else { "s" };
            _ = write!(line, ", {seconds:.1} s on {threads} thread{plural}");
        }
        line
    }

    /// The standings as a table for people.
    pub fn standings_table(&self) -> Table {
        let standings = &self.standings;
        let (versus, of_two) = (standings.players > 1, standings.players == 2);
        let faults = standings.entrants.iter().any(|standing| standing.faults.iter().any(|&count| count > 0));
        let mut columns = vec![("bot", Align::Left), ("games", Align::Right)];
        if versus {
            columns.extend([("share", Align::Right), ("95 % interval", Align::Left)]);
            columns.extend([("won", Align::Right), ("tied", Align::Right), ("lost", Align::Right)]);
            columns.push(("rank", Align::Right));
        }
        columns.extend([("points", Align::Right), ("± se", Align::Right)]);
        if versus {
            columns.push(("margin", Align::Right));
            if standings.solo {
                columns.push(("± se", Align::Right));
            }
            columns.extend([("rating", Align::Right), ("95 % interval", Align::Left)]);
        }
        if of_two {
            columns.extend([("Elo", Align::Right), ("95 % interval", Align::Left)]);
        }
        if faults {
            columns.push(("faults", Align::Left));
        }
        let mut table = Table::new(columns);
        for standing in standings.ranked() {
            let mut row = vec![self.name(standing.entrant).to_string(), thousands(standing.games as f64)];
            if versus {
                row.extend([shown(standing.share.mean, 4), interval(ends(standing.share.interval, 4))]);
                row.extend(standing.results.map(|count| thousands(count as f64)));
                row.push(shown(standing.rank.mean, 2));
            }
            row.extend([shown(standing.points.mean, 2), shown(standing.points.error, 2)]);
            if versus {
                let rating = standing.rating;
                let low = rating.and_then(|rating| rating.low);
                let high = rating.and_then(|rating| rating.high);
                row.push(signed(standing.margin.mean, 2));
                if standings.solo {
                    row.push(shown(standing.margin.error, 2));
                }
                row.push(signed(rating.map(|rating| rating.elo), 0));
                row.push(interval([low, high].map(|end| signed(end, 0))));
            }
            if of_two {
                row.push(signed(standing.elo, 0));
                row.push(interval(standing.elo_interval.map(|end| signed(end, 0))));
            }
            if faults {
                let counts = FAULTS.iter().zip(standing.faults).filter(|(_, count)| *count > 0);
                let mut texts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
                if standing.forfeits > 0 {
                    texts.push(format!("{} games forfeited", standing.forfeits));
                }
                row.push(texts.join(", "));
            }
            table.row(row);
        }
        table
    }

    /// Who scored what against whom, in per cent.
    fn crosstable(&self) -> Option<Table> {
        const WIDEST: usize = 12;
        let ranked = self.standings.ranked();
        if ranked.len() < 3 || ranked.len() > WIDEST || self.standings.players < 2 {
            return None;
        }
        let columns = std::iter::once(("score in % against".to_string(), Align::Left))
            .chain((1..=ranked.len()).map(|place| (place.to_string(), Align::Right)));
        let mut table = Table::new(columns);
        for (place, standing) in ranked.iter().enumerate() {
            let name = format!("{} {}", place + 1, self.name(standing.entrant));
            let cells = ranked.iter().map(|other| {
                let meeting = self.standings.meeting(standing.entrant, other.entrant);
                let score = meeting.and_then(|meeting| meeting.score.mean);
                if standing.entrant == other.entrant { "·".into() } else { shown(score.map(|score| score * 100.0), 1) }
            });
            table.row(std::iter::once(name).chain(cells));
        }
        Some(table)
    }

    fn seats_table(&self) -> Option<Table> {
        if self.standings.seats.len() < 2 {
            return None;
        }
        let mut table = Table::new([
            ("seat", Align::Right),
            ("share", Align::Right),
            ("95 % interval", Align::Left),
            ("points", Align::Right),
            ("± se", Align::Right),
        ]);
        for seat in &self.standings.seats {
            table.row([
                seat.seat.to_string(),
                shown(seat.share.mean, 4),
                interval(ends(seat.share.interval, 4)),
                shown(seat.points.mean, 2),
                shown(seat.points.error, 2),
            ]);
        }
        Some(table)
    }

    /// What a reader should know beyond the numbers.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (plan, standings) = (self.plan, &self.standings);
        if standings.players > 1 {
            notes.push(format!("Par is a win share of {:.4}.", standings.par()));
        }
        if standings.solo && standings.players > 1 {
            notes.push(
                "Everybody plays alone, all with the same luck: shares, ranks and margins compare their points block by \
                 block."
                    .into(),
            );
        }
        if let Some(effect) = standings.design_effect().filter(|effect| *effect > 0.0 && standings.players > 1) {
            notes.push(format!(
                "Design effect {effect:.2}: with luck shared within blocks, a game says as much as {:.2} independent ones.",
                1.0 / effect
            ));
        }
        match (self.decision, self.llr) {
            (Some(decision), Some((sprt, llr))) => {
                let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
                let found = match decision {
                    Decision::Better => format!("{} is better by at least {elo1} Elo", self.name(0)),
                    _ => format!("{} is better by at most {elo0} Elo", self.name(0)),
                };
                notes.push(format!(
                    "SPRT: {found} (log-likelihood ratio {}, bounds {lower:.2} and {upper:.2}).",
                    shown(llr, 2)
                ));
            }
            (None, Some((sprt, llr))) => {
                let (lower, upper) = sprt.bounds();
                notes.push(format!(
                    "SPRT: undecided (log-likelihood ratio {}, bounds {lower:.2} and {upper:.2}).",
                    shown(llr, 2)
                ));
            }
            _ => {}
        }
        if self.decision.is_some() {
            notes.push(
                "Stopped early: estimates made at the moment of a decision lean towards it, and intervals are a little \
                 too narrow."
                    .into(),
            );
        } else if !self.complete {
            let all = thousands(plan.blocks as f64);
            notes.push(format!("Not complete: {} of {all} blocks.", thousands(standings.blocks as f64)));
        }
        let tables = plan.schedule.tables().len() as u64;
        if !standings.blocks.is_multiple_of(tables) {
            let cycle = thousands(plan.schedule.games_before(tables) as f64);
            notes.push(format!("Not everybody met everybody equally often: that takes a multiple of {cycle} games."));
        }
        if plan.schedule.is_selection() {
            notes.push(format!(
                "Of all possible tables {tables} are played, chosen so that all meet about equally often."
            ));
        }
        if self.regularised && standings.players > 1 {
            notes.push(
                "Ratings: the results alone do not bound them (somebody never lost or never won), so each entrant got \
                 half a win and half a loss against an average player."
                    .into(),
            );
        }
        if !plan.is_reproducible() {
            notes.push(
                "Bots marked 'timed' think by the clock: the same plan brings other games on another machine or day."
                    .into(),
            );
        }
        notes.extend(self.mirror_notes());
        let faulty = standings.entrants.iter().filter(|standing| standing.forfeits > 0);
        notes.extend(faulty.map(|standing| {
            format!(
                "{} forfeited {} games; blocks with a forfeit count for wins but not for points.",
                self.name(standing.entrant),
                thousands(standing.forfeits as f64)
            )
        }));
        notes
    }

    /// Bots that entered several times should be at par with themselves.
    fn mirror_notes(&self) -> Vec<String> {
        let entrants = &self.plan.entrants;
        let mut notes = Vec::new();
        for (number, entrant) in entrants.iter().enumerate() {
            if entrants[..number].iter().any(|other| other.spec == entrant.spec) {
                continue;
            }
            let is_copy = |other: usize| entrants[other].spec == entrant.spec;
            let meetings = self.standings.meetings.iter();
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
            notes.push(format!(
                "Mirror check: {} scores {} against {} {}{which}: {verdict}.",
                self.name(farthest.entrant),
                shown(farthest.score.mean, 4),
                self.name(farthest.opponent),
                interval(ends(farthest.score.interval, 4)),
            ));
        }
        notes
    }

    /// Everything for people, as plain text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n{}", self.headline(), self.standings_table());
        for table in [self.crosstable(), self.seats_table()].into_iter().flatten() {
            _ = write!(text, "\n{table}");
        }
        text.push('\n');
        for note in self.notes() {
            _ = writeln!(text, "{note}");
        }
        text
    }

    /// The same as Markdown. What a run took is left out, so that the same run gives the same text.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "## {}\n\n{} games in {} blocks, seed {}.\n\n{}",
            self.plan.rules,
            thousands(self.standings.games as f64),
            thousands(self.standings.blocks as f64),
            self.plan.seed,
            self.standings_table().markdown()
        );
        for table in [self.crosstable(), self.seats_table()].into_iter().flatten() {
            _ = write!(text, "\n{}", table.markdown());
        }
        text.push('\n');
        for note in self.notes() {
            _ = writeln!(text, "- {note}");
        }
        text
    }
}

/// The columns of `standings.csv`.
pub const STANDING_COLUMNS: &[&str] = &[
    "entrant",
    "bot",
    "games",
    "wins",
    "ties",
    "losses",
    "share",
    "low",
    "high",
    "par",
    "rank",
    "points",
    "points_se",
    "margin",
    "margin_se",
    "elo",
    "elo_low",
    "elo_high",
    "rating",
    "rating_low",
    "rating_high",
    "design_effect",
    "forfeits",
    "illegal",
    "timeout",
    "crash",
    "protocol",
];
const PAIR_COLUMNS: &[&str] = &[
    "entrant",
    "opponent",
    "games",
    "wins",
    "ties",
    "losses",
    "score",
    "low",
    "high",
    "points_difference",
    "points_difference_se",
];
const SEAT_COLUMNS: &[&str] = &["seat", "games", "share", "low", "high", "points", "points_se"];

#[derive(Serialize)]
struct Summary {
    game: String,
    seed: u64,
    blocks: u64,
    games: u64,
    threads: Option<usize>,
    seconds: Option<f64>,
    complete: bool,
    reproducible: bool,
    stopped: Option<Decision>,
    sprt: Option<SprtSummary>,
    design_effect: Option<f64>,
    entrants: Vec<EntrantSummary>,
}

#[derive(Serialize)]
struct SprtSummary {
    llr: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

#[derive(Serialize)]
struct EntrantSummary {
    bot: String,
    reproducible: bool,
    games: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    points: Option<f64>,
    points_se: Option<f64>,
    rating: Option<f64>,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    forfeits: u64,
    faults: u64,
}
