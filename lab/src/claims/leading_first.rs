//! Domino-poker: what it is worth to lead first.

use std::ops::Range;

use kosti_bots::{BotSpec, Player, Players, Table};
use kosti_engine::domino_poker::{DominoDeal, Stage};
use kosti_engine::{Chance, DominoPoker, Game, MAX_SEATS, Rules, Seat, Turn};
use kosti_reports::findings::{Finding, Lens, PlotKind, Ruling, Unit};
use kosti_reports::stats::{Interval, Sums, mean_interval};

use super::by_table::{caption, listed, signed};
use crate::budget::LabBudget;
use crate::error::LabError;
use crate::experiment::{Conclusion, Experiment, Measured, Source};
use crate::figure::{Plot, exact_figure};
use crate::lab::Lab;

/// The stages in which tricks are played, as they are called in findings and in sentences.
const STAGES: [(Stage, &str, &str); 4] = [
    (Stage::Bidding, "bidding", "with open bids"),
    (Stage::Blind, "blind", "with blind bids"),
    (Stage::Grab, "grab", "in grab"),
    (Stage::Mizer, "mizer", "in mizer"),
];
const TABLES: [u8; 3] = [2, 3, 4];

/// A bot, the lens of its findings, and its games at a table in a quick run. The strong bot thinks too long for a quick run.
const SIMPLE: (&str, Lens, u64) = ("greedy", Lens::Figure, 3000);
const STRONG: (&str, Lens, u64) = ("mc:rollouts=64", Lens::Expert, 24);

/// The experiment on leading first.
pub(super) const M3: Experiment = Experiment {
    id: "M3",
    game: "domino-poker",
    source: Source::Question,
    claim: "What is it worth to lead first?",
    rules: "domino-poker for 2 to 4 players",
    method: "Games of a simple player (greedy) with itself, and in longer runs of a strong one (mc with 64 rollouts). A block is one deal of \
        luck, played as often as there are seats: every time all hands go one seat further, so that each hand is played once in each \
        place after the starter of the deal. What leading first is worth is the mean of all hands when they lead first, less their \
        mean in all other places, stage by stage.",
    margin: "",
    measure,
    conclude,
};

/// What each place brings, in points above the mean of all places with the same hands, by stage; a block is one number.
#[derive(Clone, PartialEq, Debug)]
struct ByPlace(Vec<Vec<Sums>>);

impl ByPlace {
    fn new(players: u8) -> Self {
        Self(vec![vec![Sums::default(); usize::from(players)]; STAGES.len()])
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().flatten().zip(other.0.iter().flatten()).for_each(|(sums, more)| sums.merge(more));
    }
}

/// Points and deals, by stage and place after the starter.
type Gains = Vec<Vec<(f64, u32)>>;

/// The hands of a deal, this many seats further.
fn rotated(deal: DominoDeal, players: u8, seats: usize) -> DominoDeal {
    match deal {
        DominoDeal::Hands(mut hands) => {
            hands[..usize::from(players)].rotate_right(seats);
            DominoDeal::Hands(hands)
        }
        ring @ DominoDeal::Ring(_) => ring,
    }
}

/// Plays a game with all hands this many seats further, and adds what every place gains.
fn play(game: &DominoPoker, luck: &Chance, seats: usize, table: &mut Table<Player<DominoPoker>>, gains: &mut Gains) {
    let players = usize::from(game.players());
    table.seat(luck, 0, &[0; MAX_SEATS][..players]);
    let mut state = game.start();
    let mut before = [0; MAX_SEATS];
    loop {
        let deal = *state.table();
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let hands = rotated(game.draw(game.request(&state), luck), game.players(), seats);
                game.resolve(&mut state, &hands);
            }
            Turn::Seat(seat) => {
                let action = table.act(game, &state, seat);
                game.play_unchecked(&mut state, action);
            }
        }
        if state.table().deal() == deal.deal() {
            continue;
        }
        let number = STAGES.iter().position(|(stage, _, _)| *stage == deal.stage());
        for seat in Seat::all(game.players()) {
            let score = state.table().score(seat);
            if let Some(number) = number {
                let place = (seat.index() + players - deal.starter().index()) % players;
                let (gain, deals) = &mut gains[number][place];
                *gain += f64::from(score - before[seat.index()]);
                *deals += 1;
            }
            before[seat.index()] = score;
        }
    }
}

/// What each place brings in one block.
fn block_of(game: &DominoPoker, spec: &BotSpec, luck: &Chance) -> ByPlace {
    let players = usize::from(game.players());
    let mut table = Table::new([Player::new(game, spec).expect("a bot that plays this game")]);
    let mut gains: Gains = vec![vec![(0.0, 0); players]; STAGES.len()];
    (0..players).for_each(|seats| play(game, luck, seats, &mut table, &mut gains));
    let mut block = ByPlace::new(game.players());
    for (sums, gains) in block.0.iter_mut().zip(&gains) {
        let a_deal = |&(gain, deals): &(f64, u32)| gain / f64::from(deals.max(1));
        let mean = gains.iter().map(a_deal).sum::<f64>() / players as f64;
        sums.iter_mut().zip(gains).for_each(|(sums, gain)| sums.add(a_deal(gain) - mean));
    }
    block
}

