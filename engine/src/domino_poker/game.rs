//! How domino-poker is played.

use crate::chance::{Chance, Label};
use crate::domino::{DOMINOES, Domino, DominoSet, DominoSlot};
use crate::domino_poker::action::{Direction, DominoAction, DominoLegal};
use crate::domino_poker::knowledge::{deal_unseen, lacks_after};
use crate::domino_poker::last::{last_points, place_of};
use crate::domino_poker::points::deal_points;
use crate::domino_poker::rules::DominoPokerRules;
use crate::domino_poker::stage::{Deal, Stage};
use crate::domino_poker::state::{
    DominoDeal, DominoPhase, DominoState, DominoTable, DominoView, NO_BID, Opening, Ring,
};
use crate::domino_poker::{MAX_DEALS, MAX_HAND, MAX_PLAYERS};
use crate::error::{IllegalAction, ImpossibleMoment, ImpossibleOutcome};
use crate::game::{Game, Turn};
use crate::rng::Rng;
use crate::seat::{Scores, Seat};

/// Domino-poker under fixed rules.
#[derive(Clone, Copy, Debug)]
pub struct DominoPoker {
    rules: DominoPokerRules,
    /// Every deal of the game, in order; nothing after the last.
    deals: [Option<Deal>; MAX_DEALS + 1],
}

const NOTHING_LAID: [[DominoSlot; MAX_PLAYERS]; MAX_HAND] = [[DominoSlot::NONE; MAX_PLAYERS]; MAX_HAND];

/// The dominoes in their own order: the ring of a state that has none.
const SORTED: Ring = {
    let mut ring = [Domino::POKER; DOMINOES];
    let mut place = 0;
    while place < DOMINOES {
        ring[place] = Domino::from_index(place);
        place += 1;
    }
    ring
};

/// What may be played to a trick, and how many dominoes that are.
#[inline]
fn follow(hand: DominoSet, len: u8, led: Option<Domino>) -> DominoLegal {
    let whole_hand = DominoLegal::Dominoes { set: hand, count: len };
    let Some(led) = led.filter(|led| led.asks_for_trumps()) else { return whole_hand };
    let trumps = hand.and(DominoSet::TRUMPS);
    match trumps.strongest() {
        None => whole_hand,
        Some(strongest) if led == Domino::POKER => DominoLegal::Dominoes { set: DominoSet::of(strongest), count: 1 },
        Some(_) => DominoLegal::Dominoes { set: trumps, count: trumps.len() as u8 },
    }
}

impl DominoPoker {
    /// The moment before a deal (from 0), with the points of each seat.
    ///
    /// # Errors
    /// If no game comes to that.
    pub fn before_deal(&self, deal: usize, scores: &[i32]) -> Result<DominoState, ImpossibleMoment> {
        let players = self.rules.players;
        if scores.len() != usize::from(players) {
            return Err(ImpossibleMoment::NotEverySeat { players });
        }
        if self.deals.get(deal).copied().flatten().is_none() {
            return Err(ImpossibleMoment::GameOver);
        }
        let mut points = [0; MAX_PLAYERS];
        for (points, &score) in points.iter_mut().zip(scores) {
            // So far from the ends that a deal cannot reach them.
            *points = i16::try_from(score).ok().filter(|score| score.abs() < 10_000).ok_or(ImpossibleMoment::Score)?;
        }
        let starter = Seat::new(0).plus(deal, players);
        Ok(DominoState { table: self.table(deal as u8, starter, points), ..self.start() })
    }

    #[inline]
    fn legal_with(&self, table: &DominoTable, hand: DominoSet) -> DominoLegal {
        match table.phase {
            DominoPhase::Play => follow(hand, table.hand - table.tricks, table.led.domino()),
            DominoPhase::Bid => DominoLegal::Bids(table.hand),
            DominoPhase::Pick => DominoLegal::Picks,
            DominoPhase::Opening => DominoLegal::Opening,
            DominoPhase::Deal | DominoPhase::Over => DominoLegal::None,
        }
    }

    #[inline]
    fn bid(&self, table: &mut DominoTable, bid: u8) {
        table.bids[table.seat.index()] = bid;
        table.seat = table.seat.next(self.rules.players);
        table.acted += 1;
        if table.acted == self.rules.players {
            table.acted = 0;
            table.phase = DominoPhase::Play;
        }
    }

