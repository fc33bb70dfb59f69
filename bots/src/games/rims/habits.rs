//! Habits in rims: how to fight for trump, and what to lead.
//!
//! A card *fights* if it sets trump: any that is higher than the card which sets it now, the first card of the dealer
//! whatever it is, and any with which the dealer goes on. Otherwise a card that is shown *agrees*.

use kosti_engine::rims::{RimsAction, RimsPhase, RimsView};
use kosti_engine::{Card, CardSet, Rank, Rims};

use crate::habit::name::null_habit;
use crate::habit::{Habit, HabitGame, HabitInfo};

/// Fights for trump with at least two cards of the suit alone, the shown one included.
///
/// Who would fight with fewer stands if that is possible and otherwise shows the lowest card that does not set trump. Where
/// all do, as the dealer's first always does, it is the lowest of a suit that is there twice, and failing that the lowest of
/// all. Who would not fight need not, whatever is in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FightWithTwo;

/// Shows the highest card when it comes to a fight for trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowHighest {
    /// The highest card in hand, though another suit may become trump than the player meant.
    OfAll,
    /// The highest card of the suit that the player would make trump.
    OfSuit,
}

/// Shows the lowest card when agreeing to a trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShedLowest;

/// Leads the highest of the last two cards.
///
/// Plain rank decides, so a king is led before a trump queen; of two equally high ones the trump is. The last card of all
/// leaves nothing to choose and does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeadHighest;

/// Leads the lower of two cards of a suit when there are three in hand and the third is of another suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeadLowerOfTwo;

/// Gives up a queen, king or ace to make a suit trump of which nothing else is in hand, if another such high card is left.
///
/// If several would do, it is the one that the player would show anyway, else the highest, which is overruled least. How
/// many players are few is for the rules to say: the habit is the same at any table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetEmptyTrump;

impl HabitGame for Rims {
    const HABITS: &'static [HabitInfo] = &[
        HabitInfo::new("fight-with-two", "fights for trump with at least two cards of the suit alone"),
        HabitInfo::new("show-highest", "shows the highest card when it fights for trump"),
        HabitInfo::new("show-highest-of-suit", "shows the highest card of the suit that it would make trump"),
        HabitInfo::new("shed-lowest", "shows the lowest card when it agrees to a trump"),
        HabitInfo::new("lead-highest", "leads the higher of its last two cards"),
        HabitInfo::new("lead-lower-of-two", "with three cards leads the lower of the two that share a suit"),
        HabitInfo::new(
            "set-empty-trump",
            "makes a suit trump with a lone queen, king or ace, if another such card is left",
        ),
    ];

    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>> {
        Some(match name {
            "fight-with-two" => Box::new(FightWithTwo),
            "show-highest" => Box::new(ShowHighest::OfAll),
            "show-highest-of-suit" => Box::new(ShowHighest::OfSuit),
            "shed-lowest" => Box::new(ShedLowest),
            "lead-highest" => Box::new(LeadHighest),
            "lead-lower-of-two" => Box::new(LeadLowerOfTwo),
            "set-empty-trump" => Box::new(SetEmptyTrump),
            _ => return null_habit(name),
        })
    }
}

impl Habit<Rims> for FightWithTwo {
    fn ask(&self, _: &Rims, view: &RimsView, usual: RimsAction) -> Option<RimsAction> {
        let card = fighting_card(view, usual)?;
        if of_its_suit(view, card).len() >= 2 {
            Some(usual)
        } else if view.table().phase() == RimsPhase::FightOn {
            Some(RimsAction::Stand)
        } else {
            let hand = view.hand().iter();
            let agreeing: CardSet = hand.clone().filter(|&card| !sets_trump(view, card)).collect();
            let twice: CardSet = hand.filter(|&card| of_its_suit(view, card).len() >= 2).collect();
            let shown = [agreeing, twice, view.hand()].into_iter().find(|cards| !cards.is_empty())?;
            lowest(view, shown, card).map(RimsAction::Card)
        }
    }
}

impl Habit<Rims> for ShowHighest {
    fn ask(&self, _: &Rims, view: &RimsView, usual: RimsAction) -> Option<RimsAction> {
        let card = fighting_card(view, usual)?;
        let cards = match self {
            Self::OfAll => view.hand(),
            Self::OfSuit => of_its_suit(view, card),
        };
        // Of equally high ones the usual, then one that leaves more trumps.
        let highest = cards.iter().max_by_key(|&other| (other.rank(), other == card, of_its_suit(view, other).len()));
        highest.map(RimsAction::Card)
    }
}