/// What each place brings, from this many blocks of a bot with itself.
fn places(lab: &Lab<'_>, players: u8, bot: &str, blocks: u64) -> Result<ByPlace, LabError> {
    let game = DominoPoker::new(Rules::parse(&format!("players={players}")).expect("rules of domino-poker"));
    let spec: BotSpec = bot.parse()?;
    let play = |(): &mut (), mut blocks: Range<u64>| {
        blocks.next().map(|block| block_of(&game, &spec, &Chance::new(lab.seed, block)))
    };
    let mut all = ByPlace::new(players);
    lab.play_pieces(0..blocks, 1, || (), play, |block| block.iter().for_each(|block| all.merge(block)))?;
    Ok(all)
}

fn measure(lab: &Lab<'_>) -> Result<Measured, LabError> {
    let mut measured = Measured::default();
    for (bot, lens, games) in [SIMPLE, STRONG] {
        if bot == STRONG.0 && lab.budget == LabBudget::Quick {
            continue;
        }
        let plot = Plot {
            title: format!("Points above the mean of all places with the same hands, four players ({bot})"),
            kind: PlotKind::Bar,
            x_name: "stage",
            y_name: "points a deal",
        };
        for players in TABLES {
            let blocks = games * lab.budget.times().min(20) / u64::from(players);
            let games = blocks * u64::from(players);
            let by_place = places(lab, players, bot, blocks)?;
            for ((_, stage, _), places) in STAGES.iter().zip(&by_place.0) {
                let figure = leading(&caption(stage, players), (bot, lens), &places[0], players);
                measured.findings.push(Finding { blocks, games, ..figure });
                for (place, sums) in (1..).zip(places).filter(|_| players == 4) {
                    let name = if place == 1 { "leads".into() } else { format!("place {place}") };
                    let interval = mean_interval(sums.sum, sums.squares, sums.blocks);
                    measured.plots.push(plot.sampled(&name, stage, sums.mean(), interval, games));
                }
            }
        }
    }
    Ok(measured)
}

/// What the seat that leads first has above the mean of the other places, from what it has above the mean of all.
fn leading(part: &str, (bot, lens): (&str, Lens), above_all: &Sums, players: u8) -> Finding {
    let times = f64::from(players) / f64::from(players - 1);
    let Interval { low, high } = mean_interval(above_all.sum, above_all.squares, above_all.blocks);
    let rules = format!("domino-poker:players={players}");
    let figure = exact_figure(part, lens, bot, &rules, times * above_all.mean(), Unit::Points);
    figure.sampled(Interval { low: times * low, high: times * high }, above_all.blocks)
}

/// The worth of leading first, if the interval tells whether there is any.
fn known(finding: &Finding) -> Option<f64> {
    let (low, high) = (finding.low?, finding.high?);
    (low > 0.0 || high < 0.0).then_some(finding.value)
}

/// What is known for a player in a stage, by number of players.
fn by_table(findings: &[Finding], stage: &str, lens: Lens) -> Vec<(u8, Option<f64>)> {
    let found = |players: u8| {
        let part = caption(stage, players);
        let finding = findings.iter().find(|finding| finding.part == part && finding.lens == lens)?;
        Some((players, known(finding)))
    };
    TABLES.into_iter().filter_map(found).collect()
}

/// `−5.4 points with 2 players, −2.1 with 3 and nothing that can be told with 4`.
fn worth(tables: &[(u8, Option<f64>)]) -> String {
    if tables.iter().all(|(_, worth)| worth.is_none()) {
        return "nothing that can be told".into();
    }
    let words = |&(players, worth): &(u8, Option<f64>)| {
        let worth = worth.map_or("nothing that can be told".into(), |worth| signed(worth, 1));
        format!("{worth} with {players}")
    };
    let words: Vec<String> = tables.iter().map(words).collect();
    format!("{} players", listed(&words))
}

/// The stages in which every table says that leading first helps, or harms.
fn stages(findings: &[Finding], is: fn(f64) -> bool) -> Vec<String> {
    let is_so = |stage: &str| {
        let known = by_table(findings, stage, SIMPLE.1);
        !known.is_empty() && known.iter().all(|(_, worth)| worth.is_some_and(is))
    };
    let named = STAGES.iter().filter(|(_, stage, _)| is_so(stage));
    named.map(|(_, _, words)| (*words).to_string()).collect()
}