    #[inline]
    fn lay(&self, table: &mut DominoTable, domino: Domino) {
        let seat = table.seat;
        table.laid[table.tricks as usize][seat.index()] = DominoSlot::of(domino);
        match table.led.domino() {
            None => table.led = DominoSlot::of(domino),
            Some(led) => {
                let lacks = &mut table.lacks[seat.index()];
                *lacks = lacks.or(lacks_after(led, domino));
            }
        }
        // Written in any case: who wins is too random for a branch.
        let wins = table.best.domino().is_none_or(|best| domino.beats(best));
        table.best = if wins { DominoSlot::of(domino) } else { table.best };
        table.best_seat = if wins { seat } else { table.best_seat };
        table.seat = seat.next(self.rules.players);
        table.acted += 1;
        if table.acted == self.rules.players {
            self.finish_trick(table);
        }
    }

    #[inline]
    fn finish_trick(&self, table: &mut DominoTable) {
        let winner = table.best_seat;
        table.taken[winner.index()] += 1;
        table.tricks += 1;
        table.acted = 0;
        table.led = DominoSlot::NONE;
        table.best = DominoSlot::NONE;
        table.leader = winner;
        table.seat = winner;
        if table.tricks == table.hand {
            for seat in 0..self.rules.players as usize {
                let bid = if table.stage.has_bids() { table.bids[seat] } else { 0 };
                table.scores[seat] += deal_points(table.stage, bid, table.taken[seat]);
            }
            self.start_next_deal(table);
        }
    }

    /// Clears the table for the next deal, or ends the game.
    fn start_next_deal(&self, table: &mut DominoTable) {
        *table = self.table(table.deal + 1, table.starter.next(self.rules.players), table.scores);
    }

    /// The table before the deal with this number, or after the last.
    fn table(&self, number: u8, starter: Seat, scores: [i16; MAX_PLAYERS]) -> DominoTable {
        let (phase, Deal { stage, hand }) = match self.deals[number as usize] {
            Some(deal) => (DominoPhase::Deal, deal),
            None => (DominoPhase::Over, Deal { stage: Stage::Last, hand: 0 }),
        };
        DominoTable {
            lacks: [DominoSet::EMPTY; MAX_PLAYERS],
            scores,
            laid: NOTHING_LAID,
            bids: [NO_BID; MAX_PLAYERS],
            taken: [0; MAX_PLAYERS],
            deal: number,
            stage,
            hand,
            phase,
            starter,
            leader: starter,
            seat: starter,
            tricks: 0,
            acted: 0,
            led: DominoSlot::NONE,
            best: DominoSlot::NONE,
            best_seat: starter,
            shown: DominoSlot::NONE,
            pick: 0,
            direction: Direction::Forward,
        }
    }

    /// The seat with the top score, the first from the starter on.
    fn picker(&self, table: &DominoTable) -> Seat {
        let mut picker = table.starter;
        for offset in 1..self.rules.players as usize {
            let seat = table.starter.plus(offset, self.rules.players);
            if table.scores[seat.index()] > table.scores[picker.index()] {
                picker = seat;
            }
        }
        picker
    }

    fn pick(&self, state: &mut DominoState, place: u8, direction: Direction) {
        let shown = state.ring[place as usize];
        let table = &mut state.table;
        table.shown = DominoSlot::of(shown);
        table.pick = place;
        table.direction = direction;
        table.phase = DominoPhase::Opening;
        for offset in 0..self.rules.players as usize {
            let seat = table.leader.plus(offset, self.rules.players);
            state.hands[seat.index()] = DominoSet::of(state.ring[place_of(place, direction, shown, offset)]);
        }
    }

    fn open(&self, state: &mut DominoState, opening: Opening) {
        let table = &mut state.table;
        state.openings[table.seat.index()] = opening;
        table.seat = table.seat.next(self.rules.players);
        table.acted += 1;
        if table.acted < self.rules.players {
            return;
        }
        let opened: [Option<u8>; MAX_PLAYERS] = core::array::from_fn(|seat| {
            let domino = state.hands[seat].strongest()?;
            (state.openings[seat] == Opening::Open).then_some(domino.pips())
        });
        for (score, points) in table.scores.iter_mut().zip(last_points(&opened)) {
            *score += points;
        }
        self.start_next_deal(table);
        state.hands = [DominoSet::EMPTY; MAX_PLAYERS];
        state.openings = [Opening::Undecided; MAX_PLAYERS];
        state.ring = SORTED;
    }

    /// A ring in which the known dominoes of the last stage lie where they must.
    fn imagine_ring(&self, view: &DominoView, rng: &mut Rng) -> Ring {
        let mut fixed = [DominoSlot::NONE; DOMINOES];
        if let (Some(shown), Some(own)) = (view.table.shown.domino(), view.hand.strongest()) {
            let offset = (view.seat.index() + self.rules.players as usize - view.table.leader.index())
                % self.rules.players as usize;
            fixed[view.table.pick as usize] = DominoSlot::of(shown);
            fixed[place_of(view.table.pick, view.table.direction, shown, offset)] = DominoSlot::of(own);
        }
        let mut unseen = SORTED;
        let mut count = 0;
        for domino in view.unseen().iter() {
            unseen[count] = domino;
            count += 1;
        }
        rng.shuffle_front(&mut unseen[..count], count);
        let mut next = unseen.iter();
        fixed.map(|slot| slot.domino().or_else(|| next.next().copied()).unwrap_or(Domino::POKER))
    }
}

