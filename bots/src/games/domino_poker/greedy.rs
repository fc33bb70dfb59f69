//! A sensible beginner in domino-poker.
//!
//! Greedy judges every domino by how many dominoes it has not seen would beat it, and takes it that each opponent plays
//! one of the unseen at random. From these chances it works out how likely each number of tricks is and bids the number
//! that promises most points; blind bids are the fair share of the tricks, rounded. While it needs tricks (the bid is not reached yet,
//! or is passed or lost anyway, and always in grab) it leads its strongest domino, takes a trick as cheaply as it can when
//! it plays last, with its best when others follow, and throws its weakest when it cannot win. When it has what it bid,
//! and always in mizer, it leads its weakest, lies low with the strongest domino that still loses, gets rid of its
//! strongest if it has to take the trick anyway, and otherwise slips in its weakest. In the last stage it picks the first
//! place and opens if every other seat is more likely than not to hold less.

use kosti_engine::domino_poker::{Direction, MAX_HAND};
use kosti_engine::domino_poker::{DominoAction, DominoLegal, DominoPhase, DominoTable, DominoView, Stage, deal_points};
use kosti_engine::{Domino, DominoPoker, DominoSet, Game};

use crate::greedy::GreedyGame;

impl GreedyGame for DominoPoker {
    fn greedy_action(&self, view: &DominoView) -> DominoAction {
        let table = view.table();
        let opponents = i32::from(self.players()) - 1;
        match table.phase() {
            DominoPhase::Bid => DominoAction::Bid(bid(view, opponents)),
            DominoPhase::Pick => DominoAction::Pick(0, Direction::Forward),
            DominoPhase::Opening => open(view, opponents),
            DominoPhase::Play | DominoPhase::Deal | DominoPhase::Over => {
                let DominoLegal::Dominoes { set, .. } = self.legal_in(view) else { return DominoAction::Close };
                let last = table.in_trick() + 1 == self.players() as usize;
                DominoAction::Play(if wants_tricks(view) { take(set, table, last) } else { avoid(set, table, last) })
            }
        }
    }
}

/// The chance that a domino takes a trick in which every opponent plays something unseen at random.
fn chance_to_win(domino: Domino, unseen: DominoSet, opponents: i32) -> f32 {
    let stronger = unseen.iter().filter(|other| other.beats(domino)).count();
    all_of(1.0 - stronger as f32 / unseen.len().max(1) as f32, opponents)
}

/// The chance that something of this chance happens this many times in a row. (By plain products, so that it is the same
/// on every machine.)
fn all_of(chance: f32, times: i32) -> f32 {
    (0..times).fold(1.0, |all, _| all * chance)
}

/// The bid that promises most points, if the dominoes win or lose each for itself.
fn bid(view: &DominoView, opponents: i32) -> u8 {
    let table = view.table();
    if table.stage() == Stage::Blind {
        let players = opponents as u8 + 1;
        // The fair share, rounded, with halves down: a trick too few costs more than one too many.
        return (2 * table.hand() + players - 1) / (2 * players);
    }
    // How likely each number of tricks is, one domino after the other.
    let mut chances = [0.0; MAX_HAND + 1];
    chances[0] = 1.0;
    for domino in view.hand().iter() {
        let wins = chance_to_win(domino, view.unseen(), opponents);
        for tricks in (0..=MAX_HAND).rev() {
            let one_less = if tricks == 0 { 0.0 } else { chances[tricks - 1] };
            chances[tricks] = chances[tricks] * (1.0 - wins) + one_less * wins;
        }
    }
    let promise = |bid: u8| -> f32 {
        let points = |took: usize| f32::from(deal_points(Stage::Bidding, bid, took as u8));
        chances.iter().enumerate().map(|(took, chance)| chance * points(took)).sum()
    };
    (0..=table.hand()).max_by(|&a, &b| promise(a).total_cmp(&promise(b))).unwrap_or(0)
}

fn wants_tricks(view: &DominoView) -> bool {
    let table = view.table();
    match table.stage() {
        Stage::Mizer => false,
        Stage::Grab => true,
        // A bid that is passed earns a point for every trick, one that is lost costs less.
        _ => table.bid(view.seat()) != Some(table.taken(view.seat())),
    }
}

/// Plays for the trick.
fn take(legal: DominoSet, table: &DominoTable, last: bool) -> Domino {
    let (weakest, strongest) = ends(legal);
    match table.best() {
        None => strongest,
        Some(best) if !strongest.beats(best) => weakest,
        Some(best) if last => legal.iter().find(|domino| domino.beats(best)).unwrap_or(strongest),
        Some(_) => strongest,
    }
}

/// Plays not to get the trick.
fn avoid(legal: DominoSet, table: &DominoTable, last: bool) -> Domino {
    let (weakest, strongest) = ends(legal);
    let Some(best) = table.best() else { return weakest };
    let strongest_loser = legal.iter().filter(|domino| !domino.beats(best)).last();
    strongest_loser.unwrap_or(if last { strongest } else { weakest })
}

