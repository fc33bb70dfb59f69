//! Habits in domino-poker: what to bid, and whether to lead trumps.

use kosti_engine::domino_poker::{DominoAction, DominoPhase, DominoView, MAX_HAND, Stage};
use kosti_engine::{DominoPoker, DominoSet};

use crate::habit::name::{null_habit, number_in};
use crate::habit::{Habit, HabitGame, HabitInfo};

/// Always bids this number of tricks while bids are blind, if the hand is large enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlindBid(pub u8);

/// Bids one trick less than it would, when it has seen its hand and would bid any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BidLess;

/// Bids one trick more than it would, when it has seen its hand and would bid any, if the hand is large enough.
///
/// No bid at all is a plan of its own, to lie low, and so is left alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BidMore;

/// Leads its strongest trump in the first half of the tricks of a deal, while it wants more tricks. The poker is not a
/// trump.
///
/// Tricks are wanted while a bid is not reached yet, and in grab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeadTrumps;

/// Leads no trump while it wants more tricks, as [`LeadTrumps`] understands it, and holds anything else: instead it leads
/// the strongest of that, the poker before all.
///
/// A lead that is no trump anyway stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepTrumps;

impl HabitGame for DominoPoker {
    const HABITS: &'static [HabitInfo] = &[
        HabitInfo::new("blind-bid=1", "bids this number of tricks, from 0 to 7, while bids are blind"),
        HabitInfo::new("bid-less", "bids one trick less than it would, if it would bid any"),
        HabitInfo::new("bid-more", "bids one trick more than it would, if it would bid any"),
        HabitInfo::new("lead-trumps-in-need", "leads its strongest trump early in a deal, while it wants more tricks"),
        HabitInfo::new("keep-trumps-in-need", "leads no trump while it wants more tricks and holds anything else"),
    ];

    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>> {
        Some(match name {
            "bid-less" => Box::new(BidLess),
            "bid-more" => Box::new(BidMore),
            "lead-trumps-in-need" => Box::new(LeadTrumps),
            "keep-trumps-in-need" => Box::new(KeepTrumps),
            _ => match number_in(name, "blind-bid") {
                Some(bid) => Box::new(BlindBid(u8::try_from(bid).ok().filter(|&bid| usize::from(bid) <= MAX_HAND)?)),
                None => return null_habit(name),
            },
        })
    }
}

impl Habit<DominoPoker> for BlindBid {
    fn ask(&self, _: &DominoPoker, view: &DominoView, _: DominoAction) -> Option<DominoAction> {
        let table = view.table();
        (table.hands_unseen() && self.0 <= table.hand()).then_some(DominoAction::Bid(self.0))
    }
}

impl Habit<DominoPoker> for BidLess {
    fn ask(&self, _: &DominoPoker, view: &DominoView, usual: DominoAction) -> Option<DominoAction> {
        open_bid(view, usual).map(|bid| DominoAction::Bid(bid - 1))
    }
}

impl Habit<DominoPoker> for BidMore {
    fn ask(&self, _: &DominoPoker, view: &DominoView, usual: DominoAction) -> Option<DominoAction> {
        open_bid(view, usual).filter(|&bid| bid < view.table().hand()).map(|bid| DominoAction::Bid(bid + 1))
    }
}

impl Habit<DominoPoker> for LeadTrumps {
    fn ask(&self, _: &DominoPoker, view: &DominoView, _: DominoAction) -> Option<DominoAction> {
        let table = view.table();
        if !leads_for_more(view) || 2 * table.tricks() >= usize::from(table.hand()) {
            return None;
        }
        view.hand().and(DominoSet::TRUMPS).strongest().map(DominoAction::Play)
    }
}

impl Habit<DominoPoker> for KeepTrumps {
    fn ask(&self, _: &DominoPoker, view: &DominoView, usual: DominoAction) -> Option<DominoAction> {
        let others = view.hand().without(DominoSet::TRUMPS);
        if !leads_for_more(view) || others == view.hand() {
            return None;
        }
        let strongest = others.strongest()?;
        match usual {
            DominoAction::Play(domino) if !domino.is_trump() => Some(usual),
            _ => Some(DominoAction::Play(strongest)),
        }
    }
}