impl Habit<Rims> for ShedLowest {
    fn ask(&self, _: &Rims, view: &RimsView, usual: RimsAction) -> Option<RimsAction> {
        match usual {
            RimsAction::Card(card) if view.table().phase() == RimsPhase::Show && !sets_trump(view, card) => {
                lowest(view, view.hand(), card).map(RimsAction::Card)
            }
            _ => None,
        }
    }
}

impl Habit<Rims> for LeadHighest {
    fn ask(&self, _: &Rims, view: &RimsView, usual: RimsAction) -> Option<RimsAction> {
        if !leads(view) || view.hand().len() != 2 {
            return None;
        }
        let is_trump = |card: Card| Some(card.suit()) == view.table().trump();
        let is_usual = |card: Card| RimsAction::Card(card) == usual;
        let highest = view.hand().iter().max_by_key(|&card| (card.rank(), is_trump(card), is_usual(card)));
        highest.map(RimsAction::Card)
    }
}

impl Habit<Rims> for LeadLowerOfTwo {
    fn ask(&self, _: &Rims, view: &RimsView, _: RimsAction) -> Option<RimsAction> {
        if !leads(view) || view.hand().len() != 3 {
            return None;
        }
        let lower = view.hand().iter().find(|&card| of_its_suit(view, card).len() == 2);
        lower.map(RimsAction::Card)
    }
}

impl Habit<Rims> for SetEmptyTrump {
    fn ask(&self, _: &Rims, view: &RimsView, usual: RimsAction) -> Option<RimsAction> {
        if !matches!(view.table().phase(), RimsPhase::Show | RimsPhase::FightOn) {
            return None;
        }
        let high = view.hand().iter().filter(|card| card.rank().index() + 2 >= Rank::ACE.index());
        if high.clone().count() < 2 {
            return None;
        }
        let lone = high.filter(|&card| of_its_suit(view, card).len() == 1 && sets_trump(view, card));
        let actions = lone.map(RimsAction::Card);
        actions.clone().find(|&action| action == usual).or(actions.last())
    }
}

/// The card with which an action fights for trump, if it does.
fn fighting_card(view: &RimsView, action: RimsAction) -> Option<Card> {
    match (view.table().phase(), action) {
        (RimsPhase::Show | RimsPhase::FightOn, RimsAction::Card(card)) => sets_trump(view, card).then_some(card),
        _ => None,
    }
}

/// Whether a card shown now sets trump.
fn sets_trump(view: &RimsView, card: Card) -> bool {
    view.table().best().is_none_or(|best| card.rank() > best.rank())
}

/// The cards in hand that have the suit of this one.
fn of_its_suit(view: &RimsView, card: Card) -> CardSet {
    view.hand().and(CardSet::suit(card.suit()))
}

/// The lowest of these cards: of equally low ones the usual, then one that is not trump now.
fn lowest(view: &RimsView, cards: CardSet, usual: Card) -> Option<Card> {
    let is_trump = |card: Card| Some(card.suit()) == view.table().trump();
    cards.iter().min_by_key(|&card| (card.rank(), card != usual, is_trump(card)))
}

/// Whether the seat leads to a trick.
fn leads(view: &RimsView) -> bool {
    view.table().phase() == RimsPhase::Play && view.table().in_round() == 0
}

#[cfg(test)]
mod tests {
    use kosti_engine::Game;
    use kosti_engine::rims::MAX_PLAYERS;

    use super::*;
    use crate::games::rims::greedy::tests as positions;
    use crate::habit::examine::{Say, examine};

    const RULES: [&str; 7] = [
        "players=2",
        "players=2,lead=winner",
        "players=3",
        "players=3,lead=winner",
        "players=4",
        "players=6,lead=winner",
        "players=13",
    ];