/// The weakest and the strongest domino. Somebody to act always has one.
fn ends(legal: DominoSet) -> (Domino, Domino) {
    (legal.weakest().unwrap_or(Domino::POKER), legal.strongest().unwrap_or(Domino::POKER))
}

/// In the last stage only pips count.
fn open(view: &DominoView, opponents: i32) -> DominoAction {
    let pips = view.hand().strongest().map_or(0, Domino::pips);
    let unseen = view.unseen();
    let below = unseen.iter().filter(|domino| domino.pips() < pips).count();
    let chance = all_of(below as f32 / unseen.len().max(1) as f32, opponents);
    if chance > 0.5 { DominoAction::Open } else { DominoAction::Close }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use kosti_engine::domino_poker::{DominoDeal, DominoState, MAX_PLAYERS};
    use kosti_engine::{ActionSet, Chance, DominoPokerRules, Rules, Turn};

    fn game(rules: &str) -> DominoPoker {
        DominoPoker::new(DominoPokerRules::parse(rules).unwrap())
    }

    pub(crate) fn dominoes(text: &str) -> DominoSet {
        text.split(' ').map(|domino| domino.parse::<Domino>().unwrap()).collect()
    }

    /// The game after these hands were dealt in a stage, from the starter on, and these actions taken.
    pub(crate) fn played(stage: Stage, hands: &[&str], actions: &[&str]) -> (DominoPoker, DominoState) {
        let game = game(&format!("players={}", hands.len()));
        let size = hands[0].split(' ').count();
        let mut state = game.start();
        let luck = Chance::new(0, 0);
        // The stage is reached with the first action that is legal.
        while !(game.turn(&state) == Turn::Chance
            && state.table().stage() == stage
            && state.table().hand() as usize == size)
        {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                _ => {
                    let action = game.legal(&state).nth(0);
                    game.play_unchecked(&mut state, action);
                }
            }
        }
        let mut deal = [DominoSet::EMPTY; MAX_PLAYERS];
        for (offset, hand) in hands.iter().enumerate() {
            deal[state.table().starter().plus(offset, game.players()).index()] = dominoes(hand);
        }
        game.resolve(&mut state, &DominoDeal::Hands(deal));
        for action in actions {
            game.play(&mut state, action.parse().unwrap()).unwrap();
        }
        (game, state)
    }

    /// What greedy does then.
    fn answer(stage: Stage, hands: &[&str], actions: &[&str]) -> String {
        let (game, state) = played(stage, hands, actions);
        game.greedy_action(&game.observe(&state, state.table().seat())).to_string()
    }

    #[test]
    fn bids_what_it_holds() {
        let bid = |hand: &str| answer(Stage::Bidding, &[hand, "2-1 3-1 5-4", "3-2 2-2 5-5"], &[]);
        assert_eq!(bid("1-1 0-0 6-0"), "3");
        assert_eq!(bid("4-1 4-2 3-3"), "0");
        assert_eq!(bid("1-1 4-2 3-3"), "1");
    }

    #[test]
    fn takes_as_cheaply_as_it_can_when_it_plays_last() {
        let hands = ["5-1 2-1 3-1", "6-6 6-0 4-3"];
        assert_eq!(answer(Stage::Bidding, &hands, &["0", "2", "5-1"]), "4-3");
        // With what it bid it lies low, and gets rid of its strongest when it must win.
        assert_eq!(answer(Stage::Bidding, &hands, &["0", "0", "2-1"]), "6-0");
        assert_eq!(answer(Stage::Bidding, &["5-5 2-1 3-1", "6-6 6-0 4-3"], &["0", "0", "5-5"]), "4-3");
    }

    #[test]
    fn grabs_and_shuns_tricks_as_the_stage_asks() {
        let hands = ["5-5 2-1 3-1 4-1 5-1 6-1 2-2", "6-6 6-0 4-3 3-2 4-2 5-2 6-2"];
        assert_eq!(answer(Stage::Grab, &hands, &[]), "5-5");
        assert_eq!(answer(Stage::Grab, &hands, &["5-5"]), "6-6");
        assert_eq!(answer(Stage::Mizer, &hands, &[]), "2-1");
        assert_eq!(answer(Stage::Mizer, &hands, &["5-5"]), "6-2");
    }

    #[test]
    fn opens_with_many_pips_alone() {
        let game = game("players=3,last=on");
        let (mut opened, mut closed) = (Vec::new(), Vec::new());
        for block in 0..60 {
            let luck = Chance::new(4, block);
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Chance => game.advance(&mut state, &luck),
                    Turn::Seat(seat) => {
                        let view = game.observe(&state, seat);
                        let action = game.greedy_action(&view);
                        let pips = view.hand().strongest().map_or(0, Domino::pips);
                        match action {
                            DominoAction::Open => opened.push(pips),
                            DominoAction::Close => closed.push(pips),
                            _ => {}
                        }
                        game.play(&mut state, action).unwrap();
                    }
                    Turn::Over => break,
                }
            }
        }
        assert!(opened.iter().min() >= Some(&8) && closed.iter().max() <= Some(&9), "{opened:?} {closed:?}");
        assert_eq!(opened.len() + closed.len(), 180);
    }
}