/// Whether the seat leads to a trick and wants more of them.
fn leads_for_more(view: &DominoView) -> bool {
    let table = view.table();
    let leads = table.phase() == DominoPhase::Play && table.led().is_none();
    leads
        && match table.stage() {
            Stage::Mizer | Stage::Last => false,
            Stage::Grab => true,
            Stage::Bidding | Stage::Blind => table.bid(view.seat()).is_some_and(|bid| bid > table.taken(view.seat())),
        }
}

/// A bid of some tricks that is made with the hand in view.
fn open_bid(view: &DominoView, usual: DominoAction) -> Option<u8> {
    match usual {
        DominoAction::Bid(bid) if bid > 0 && !view.table().hands_unseen() => Some(bid),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::Game;

    use super::*;
    use crate::games::domino_poker::greedy::tests as positions;
    use crate::habit::examine::{Say, examine};

    const RULES: [&str; 5] = [
        "players=2,sevens=2",
        "players=3,blind=2,grab=2,mizer=2,last=on",
        "players=4",
        "players=5,sevens=1,last=on",
        "players=6,sevens=2,grab=0",
    ];

    fn examined(habit: &impl Habit<DominoPoker>, is_its_own: impl Fn(&Say<'_, DominoPoker>) -> bool) {
        examine(&RULES, 20, habit, is_its_own);
    }

    /// What a habit asks after these hands were dealt in a stage, from the starter on, and these actions taken, if the
    /// player would do the usual.
    fn asked(habit: &impl Habit<DominoPoker>, stage: Stage, hands: [&str; 2], actions: &[&str], usual: &str) -> String {
        let (game, state) = positions::played(stage, &hands, actions);
        let usual = usual.parse().unwrap();
        game.check(&state, usual).unwrap();
        let view = game.observe(&state, state.table().seat());
        habit.ask(&game, &view, usual).map_or("nothing".to_owned(), |action| action.to_string())
    }

    const HANDS: [&str; 2] = ["6-6 6-0 4-0 3-2 4-2", "5-5 0-0 1-1 3-1 4-1"];
    const FULL_HANDS: [&str; 2] = ["6-6 6-0 4-0 3-2 4-2 5-2 6-2", "5-5 0-0 1-1 3-1 4-1 5-1 6-1"];

    fn bids(say: &Say<'_, DominoPoker>, stage: Stage) -> Option<(u8, u8)> {
        match (say.usual, say.asked) {
            (DominoAction::Bid(usual), DominoAction::Bid(asked)) if say.view.table().stage() == stage => {
                Some((usual, asked))
            }
            _ => None,
        }
    }

    #[test]
    fn bids_blindly_what_it_always_does() {
        for bid in 0..=7 {
            examined(&BlindBid(bid), |say| bids(say, Stage::Blind).is_some_and(|(_, asked)| asked == bid));
        }
        assert_eq!(asked(&BlindBid(3), Stage::Blind, FULL_HANDS, &[], "1"), "3");
        assert_eq!(asked(&BlindBid(3), Stage::Blind, FULL_HANDS, &["0"], "7"), "3");
        assert_eq!(asked(&BlindBid(9), Stage::Blind, FULL_HANDS, &[], "1"), "nothing");
        assert_eq!(asked(&BlindBid(3), Stage::Bidding, FULL_HANDS, &[], "1"), "nothing");
        assert!(DominoPoker::habit("blind-bid=0").is_some() && DominoPoker::habit("blind-bid=7").is_some());
        assert!(DominoPoker::habit("blind-bid=8").is_none() && DominoPoker::habit("blind-bid").is_none());
    }

    #[test]
    fn bids_one_less_or_more_with_the_hand_in_view() {
        examined(&BidLess, |say| bids(say, Stage::Bidding).is_some_and(|(usual, asked)| usual == asked + 1));
        examined(&BidMore, |say| bids(say, Stage::Bidding).is_some_and(|(usual, asked)| asked == usual + 1));
        for (usual, less, more) in [("0", "nothing", "nothing"), ("1", "0", "2"), ("5", "4", "nothing")] {
            assert_eq!(asked(&BidLess, Stage::Bidding, HANDS, &[], usual), less);
            assert_eq!(asked(&BidMore, Stage::Bidding, HANDS, &["2"], usual), more);
        }
        assert_eq!(asked(&BidLess, Stage::Blind, FULL_HANDS, &[], "2"), "nothing");
        assert_eq!(asked(&BidMore, Stage::Bidding, HANDS, &["2", "2"], "6-6"), "nothing");
    }

    /// Whether a domino is led by a seat that lacks tricks.
    fn is_lead_in_need(say: &Say<'_, DominoPoker>) -> bool {
        let (table, seat) = (say.view.table(), say.view.seat());
        matches!(say.usual, DominoAction::Play(_))
            && table.in_trick() == 0
            && table.stage() != Stage::Mizer
            && (table.stage() == Stage::Grab || table.bid(seat).unwrap() > table.taken(seat))
    }

    #[test]
    fn leads_its_strongest_trump_early() {
        examined(&LeadTrumps, |say| {
            let DominoAction::Play(lead) = say.asked else { return false };
            let table = say.view.table();
            let early = table.tricks() < usize::from(table.hand()).div_ceil(2);
            let no_stronger = say.view.hand().iter().all(|other| !other.is_trump() || other <= lead);
            is_lead_in_need(say) && early && lead.is_trump() && no_stronger
        });
        let ask = |stage, hands, actions: &[&str], usual| asked(&LeadTrumps, stage, hands, actions, usual);
        assert_eq!(ask(Stage::Bidding, HANDS, &["2", "2"], "6-6"), "6-0");
        // Without a trump, or when following, it has no say.
        assert_eq!(ask(Stage::Bidding, HANDS, &["2", "2", "6-0", "0-0"], "1-1"), "nothing");
        assert_eq!(ask(Stage::Bidding, HANDS, &["2", "2", "6-6"], "1-1"), "nothing");
        assert_eq!(ask(Stage::Grab, FULL_HANDS, &[], "6-6"), "6-0");
        assert_eq!(ask(Stage::Mizer, FULL_HANDS, &[], "3-2"), "nothing");
        // The third of five tricks is the last of the first half.
        let hands = ["6-6 6-5 3-0 2-0 2-1", "5-1 4-1 3-1 5-5 4-4"];
        let two_tricks = ["5", "2", "6-6", "5-1", "6-5", "4-1"];
        let third = ["3-0", "3-1"];
        assert_eq!(ask(Stage::Bidding, hands, &two_tricks, "2-1"), "3-0");
        assert_eq!(ask(Stage::Bidding, hands, &[&two_tricks[..], &third].concat(), "2-1"), "nothing");
        // A bid that is reached wants no more.
        assert_eq!(ask(Stage::Bidding, HANDS, &["0", "2"], "6-6"), "nothing");
        assert_eq!(ask(Stage::Bidding, HANDS, &["1", "2"], "6-6"), "6-0");
    }

    #[test]
    fn keeps_its_trumps() {
        examined(&KeepTrumps, |say| {
            let (DominoAction::Play(usual), DominoAction::Play(lead)) = (say.usual, say.asked) else {
                return false;
            };
            let plain = say.view.hand().without(DominoSet::TRUMPS);
            let expected = if usual.is_trump() { plain.strongest() } else { Some(usual) };
            is_lead_in_need(say) && plain.len() < say.view.hand().len() && Some(lead) == expected
        });
        let ask = |stage, hands, actions: &[&str], usual| asked(&KeepTrumps, stage, hands, actions, usual);
        assert_eq!(ask(Stage::Bidding, HANDS, &["2", "2"], "6-0"), "6-6");
        assert_eq!(ask(Stage::Bidding, HANDS, &["2", "2"], "3-2"), "3-2");
        let [weak, strong] = HANDS;
        assert_eq!(ask(Stage::Bidding, [strong, weak], &["2", "2"], "0-0"), "1-1");
        assert_eq!(ask(Stage::Bidding, ["6-0 4-0", "6-6 5-5"], &["2", "2"], "6-0"), "nothing");
        assert_eq!(ask(Stage::Bidding, ["6-1 4-1", "6-6 5-5"], &["2", "2"], "6-1"), "nothing");
        assert_eq!(ask(Stage::Mizer, FULL_HANDS, &[], "6-0"), "nothing");
        assert_eq!(ask(Stage::Bidding, HANDS, &["0", "2"], "6-0"), "nothing");
        assert_eq!(ask(Stage::Bidding, HANDS, &["1", "2"], "6-0"), "6-6");
    }
}