impl Game for DominoPoker {
    type Rules = DominoPokerRules;
    type State = DominoState;
    type View = DominoView;
    type Action = DominoAction;
    type Legal<'a> = DominoLegal;
    /// The number of the deal, from 0.
    type Request = u8;
    type Outcome = DominoDeal;

    fn new(rules: DominoPokerRules) -> Self {
        Self { rules, deals: core::array::from_fn(|number| rules.deal(number as u8)) }
    }

    fn rules(&self) -> &DominoPokerRules {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.rules.players
    }

    #[inline]
    fn start(&self) -> DominoState {
        let table = self.table(0, Seat::new(0), [0; MAX_PLAYERS]);
        DominoState {
            table,
            hands: [DominoSet::EMPTY; MAX_PLAYERS],
            openings: [Opening::Undecided; MAX_PLAYERS],
            ring: SORTED,
        }
    }

    #[inline]
    fn turn(&self, state: &DominoState) -> Turn {
        match state.table.phase {
            DominoPhase::Deal => Turn::Chance,
            DominoPhase::Over => Turn::Over,
            _ => Turn::Seat(state.table.seat),
        }
    }

    #[inline]
    fn request(&self, state: &DominoState) -> u8 {
        state.table.deal
    }

    #[inline]
    fn draw(&self, number: u8, luck: &Chance) -> DominoDeal {
        let mut rng = luck.stream(Label::deal(number));
        let mut dominoes = SORTED;
        match self.deals[number as usize] {
            Some(Deal { stage: Stage::Last, .. }) | None => {
                rng.shuffle_front(&mut dominoes, DOMINOES);
                DominoDeal::Ring(dominoes)
            }
            Some(Deal { hand, .. }) => {
                let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
                let dealt = (hand * self.rules.players) as usize;
                // If all are dealt, the last hand is what the others leave.
                let drawn = if dealt == DOMINOES { dealt - hand as usize } else { dealt };
                rng.shuffle_front(&mut dominoes, drawn);
                for (hand, dominoes) in hands.iter_mut().zip(dominoes[..dealt].chunks_exact(hand as usize)) {
                    *hand = dominoes.iter().fold(DominoSet::EMPTY, |hand, &domino| hand.or(DominoSet::of(domino)));
                }
                DominoDeal::Hands(hands)
            }
        }
    }

    fn check_outcome(&self, state: &DominoState, deal: &DominoDeal) -> Result<(), ImpossibleOutcome> {
        let table = &state.table;
        match deal {
            _ if table.phase != DominoPhase::Deal => Err(ImpossibleOutcome::NotDue),
            DominoDeal::Ring(ring) => {
                if table.stage != Stage::Last {
                    return Err(ImpossibleOutcome::NotDue);
                }
                let all: DominoSet = ring.iter().copied().collect();
                if all == DominoSet::ALL { Ok(()) } else { Err(ImpossibleOutcome::NotInStock) }
            }
            DominoDeal::Hands(_) if table.stage == Stage::Last => Err(ImpossibleOutcome::NotDue),
            DominoDeal::Hands(hands) => {
                let mut stock = DominoSet::ALL;
                for (seat, &hand) in hands.iter().enumerate() {
                    let size = if seat < self.rules.players as usize { table.hand } else { 0 };
                    if hand.len() != size as usize {
                        return Err(ImpossibleOutcome::HandSize(table.hand));
                    }
                    if !hand.without(stock).is_empty() {
                        return Err(ImpossibleOutcome::NotInStock);
                    }
                    stock = stock.without(hand);
                }
                Ok(())
            }
        }
    }

    #[inline]
    fn resolve(&self, state: &mut DominoState, deal: &DominoDeal) {
        match deal {
            DominoDeal::Hands(hands) => {
                state.hands = *hands;
                let bids = state.table.stage.has_bids();
                state.table.phase = if bids { DominoPhase::Bid } else { DominoPhase::Play };
            }
            DominoDeal::Ring(ring) => {
                state.ring = *ring;
                state.table.phase = DominoPhase::Pick;
                state.table.leader = self.picker(&state.table);
                state.table.seat = state.table.leader;
            }
        }
    }

