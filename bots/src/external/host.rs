//! Playing many games at once with programs outside.

use std::fmt::Display;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kosti_engine::{ActionSet, Chance, Game, Label, Rng, Scores, Seat, Turn};

use super::fault::{Fault, FaultPlace, HostError, LastWords, OnFault};
use super::keeper::{Answer, Event, Mail, Order};
use super::programs::{Program, Programs};
use crate::bot::{Bot, Decision};
use crate::game::BotGame;
use crate::play::{Observer, Players, play_action};
use crate::printable::{clip, printable};
use crate::protocol::{FaultCode, HostMessage, act_line, retry_line};

/// A bot that takes part in the games of a run.
pub enum HostedBot<B> {
    /// A bot of this process, which plays in all games of a worker.
    Here(B),
    /// A program.
    Program(Program),
}

/// A game to be played.
pub struct Job<K, O> {
    /// What the caller calls it.
    pub key: K,
    /// The luck of its block.
    pub luck: Chance,
    /// Which game of the block it is.
    pub number: u16,
    /// The number of the bot in each seat.
    pub seating: Vec<usize>,
    /// The observer of the game.
    pub observer: O,
}

/// A game that is over.
pub struct FinishedGame<K, O> {
    /// What the caller calls it.
    pub key: K,
    /// The scores; if the game was forfeited, those at that moment.
    pub scores: Scores,
    /// The seat that forfeited the game.
    pub forfeit: Option<Seat>,
    /// All faults, in order.
    pub faults: Vec<(Seat, FaultCode)>,
    /// The observer, with what it saw.
    pub observer: O,
}

/// How long a worker that has nothing to do waits before it looks whether the run goes on.
const NAP: Duration = Duration::from_millis(50);

/// Plays the games that `next` gives until it gives none, many at a time, and hands each to `done` when it is over.
///
/// Several threads may run games of the same programs at once, each with entrants of its own. When `stop` is set, games
/// in progress are given up and all is well.
///
/// # Errors
/// If a bot does something wrong and the policy is to stop, or a program cannot be started again. All threads that play
/// with these programs then stop with the same error.
///
/// # Panics
/// If a job does not seat a bot in each seat.
pub fn run<G: BotGame, B: Bot<G>, K: Display, O: Observer<G>>(
    game: &G,
    bots: &mut [HostedBot<B>],
    programs: &Programs,
    stop: &AtomicBool,
    next: impl FnMut() -> Option<Job<K, O>>,
    done: impl FnMut(FinishedGame<K, O>),
) -> Result<(), HostError> {
    let (sender, events) = channel();
    let worker = programs.next_worker();
    for process in &programs.processes {
        _ = process.mail.send(Mail::Join(worker, sender.clone()));
    }
    drop(sender);
    let mut host = Host {
        game,
        rules: game.rules().to_string(),
        bots,
        programs,
        worker,
        left_ms: programs.shared.settings.move_timeout.as_millis() as u64,
        games: Vec::new(),
        free: Vec::new(),
        orders: iter::repeat_with(Vec::new).take(programs.processes.len()).collect(),
        done,
    };
    host.run(&events, stop, next)
}

/// A seat that is played outside.
struct ProgramSeat {
    program: Program,
    process: usize,
    gid: u64,
    /// The number of the last request.
    id: u64,
    faults: Vec<FaultCode>,
}

/// A game in progress.
struct InPlay<G: Game, K, O> {
    key: K,
    luck: Chance,
    state: G::State,
    seating: Vec<usize>,
    streams: Vec<Rng>,
    outside: Vec<Option<ProgramSeat>>,
    /// Whether the move that is awaited is a second try.
    retried: bool,
    faults: Vec<(Seat, FaultCode)>,
    observer: O,
}

/// The bots in the seats that play here.
struct Here<'a, B> {
    bots: &'a mut [HostedBot<B>],
    seating: &'a [usize],
    streams: &'a mut [Rng],
}

impl<G: Game, B: Bot<G>> Players<G> for Here<'_, B> {
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let rng = &mut self.streams[seat.index()];
        match &mut self.bots[self.seating[seat.index()]] {
            HostedBot::Here(bot) => bot.act(Decision::new(game, state, seat, rng)),
            HostedBot::Program(_) => game.legal(state).pick(rng),
        }
    }
}

/// One worker and its games.
struct Host<'a, G: Game, B, K, O, D> {
    game: &'a G,
    rules: String,
    bots: &'a mut [HostedBot<B>],
    programs: &'a Programs,
    worker: u64,
    left_ms: u64,
    games: Vec<Option<Box<InPlay<G, K, O>>>>,
    /// Places of `games` that are empty.
    free: Vec<usize>,
    /// What each process is to be told next.
    orders: Vec<Vec<Order>>,
    done: D,
}