fn conclude(findings: &[Finding]) -> Conclusion {
    let told = |lens: Lens| {
        let told = |(_, stage, words): &(Stage, &str, &str)| {
            let tables = by_table(findings, stage, lens);
            (!tables.is_empty()).then(|| format!("{words} {}", worth(&tables)))
        };
        STAGES.iter().filter_map(told).collect::<Vec<String>>().join("; ")
    };
    let mizer = by_table(findings, "mizer", STRONG.1);
    let strong =
        if mizer.is_empty() { String::new() } else { format!(" For a strong player in mizer: {}.", worth(&mizer)) };
    let is_known = findings.iter().any(|finding| known(finding).is_some());
    let (helps, harms) = (stages(findings, |worth| worth > 0.0), stages(findings, |worth| worth < 0.0));
    let at_the_table = match (helps.is_empty(), harms.is_empty()) {
        (true, true) => "Do not mind who leads first.".into(),
        (false, true) => format!("To lead first helps {}.", listed(&helps)),
        (true, false) => format!("To lead first hurts {}.", listed(&harms)),
        (false, false) => format!("To lead first helps {}, and hurts {}.", listed(&helps), listed(&harms)),
    };
    Conclusion {
        ruling: if is_known { Ruling::Answered } else { Ruling::Unclear },
        sentence: format!("Points a deal for leading first with the same hand: {}.{strong}", told(SIMPLE.1)),
        at_the_table,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_is_played_in_every_place() {
        let game = DominoPoker::new(Rules::parse("players=3").unwrap());
        let luck = Chance::new(3, 1);
        let DominoDeal::Hands(dealt) = game.draw(5, &luck) else { panic!("hands") };
        for seats in 0..3 {
            let DominoDeal::Hands(hands) = rotated(game.draw(5, &luck), 3, seats) else { panic!("hands") };
            (0..3).for_each(|seat| assert_eq!(hands[(seat + seats) % 3], dealt[seat]));
            assert_eq!(hands[3..], dealt[3..]);
        }
    }

    #[test]
    fn places_of_a_block_make_up_for_each_other() {
        let game = DominoPoker::new(Rules::parse("players=4").unwrap());
        let block = block_of(&game, &"greedy".parse().unwrap(), &Chance::new(1, 1));
        for places in &block.0 {
            assert!(places.iter().all(|sums| sums.blocks == 1));
            assert!(places.iter().map(|sums| sums.sum).sum::<f64>().abs() < 1e-9);
        }
        assert!(block.0.iter().flatten().any(|sums| sums.sum != 0.0));
    }

    #[test]
    fn the_same_hands_leave_less_to_luck() {
        // In grab, where all tricks count, hands decide more than places do.
        let lab = Lab::alone("X1", 1, LabBudget::Quick);
        let spread = |sums: &Sums| sums.squares / sums.blocks as f64 - sums.mean().powi(2);
        let by_place = places(&lab, 2, "greedy", 200).unwrap();
        let game = DominoPoker::new(Rules::parse("players=2").unwrap());
        let mut unpaired = Sums::default();
        for block in 0..200 {
            let luck = Chance::new(1, block);
            let mut table = Table::new([Player::new(&game, &"greedy".parse().unwrap()).unwrap()]);
            let mut gains: Gains = vec![vec![(0.0, 0); 2]; STAGES.len()];
            play(&game, &luck, 0, &mut table, &mut gains);
            unpaired.add((gains[2][0].0 - gains[2][1].0) / 2.0);
        }
        assert!(spread(&by_place.0[2][0]) < spread(&unpaired) / 4.0);
    }

    #[test]
    fn only_what_can_be_told_is_told() {
        let finding = |stage: &str, players: u8, value: f64, half: f64| {
            let part = caption(stage, players);
            let figure = exact_figure(&part, SIMPLE.1, "greedy", "domino-poker", value, Unit::Points);
            figure.sampled(Interval { low: value - half, high: value + half }, 100)
        };
        let of = |half: f64| -> Vec<Finding> {
            let stages = [("bidding", 0.1), ("blind", -0.1), ("grab", 0.7), ("mizer", -2.0)];
            TABLES
                .into_iter()
                .flat_map(|players| stages.map(|(stage, worth)| finding(stage, players, worth, half)))
                .collect()
        };
        let told = conclude(&of(0.5));
        assert_eq!(
            (told.ruling, told.at_the_table.as_str()),
            (Ruling::Answered, "To lead first helps in grab, and hurts in mizer.")
        );
        assert_eq!(
            told.sentence,
            "Points a deal for leading first with the same hand: with open bids nothing that can be told; with blind bids nothing that can \
             be told; in grab +0.7 with 2, +0.7 with 3 and +0.7 with 4 players; in mizer −2.0 with 2, −2.0 with 3 and −2.0 with 4 players."
        );
        assert_eq!(conclude(&of(3.0)).ruling, Ruling::Unclear);
    }

    #[test]
    fn leading_is_held_against_the_other_places() {
        let mut above_all = Sums::default();
        [1.0, 2.0].into_iter().for_each(|gain| above_all.add(gain));
        let finding = leading("grab, 4 players", ("greedy", SIMPLE.1), &above_all, 4);
        assert!((finding.value - 2.0).abs() < 1e-12);
        assert!((finding.low.unwrap() + finding.high.unwrap() - 4.0).abs() < 1e-9);
    }
}