    #[inline]
    fn legal<'a>(&'a self, state: &'a DominoState) -> DominoLegal {
        self.legal_with(&state.table, state.hands[state.table.seat.index()])
    }

    #[inline]
    fn legal_in<'a>(&'a self, view: &'a DominoView) -> DominoLegal {
        if view.seat == view.table.seat { self.legal_with(&view.table, view.hand) } else { DominoLegal::None }
    }

    fn check(&self, state: &DominoState, action: DominoAction) -> Result<(), IllegalAction> {
        let legal = self.legal(state);
        match (legal, action) {
            (DominoLegal::None, _) if state.table.phase == DominoPhase::Over => Err(IllegalAction::GameOver),
            (DominoLegal::None, _) => Err(IllegalAction::ChanceFirst),
            (DominoLegal::Bids(most), DominoAction::Bid(bid)) if bid > most => Err(IllegalAction::BidTooHigh(most)),
            (DominoLegal::Bids(_), DominoAction::Bid(_)) => Ok(()),
            (DominoLegal::Bids(_), _) => Err(IllegalAction::WrongPhase("a bid is due")),
            (DominoLegal::Dominoes { set, .. }, DominoAction::Play(domino)) => {
                if set.contains(domino) {
                    Ok(())
                } else if !state.hand(state.table.seat).contains(domino) {
                    Err(IllegalAction::NotHeld)
                } else if state.table.led.domino() == Some(Domino::POKER) {
                    Err(IllegalAction::MustPlayStrongestTrump)
                } else {
                    Err(IllegalAction::MustFollowTrump)
                }
            }
            (DominoLegal::Dominoes { .. }, _) => Err(IllegalAction::WrongPhase("a domino must be played")),
            (DominoLegal::Picks, DominoAction::Pick(place, _)) if place as usize >= DOMINOES => {
                Err(IllegalAction::OutsideRing)
            }
            (DominoLegal::Picks, DominoAction::Pick(..)) => Ok(()),
            (DominoLegal::Picks, _) => Err(IllegalAction::WrongPhase("a place of the ring must be picked")),
            (DominoLegal::Opening, DominoAction::Open | DominoAction::Close) => Ok(()),
            (DominoLegal::Opening, _) => Err(IllegalAction::WrongPhase("the domino must be opened or not")),
        }
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut DominoState, action: DominoAction) {
        match action {
            DominoAction::Play(domino) => {
                state.hands[state.table.seat.index()].remove(domino);
                self.lay(&mut state.table, domino);
            }
            DominoAction::Bid(bid) => self.bid(&mut state.table, bid),
            DominoAction::Pick(place, direction) => self.pick(state, place, direction),
            DominoAction::Open => self.open(state, Opening::Open),
            DominoAction::Close => self.open(state, Opening::Closed),
        }
    }

    #[inline]
    fn observe(&self, state: &DominoState, seat: Seat) -> DominoView {
        let hand = if state.table.hands_unseen() { DominoSet::EMPTY } else { state.hands[seat.index()] };
        DominoView { table: state.table, hand, opening: state.openings[seat.index()], seat }
    }

    fn determinize(&self, view: &DominoView, rng: &mut Rng) -> DominoState {
        let players = self.rules.players;
        let mut state = DominoState {
            table: view.table,
            hands: [DominoSet::EMPTY; MAX_PLAYERS],
            openings: [Opening::Undecided; MAX_PLAYERS],
            ring: SORTED,
        };
        match view.table.phase {
            DominoPhase::Bid | DominoPhase::Play => {
                let mut sizes = [0; MAX_PLAYERS];
                for seat in Seat::all(players) {
                    let known = seat == view.seat && !view.table.hands_unseen();
                    sizes[seat.index()] = if known { 0 } else { view.table.hand_len(seat) as u8 };
                }
                let mut lacks = view.table.lacks;
                lacks[view.seat.index()] = DominoSet::EMPTY;
                state.hands = deal_unseen(view.unseen(), &sizes, &lacks, rng);
                if !view.table.hands_unseen() {
                    state.hands[view.seat.index()] = view.hand;
                }
            }
            DominoPhase::Pick => state.ring = self.imagine_ring(view, rng),
            DominoPhase::Opening => {
                state.ring = self.imagine_ring(view, rng);
                let table = state.table;
                self.pick(&mut state, table.pick, table.direction);
                state.table = table;
                for offset in 0..table.acted as usize {
                    // Others decided at the same time: each may have done either.
                    let seat = table.leader.plus(offset, players);
                    let opens = rng.below(2) == 0;
                    state.openings[seat.index()] = if opens { Opening::Open } else { Opening::Closed };
                }
                if view.opening != Opening::Undecided {
                    state.openings[view.seat.index()] = view.opening;
                }
            }
            DominoPhase::Deal | DominoPhase::Over => {}
        }
        state
    }

    fn scores(&self, state: &DominoState) -> Scores {
        Scores::new(self.rules.players, |seat| state.table.score(seat))
    }
}