    fn examined(habit: &impl Habit<Rims>, is_its_own: impl Fn(&Say<'_, Rims>) -> bool) {
        examine(&RULES, 60, habit, is_its_own);
    }

    /// Whether an action sets trump, found out by playing it.
    fn fights(say: &Say<'_, Rims>, action: RimsAction) -> bool {
        let RimsAction::Card(card) = action else { return false };
        let table = say.view.table();
        match table.phase() {
            RimsPhase::FightOn => true,
            RimsPhase::Show => {
                let others = [CardSet::EMPTY; MAX_PLAYERS];
                let mut state = say.view.world(others);
                say.game.play_unchecked(&mut state, action);
                // The last card of a deal's last circle starts the tricks, and then no card sets trump.
                state.table().best() == Some(card)
                    || (state.table().phase() == RimsPhase::Play
                        && table.best().is_none_or(|best| best.rank() < card.rank()))
            }
            _ => false,
        }
    }

    fn card(action: RimsAction) -> Option<Card> {
        match action {
            RimsAction::Card(card) => Some(card),
            RimsAction::Stand => None,
        }
    }

    fn is_lead_of(say: &Say<'_, Rims>, cards: usize) -> bool {
        let table = say.view.table();
        table.phase() == RimsPhase::Play && table.best().is_none() && say.view.hand().len() == cards
    }

    /// What a habit asks after these hands were dealt and these actions played, if the player would do the usual.
    fn asked(habit: &impl Habit<Rims>, rules: &str, hands: &[&str], played: &[&str], usual: &str) -> String {
        let (game, state) = positions::played(rules, hands, played);
        let usual = usual.parse().unwrap();
        game.check(&state, usual).unwrap();
        let view = game.observe(&state, state.table().seat());
        habit.ask(&game, &view, usual).map_or("nothing".to_owned(), |action| action.to_string())
    }

    #[test]
    fn fights_with_two_alone() {
        examined(&FightWithTwo, |say| {
            let held = card(say.usual).map_or(0, |card| of_its_suit(say.view, card).len());
            let suit_of = |action| card(action).map_or(0, |card| of_its_suit(say.view, card).len());
            let lowest = Some(say.view.hand().lowest().unwrap().rank()) == rank(say.asked);
            let gives_in = !fights(say, say.asked) || suit_of(say.asked) >= 2 || lowest;
            fights(say, say.usual) && if held >= 2 { say.asked == say.usual } else { gives_in }
        });
        let hands = ["9s Ks Qh 3d", "Td Kd Ah 2h", "2c 3c 4c 5c"];
        let ask = |played: &[&str], usual| asked(&FightWithTwo, "players=3", &hands, played, usual);
        // The dealer cannot but set trump: instead of a suit that is there once it takes the one that is there twice.
        assert_eq!(ask(&[], "Qh"), "9s");
        assert_eq!(ask(&[], "9s"), "9s");
        assert_eq!(ask(&["9s"], "Td"), "Td");
        assert_eq!(ask(&["9s"], "2h"), "nothing");
        // Fighting on with the last spade or heart is not for the dealer, nor is standing forbidden.
        assert_eq!(ask(&["9s", "Td", "2c"], "Qh"), "stand");
        assert_eq!(ask(&["9s", "Td", "2c"], "stand"), "nothing");
        let hands = ["9s Ks Qh 3d", "Td Kh Ac 4h", "2c 3c 4c 5c"];
        assert_eq!(asked(&FightWithTwo, "players=3", &hands, &["9s"], "Ac"), "4h");
        // Where every card sets trump, the lowest comes closest to peace.
        assert_eq!(asked(&FightWithTwo, "players=3", &hands, &["3d"], "Ac"), "4h");
    }

    fn rank(action: RimsAction) -> Option<Rank> {
        card(action).map(Card::rank)
    }

    #[test]
    fn shows_the_highest_in_a_fight() {
        examined(&ShowHighest::OfAll, |say| {
            let highest = say.view.hand().highest().unwrap().rank();
            fights(say, say.usual) && fights(say, say.asked) && rank(say.asked) == Some(highest)
        });
        examined(&ShowHighest::OfSuit, |say| {
            let suit = card(say.usual).map(Card::suit);
            let above = CardSet::above(rank(say.asked).unwrap()).and(CardSet::suit(suit.unwrap()));
            fights(say, say.usual)
                && fights(say, say.asked)
                && card(say.asked).map(Card::suit) == suit
                && say.view.hand().and(above).is_empty()
        });
        let hands = ["9s Ks Qh 3d", "Td Kd Ah 2h", "2c 3c 4c 5c"];
        let ask = |habit, played: &[&str], usual| asked(&habit, "players=3", &hands, played, usual);
        assert_eq!(ask(ShowHighest::OfAll, &["9s"], "Td"), "Ah");
        assert_eq!(ask(ShowHighest::OfSuit, &["9s"], "Td"), "Kd");
        assert_eq!(ask(ShowHighest::OfAll, &["9s"], "2h"), "nothing");
        assert_eq!(ask(ShowHighest::OfAll, &["9s", "Td", "2c"], "Qh"), "Ks");
        assert_eq!(ask(ShowHighest::OfSuit, &["9s", "Td", "2c"], "Qh"), "Qh");
        assert_eq!(ask(ShowHighest::OfSuit, &["9s", "Td", "2c"], "stand"), "nothing");
    }

    #[test]
    fn sheds_the_lowest() {
        examined(&ShedLowest, |say| {
            let lowest = say.view.hand().lowest().unwrap().rank();
            let shows = say.view.table().phase() == RimsPhase::Show;
            shows && !fights(say, say.usual) && !fights(say, say.asked) && rank(say.asked) == Some(lowest)
        });
        let hands = ["9s Ks Qh 3d", "8d Kd Ah 2h", "2s 2c 4c 5c"];
        let ask = |played: &[&str], usual| asked(&ShedLowest, "players=3", &hands, played, usual);
        assert_eq!(ask(&["9s"], "8d"), "2h");
        assert_eq!(ask(&["9s"], "Kd"), "nothing");
        // Of two twos it keeps the trump, unless the player would not.
        assert_eq!(ask(&["9s", "8d"], "5c"), "2c");
        assert_eq!(ask(&["9s", "8d"], "2s"), "2s");
        assert_eq!(ask(&["9s", "8d", "2c"], "3d"), "nothing");
    }

    #[test]
    fn leads_the_highest_of_the_last_two() {
        examined(&LeadHighest, |say| {
            is_lead_of(say, 2) && rank(say.asked) == Some(say.view.hand().highest().unwrap().rank())
        });
        let hands = ["9s Ks Qh Kd", "8d 8h Ah 2h"];
        let ask = |played: &[&str], usual| asked(&LeadHighest, "players=2", &hands, played, usual);
        assert_eq!(ask(&["9s", "2h", "Qh", "8d"], "Kd"), "Ks");
        assert_eq!(ask(&["9s", "2h", "Ks", "8d"], "Qh"), "Kd");
        assert_eq!(ask(&["9s", "2h"], "Qh"), "nothing");
        assert_eq!(ask(&["9s", "2h", "Qh"], "8d"), "nothing");
    }

    #[test]
    fn leads_the_lower_of_two() {
        examined(&LeadLowerOfTwo, |say| {
            let lead = card(say.asked).unwrap();
            let suit = of_its_suit(say.view, lead);
            is_lead_of(say, 3) && suit.len() == 2 && suit.lowest() == Some(lead)
        });
        let ask = |hand, usual| asked(&LeadLowerOfTwo, "players=2", &[hand, "8d 8c Ac 2h"], &["9s", "2h"], usual);
        assert_eq!(ask("9s Ks Qh 3h", "Ks"), "3h");
        assert_eq!(ask("9s Ks Qh 3d", "Ks"), "nothing");
        assert_eq!(ask("9s Kh Qh 3h", "Kh"), "nothing");
    }

    #[test]
    fn sets_a_trump_that_it_does_not_hold() {
        examined(&SetEmptyTrump, |say| {
            let shown = card(say.asked).unwrap();
            let high = |card: &Card| ["Q", "K", "A"].contains(&card.rank().to_string().as_str());
            let high_ones = say.view.hand().iter().filter(high).count();
            fights(say, say.asked) && high(&shown) && high_ones >= 2 && of_its_suit(say.view, shown).len() == 1
        });
        let ask =
            |hand, played: &[&str], usual| asked(&SetEmptyTrump, "players=2", &["Ts Kc Qc 3c", hand], played, usual);
        assert_eq!(ask("Ks Qh Ah 2h", &["Ts"], "2h"), "Ks");
        assert_eq!(ask("Ks Qd Ah 2h", &["Ts"], "2h"), "Ks");
        assert_eq!(ask("Ks Qd Ah 2h", &["Ts"], "Qd"), "Qd");
        // Nothing to follow up with, or no way to set trump.
        assert_eq!(ask("Ks 4d 5d 2h", &["Ts"], "2h"), "nothing");
        assert_eq!(ask("Ks Qd 5d 2h", &["Kc"], "2h"), "nothing");
        assert_eq!(ask("Ks Qs Kh Qh", &["Ts"], "Ks"), "nothing");
    }
}