impl<G, B, K, O, D> Host<'_, G, B, K, O, D>
where
    G: BotGame,
    B: Bot<G>,
    K: Display,
    O: Observer<G>,
    D: FnMut(FinishedGame<K, O>),
{
    fn run(
        &mut self,
        events: &Receiver<Vec<Event>>,
        stop: &AtomicBool,
        mut next: impl FnMut() -> Option<Job<K, O>>,
    ) -> Result<(), HostError> {
        let mut more = true;
        loop {
            while more && self.has_room() && !stop.load(Ordering::Relaxed) {
                match next() {
                    Some(job) => self.begin(job),
                    None => more = false,
                }
            }
            self.send_orders();
            if let Some(failure) = self.programs.shared.failure.get() {
                return Err(failure.clone());
            }
            if stop.load(Ordering::Relaxed) || (!more && self.in_play() == 0) {
                return Ok(());
            }
            let first = events.recv_timeout(NAP).ok();
            for event in first.into_iter().chain(iter::from_fn(|| events.try_recv().ok())).flatten() {
                self.go_on(event)?;
            }
        }
    }

    fn in_play(&self) -> usize {
        self.games.len() - self.free.len()
    }

    /// Whether the processes can take another game. A worker always has one, however busy the others keep them.
    fn has_room(&self) -> bool {
        self.in_play() == 0
            || self.bots.iter().all(|bot| match bot {
                HostedBot::Here(_) => true,
                HostedBot::Program(program) => self.programs.has_room(*program),
            })
    }

    fn send_orders(&mut self) {
        for (orders, process) in iter::zip(&mut self.orders, &self.programs.processes) {
            if !orders.is_empty() && process.mail.send(Mail::Orders(std::mem::take(orders))).is_err() {
                // Without a keeper no answer would ever come.
                let fault = Fault {
                    bot: process.bot.clone(),
                    place: None,
                    code: FaultCode::Crash,
                    what: "the thread that looks after it is gone, which is a bug of kosti".into(),
                    last_words: process.last_words(),
                };
                _ = self.programs.shared.failure.set(HostError::Fault(Box::new(fault)));
            }
        }
    }

    fn begin(&mut self, job: Job<K, O>) {
        let players = self.game.players();
        assert_eq!(job.seating.len(), usize::from(players), "a bot for each seat");
        let slot = self.free.pop().unwrap_or_else(|| {
            self.games.push(None);
            self.games.len() - 1
        });
        let mut streams: Vec<Rng> =
            Seat::all(players).map(|seat| job.luck.stream(Label::bot(job.number, seat))).collect();
        let mut outside = Vec::with_capacity(job.seating.len());
        for (seat, &bot) in job.seating.iter().enumerate() {
            let HostedBot::Program(program) = self.bots[bot] else {
                outside.push(None);
                continue;
            };
            let (process, gid) = (self.programs.idlest(program), self.programs.next_gid());
            self.programs.processes[process].load.fetch_add(1, Ordering::Relaxed);
            let bot_seed = streams[seat].word().to_string();
            let line = HostMessage::NewGame { gid, game: &self.rules, seat, bot_seed: &bot_seed }.line();
            self.orders[process].push(Order::Announce { worker: self.worker, slot, gid, line });
            outside.push(Some(ProgramSeat { program, process, gid, id: 0, faults: Vec::new() }));
        }
        self.games[slot] = Some(Box::new(InPlay {
            key: job.key,
            luck: job.luck,
            state: self.game.start(),
            seating: job.seating,
            streams,
            outside,
            retried: false,
            faults: Vec::new(),
            observer: job.observer,
        }));
        self.play(slot);
    }

    /// Plays a game on until a program outside has to act, or to its end.
    fn play(&mut self, slot: usize) {
        let Some(play) = self.games[slot].as_deref_mut() else { return };
        let mut here = Here { bots: &mut *self.bots, seating: &play.seating, streams: play.streams.as_mut_slice() };
        let outside = &play.outside;
        let is_program = |seat: Seat| outside[seat.index()].is_some();
        match self.game.play_on_watched(&play.luck, &mut play.state, &mut here, &mut play.observer, &is_program) {
            Some(seat) => self.ask(slot, seat),
            None => self.finish(slot, None),
        }
    }

    fn ask(&mut self, slot: usize, seat: Seat) {
        let Some(play) = self.games[slot].as_deref_mut() else { return };
        let Some(outside) = &mut play.outside[seat.index()] else { return };
        outside.id += 1;
        let view = self.game.observe(&play.state, seat);
        let line = act_line(self.game, &view, outside.gid, outside.id, self.left_ms);
        self.orders[outside.process].push(Order::Ask { gid: outside.gid, id: outside.id, line });
    }

    fn go_on(&mut self, event: Event) -> Result<(), HostError> {
        let Some(play) = self.games[event.slot].as_deref_mut() else { return Ok(()) };
        let Turn::Seat(seat) = self.game.turn(&play.state) else { return Ok(()) };
        if play.outside[seat.index()].as_ref().is_none_or(|outside| outside.gid != event.gid) {
            return Ok(());
        }
        match event.answer {
            Answer::Fault { code, what, last_words } => self.judge(event.slot, seat, code, what, last_words),
            Answer::Move { action } => match self.read_action(event.slot, &action) {
                Ok(action) => {
                    self.act(event.slot, seat, action);
                    Ok(())
                }
                Err(reason) => self.reject(event.slot, seat, &action, &reason),
            },
        }
    }

    /// Tells a bot that its move is illegal. If the policy is to try again, it is asked again at once.
    fn reject(&mut self, slot: usize, seat: Seat, action: &str, reason: &str) -> Result<(), HostError> {
        let code = FaultCode::Illegal;
        let Some(play) = self.games[slot].as_deref_mut() else { return Ok(()) };
        let Some(outside) = &mut play.outside[seat.index()] else { return Ok(()) };
        let ProgramSeat { gid, id, process, .. } = *outside;
        if self.programs.shared.settings.on_fault == OnFault::Retry && !play.retried {
            play.retried = true;
            play.faults.push((seat, code));
            outside.faults.push(code);
            let view = self.game.observe(&play.state, seat);
            let line = retry_line(self.game, &view, gid, id, reason, self.left_ms);
            self.orders[process].push(Order::Ask { gid, id, line });
            return Ok(());
        }
        let line = HostMessage::Reject { gid, id, code, message: reason }.line();
        self.orders[process].push(Order::Reject { gid, id, line });
        let what = format!("it chose '{}': {}", clip(action), printable(reason));
        let last_words = self.programs.processes[process].last_words();
        self.judge(slot, seat, code, what, last_words)
    }

    fn read_action(&self, slot: usize, text: &str) -> Result<G::Action, String> {
        let action = text.parse::<G::Action>().map_err(|error| error.to_string())?;
        let Some(play) = self.games[slot].as_deref() else { return Err("the game is over".into()) };
        self.game.check(&play.state, action).map_err(|error| error.to_string())?;
        Ok(action)
    }

    /// Plays a legal action for a seat outside, and goes on.
    fn act(&mut self, slot: usize, seat: Seat, action: G::Action) {
        let Some(play) = self.games[slot].as_deref_mut() else { return };
        play.retried = false;
        play_action(self.game, &mut play.state, seat, action, &mut play.observer);
        self.play(slot);
    }

    /// Does what the policy says about a fault.
    fn judge(
        &mut self,
        slot: usize,
        seat: Seat,
        code: FaultCode,
        what: String,
        last_words: LastWords,
    ) -> Result<(), HostError> {
        let Some(play) = self.games[slot].as_deref_mut() else { return Ok(()) };
        let Some(outside) = &mut play.outside[seat.index()] else { return Ok(()) };
        play.faults.push((seat, code));
        outside.faults.push(code);
        match self.programs.shared.settings.on_fault {
            OnFault::Forfeit => self.finish(slot, Some(seat)),
            OnFault::Random => {
                let action = self.game.legal(&play.state).pick(&mut play.streams[seat.index()]);
                self.act(slot, seat, action);
            }
            OnFault::Abort | OnFault::Retry => {
                let bot = self.programs.bot(outside.program).to_string();
                let place = Some(FaultPlace { game: self.rules.clone(), key: play.key.to_string(), seat });
                let fault = HostError::Fault(Box::new(Fault { bot, place, code, what, last_words }));
                // The first fault of a run is the one that all its threads tell.
                return Err(self.programs.shared.failure.get_or_init(|| fault).clone());
            }
        }
        Ok(())
    }

    fn finish(&mut self, slot: usize, forfeit: Option<Seat>) {
        let Some(play) = self.games[slot].take() else { return };
        self.free.push(slot);
        let play = *play;
        let scores = self.game.scores(&play.state);
        for outside in play.outside.iter().flatten() {
            let line = HostMessage::end(outside.gid, &scores, &outside.faults).line();
            self.orders[outside.process].push(Order::End { gid: outside.gid, line });
            self.programs.processes[outside.process].load.fetch_sub(1, Ordering::Relaxed);
        }
        (self.done)(FinishedGame { key: play.key, scores, forfeit, faults: play.faults, observer: play.observer });
    }
}

impl<G: Game, B, K, O, D> Drop for Host<'_, G, B, K, O, D> {
    fn drop(&mut self) {
        for outside in self.games.iter().flatten().flat_map(|play| play.outside.iter().flatten()) {
            self.programs.processes[outside.process].load.fetch_sub(1, Ordering::Relaxed);
        }
        for process in &self.programs.processes {
            _ = process.mail.send(Mail::Leave(self.worker));
        }
    }
}
