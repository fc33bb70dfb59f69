//! The thread that looks after one process: what it owes, how long it may be silent, when it is started again.

use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::fault::{Fault, HostError, LastWords, StartError};
use super::lines::{Heard, LONGEST_LINE, StreamEnd};
use super::link::Link;
use super::log::LogFile;
use super::programs::{BotHello, Shared};
use super::tail::Tail;
use crate::move_clock::MoveClock;
use crate::printable::{clip, printable, quoted_lines};
use crate::protocol::{BotMessage, FaultCode, HostMessage, PROTOCOL};

/// How much mail may wait for a keeper. A process that writes without end has to wait as well.
pub(super) const INBOX: usize = 64;
/// A process that writes this many lines unasked, without a move in between, is ended.
const FLOOD: u32 = 1000;
/// A process that is silent over this many deadlines in a row is ended.
const SILENCES: u32 = 3;
/// How often a process that owes a move is looked at, since others may hold its output open after its end.
const GLANCE: Duration = Duration::from_millis(100);
/// How long a process that has closed its output may take to end before it is taken for alive.
const AUTOPSY: Duration = Duration::from_millis(200);

/// What reaches a keeper.
pub(super) enum Mail {
    /// A worker begins.
    Join(u64, Sender<Vec<Event>>),
    /// A worker leaves, and its games with it.
    Leave(u64),
    /// A worker has something for the process.
    Orders(Vec<Order>),
    /// The process wrote something; the number tells its lives apart.
    Heard(u32, Heard),
    /// The run is over.
    Quit,
}

/// What a worker wants of a process.
pub(super) enum Order {
    /// Tell it of a new game.
    Announce { worker: u64, slot: usize, gid: u64, line: Vec<u8> },
    /// Ask it for a move, perhaps again.
    Ask { gid: u64, id: u64, line: Vec<u8> },
    /// Tell it that its move does not count, and that no other will.
    Reject { gid: u64, id: u64, line: Vec<u8> },
    /// Tell it that the game is over.
    End { gid: u64, line: Vec<u8> },
}

/// What came of a request.
pub(super) struct Event {
    pub(super) slot: usize,
    pub(super) gid: u64,
    pub(super) answer: Answer,
}

pub(super) enum Answer {
    Move { action: String },
    Fault { code: FaultCode, what: String, last_words: LastWords },
}

/// A seat in a game that the process plays.
struct OpenGame {
    worker: u64,
    slot: usize,
    new_game: Vec<u8>,
    asked: Option<Request>,
}

/// A move that the process owes.
struct Request {
    id: u64,
    order: u64,
    line: Vec<u8>,
    /// When it is late even if the process keeps answering others.
    latest: Instant,
}

enum State {
    /// There is no process; it is started when it is needed.
    Down,
    /// It has not said hello yet, and should by then.
    Starting(Link, Instant),
    Up(Link),
    /// It will not be started again.
    Broken,
}

pub(super) struct Keeper {
    bot: String,
    words: Vec<String>,
    shared: Arc<Shared>,
    /// Where workers find the last words of the process.
    tail: Arc<Mutex<Tail>>,
    pub(super) log: Option<PathBuf>,
    /// What the moves of the bot take.
    pub(super) clock: Arc<MoveClock>,
    state: State,
    /// The number of the process's life.
    life: u32,
    to_itself: Option<SyncSender<Mail>>,
    ready: Option<Sender<Result<BotHello, StartError>>>,
    open_games: BTreeMap<u64, OpenGame>,
    /// Seats that are awaited, the oldest request first.
    owed: BTreeMap<u64, u64>,
    next_order: u64,
    /// Requests that were judged: what is still said to them does not count.
    judged: HashSet<(u64, u64)>,
    silent_since: Instant,
    silences: u32,
    unasked: u32,
    seen_ended: bool,
    workers: BTreeMap<u64, (Sender<Vec<Event>>, Vec<Event>)>,
}

impl Keeper {
    pub(super) fn new(bot: String, words: Vec<String>, shared: Arc<Shared>, tail: Arc<Mutex<Tail>>) -> Self {
        Self {
            bot,
            words,
            shared,
            tail,
            log: None,
            clock: Arc::default(),
            state: State::Down,
            life: 0,
            to_itself: None,
            ready: None,
            open_games: BTreeMap::new(),
            owed: BTreeMap::new(),
            next_order: 0,
            judged: HashSet::new(),
            silent_since: Instant::now(),
            silences: 0,
            unasked: 0,
            seen_ended: false,
            workers: BTreeMap::new(),
        }
    }

    /// Keeps the process until the run is over.
    pub(super) fn keep(
        mut self,
        inbox: &Receiver<Mail>,
        to_itself: SyncSender<Mail>,
        ready: Sender<Result<BotHello, StartError>>,
    ) {
        self.to_itself = Some(to_itself);
        self.ready = Some(ready);
        self.start();
        loop {
            // Only when all that came has been read is it fair to look at the clock.
            let mail = match inbox.try_recv() {
                Ok(mail) => mail,
                Err(TryRecvError::Disconnected) => return self.quit(),
                Err(TryRecvError::Empty) => {
                    self.look_at_clock(Instant::now());
                    self.tell_workers();
                    let heard = match self.patience(Instant::now()) {
                        None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                        Some(patience) => inbox.recv_timeout(patience),
                    };
                    match heard {
                        Ok(mail) => mail,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return self.quit(),
                    }
                }
            };
            match mail {
                Mail::Join(worker, events) => _ = self.workers.insert(worker, (events, Vec::new())),
                Mail::Leave(worker) => self.leave(worker),
                Mail::Orders(orders) => self.obey(orders),
                Mail::Heard(life, heard) if life == self.life => self.listen(heard),
                Mail::Heard(..) => {}
                Mail::Quit => return self.quit(),
            }
            self.tell_workers();
        }
    }

    // Starting

    fn start(&mut self) {
        match self.launch() {
            Ok(link) => {
                *self.tail.lock().unwrap_or_else(PoisonError::into_inner) = link.tail();
                link.send(HostMessage::Hello { protocol: PROTOCOL, games: &self.shared.games }.line());
                self.state = State::Starting(link, Instant::now() + self.shared.settings.hello_timeout);
            }
            Err(error) => self.break_off(error),
        }
    }

    fn launch(&mut self) -> Result<Link, StartError> {
        let log = self
            .log
            .clone()
            .map(|path| LogFile::open(&path).map_err(|reason| StartError::NoLog { path, reason: Arc::new(reason) }));
        self.life += 1;
        let life = self.life;
        let to_itself = self.to_itself.clone();
        let hear = move |heard| to_itself.as_ref().is_some_and(|mail| mail.send(Mail::Heard(life, heard)).is_ok());
        Link::start(&self.words, self.shared.settings.guard.clone(), log.transpose()?, hear).map_err(|reason| {
            StartError::NotStarted { bot: self.bot.clone(), program: self.words[0].clone(), reason: Arc::new(reason) }
        })
    }

    /// The bot cannot play: whatever the policy, the run is over.
    fn break_off(&mut self, error: StartError) {
        self.state = State::Broken;
        match self.ready.take() {
            Some(ready) => _ = ready.send(Err(error)),
            None => _ = self.shared.failure.set(HostError::Start(error)),
        }
    }

    fn bad_hello(&mut self, what: &str) {
        let last_words = self.kill();
        self.break_off(StartError::BadHello { bot: self.bot.clone(), what: printable(what), last_words });
    }

    fn greet(&mut self, hello: BotHello) {
        if let Some(game) = self.shared.names.iter().find(|game| !hello.games.contains(game)) {
            let plays = hello.games.iter().map(|game| clip(game)).collect();
            let error = StartError::WrongGame { bot: self.bot.clone(), game: game.clone(), plays };
            self.kill();
            return self.break_off(error);
        }
        self.state = match mem::replace(&mut self.state, State::Down) {
            State::Starting(link, _) => State::Up(link),
            other => other,
        };
        if let Some(ready) = self.ready.take() {
            _ = ready.send(Ok(hello));
        }
        self.resume();
    }

    /// Tells a new process of all games, and asks again what the one before owed.
    fn resume(&mut self) {
        let now = Instant::now();
        let mut lines = Vec::new();
        for session in self.open_games.values() {
            lines.extend_from_slice(&session.new_game);
        }
        for (place, gid) in self.owed.values().enumerate() {
            if let Some(request) = self.open_games.get_mut(gid).and_then(|session| session.asked.as_mut()) {
                request.latest = now + self.shared.settings.move_timeout * (place as u32 + 1);
                lines.extend_from_slice(&request.line);
            }
        }
        self.silent_since = now;
        self.send(lines);
    }

    // Workers

    fn obey(&mut self, orders: Vec<Order>) {
        let now = Instant::now();
        let mut lines = Vec::new();
        for order in orders {
            match order {
                Order::Announce { worker, slot, gid, line } => {
                    lines.extend_from_slice(&line);
                    self.open_games.insert(gid, OpenGame { worker, slot, new_game: line, asked: None });
                }
                Order::Ask { gid, id, line } => {
                    let Some(session) = self.open_games.get_mut(&gid) else { continue };
                    lines.extend_from_slice(&line);
                    if self.owed.is_empty() {
                        self.silent_since = now;
                    }
                    // Whoever takes all its time for every request before this one is not late with this one.
                    let latest = now + self.shared.settings.move_timeout * (self.owed.len() as u32 + 1);
                    self.next_order += 1;
                    session.asked = Some(Request { id, order: self.next_order, line, latest });
                    self.owed.insert(self.next_order, gid);
                }
                Order::Reject { gid, id, line } => {
                    lines.extend_from_slice(&line);
                    // A bot may take it for an invitation.
                    self.judged.insert((gid, id));
                }
                Order::End { gid, line } => {
                    lines.extend_from_slice(&line);
                    self.open_games.remove(&gid);
                }
            }
        }
        match self.state {
            State::Up(_) => self.send(lines),
            State::Down if !self.owed.is_empty() => self.start(),
            // A process that starts is told everything once it has said hello.
            State::Down | State::Starting(..) | State::Broken => {}
        }
    }

    fn leave(&mut self, worker: u64) {
        self.workers.remove(&worker);
        let gids: Vec<u64> =
            self.open_games.iter().filter(|(_, session)| session.worker == worker).map(|(&gid, _)| gid).collect();
        for gid in gids {
            self.take_request(gid);
            self.open_games.remove(&gid);
        }
    }

    fn tell_workers(&mut self) {
        for (worker, events) in self.workers.values_mut().filter(|(_, events)| !events.is_empty()) {
            // A worker that does not listen any more has left.
            _ = worker.send(mem::take(events));
        }
    }

    /// Strikes out a request as judged; gives its number.
    fn take_request(&mut self, gid: u64) -> Option<u64> {
        let request = self.open_games.get_mut(&gid)?.asked.take()?;
        self.owed.remove(&request.order);
        self.judged.insert((gid, request.id));
        Some(request.id)
    }

    fn answer(&mut self, gid: u64, answer: Answer) {
        let Some(session) = self.open_games.get(&gid) else { return };
        if let Some((_, events)) = self.workers.get_mut(&session.worker) {
            events.push(Event { slot: session.slot, gid, answer });
        }
    }

    // The process

    fn send(&self, lines: Vec<u8>) {
        if let State::Up(link) | State::Starting(link, _) = &self.state
            && !lines.is_empty()
        {
            link.send(lines);
        }
    }

    fn listen(&mut self, heard: Heard) {
        match heard {
            Heard::Lines(lines) => {
                let life = self.life;
                for line in lines {
                    match &self.state {
                        State::Up(_) if self.life == life => self.hear(line),
                        State::Starting(..) if self.life == life => self.hear_hello(line),
                        _ => return,
                    }
                }
            }
            Heard::Ended(end) => self.ended(end),
        }
    }

    fn hear_hello(&mut self, line: Result<BotMessage, String>) {
        match line {
            Ok(BotMessage::Hello { name, version, games }) => self.greet(BotHello { name, version, games }),
            Ok(BotMessage::Ping | BotMessage::Pong) if self.unasked > FLOOD => {
                self.bad_hello(&format!("it wrote more than {FLOOD} other lines"));
            }
            Ok(BotMessage::Ping) => {
                self.unasked += 1;
                self.send(HostMessage::Pong.line());
            }
            Ok(BotMessage::Pong) => self.unasked += 1,
            Ok(BotMessage::Error { message, .. }) => {
                self.bad_hello(&format!("it reported an error: {}", quoted_lines(&message)));
            }
            Ok(BotMessage::Move { .. }) => self.bad_hello("it wrote a \"move\""),
            Ok(BotMessage::Unknown(other)) => self.bad_hello(&format!("it wrote a message of type '{}'", clip(&other))),
            Err(what) => self.bad_hello(&what),
        }
    }

    fn hear(&mut self, line: Result<BotMessage, String>) {
        match line {
            Ok(BotMessage::Move { gid, id, action }) => return self.hear_move(gid, id, action),
            Ok(BotMessage::Ping) => self.send(HostMessage::Pong.line()),
            Ok(BotMessage::Pong) => {}
            Ok(BotMessage::Hello { .. }) => self.fault(None, FaultCode::Protocol, "it said \"hello\" twice"),
            Ok(BotMessage::Error { gid, message }) => {
                self.fault(gid, FaultCode::Protocol, &format!("it reported an error: {}", quoted_lines(&message)));
            }
            Ok(BotMessage::Unknown(other)) => {
                let message = format!("the host knows no messages of type '{}'", clip(&other));
                self.send(HostMessage::Error { code: "unknown_type", message: &message }.line());
            }
            Err(what) => self.fault(None, FaultCode::Protocol, &what),
        }
        self.unasked += 1;
        if self.unasked > FLOOD {
            let what = format!("it wrote more than {FLOOD} lines that nobody asked for, without a move in between");
            self.end_life(Some((FaultCode::Protocol, what)));
        }
    }

    fn hear_move(&mut self, gid: u64, id: u64, action: String) {
        let awaited = self.open_games.get(&gid).and_then(|session| session.asked.as_ref()).map(|request| request.id);
        if awaited == Some(id) {
            self.take_request(gid);
            self.judged.remove(&(gid, id));
            self.shared.moves.fetch_add(1, Ordering::Relaxed);
            self.clock.add(self.silent_since.elapsed());
            self.answer(gid, Answer::Move { action });
        } else if !self.judged.remove(&(gid, id)) {
            let what = match (self.open_games.contains_key(&gid), awaited) {
                (false, _) => format!("it moved in gid {gid}, where it does not play"),
                (true, None) => format!("it moved in gid {gid} with id {id} when no move was asked for there"),
                (true, Some(awaited)) => {
                    format!("it moved in gid {gid} with id {id}, but the id asked for is {awaited}")
                }
            };
            return self.fault(Some(gid), FaultCode::Protocol, &what);
        }
        self.silent_since = Instant::now();
        self.silences = 0;
        self.unasked = 0;
    }

    /// Something went wrong: the request of this seat is judged, or else the oldest.
    fn fault(&mut self, gid: Option<u64>, code: FaultCode, what: &str) {
        let last_words = match &self.state {
            State::Up(link) | State::Starting(link, _) => link.last_words(),
            State::Down | State::Broken => LastWords::default(),
        };
        self.fault_with(gid, code, what, last_words);
    }

    fn fault_with(&mut self, gid: Option<u64>, code: FaultCode, what: &str, last_words: LastWords) {
        let owes = |gid: &u64| self.open_games.get(gid).is_some_and(|session| session.asked.is_some());
        let what = printable(what);
        let Some(gid) = gid.filter(owes).or_else(|| self.owed.values().next().copied()) else {
            if !self.shared.settings.on_fault.goes_on() {
                let fault = Fault { bot: self.bot.clone(), place: None, code, what, last_words };
                _ = self.shared.failure.set(HostError::Fault(Box::new(fault)));
            }
            return;
        };
        self.take_request(gid);
        self.answer(gid, Answer::Fault { code, what, last_words });
    }

    fn ended(&mut self, end: StreamEnd) {
        let (State::Up(link) | State::Starting(link, _)) = &mut self.state else { return };
        let (code, what) = match end {
            StreamEnd::LongLine => (FaultCode::Protocol, format!("it wrote a line of more than {LONGEST_LINE} bytes")),
            StreamEnd::HalfLine => {
                let how = link.wait(AUTOPSY).unwrap_or_else(|| "it closed its standard output".into());
                (FaultCode::Protocol, format!("{how} in the middle of a line"))
            }
            StreamEnd::Closed => {
                let how = link.wait(AUTOPSY);
                (FaultCode::Crash, how.unwrap_or_else(|| "it closed its standard output, but runs on".into()))
            }
        };
        if let State::Starting(..) = self.state {
            self.bad_hello(&what);
        } else {
            self.end_life(Some((code, what)));
        }
    }

    /// Ends the process, with one fault if there is one to tell; starts the next if it is needed.
    fn end_life(&mut self, fault: Option<(FaultCode, String)>) {
        let last_words = self.kill();
        if let Some((code, what)) = fault {
            self.fault_with(None, code, &what, last_words);
        }
        self.judged.clear();
        (self.silences, self.unasked, self.seen_ended) = (0, 0, false);
        if !self.shared.settings.on_fault.goes_on() {
            self.state = State::Broken;
        } else if !self.owed.is_empty() {
            self.start();
        }
    }

    fn kill(&mut self) -> LastWords {
        match mem::replace(&mut self.state, State::Down) {
            State::Up(link) | State::Starting(link, _) => link.kill(),
            State::Down | State::Broken => LastWords::default(),
        }
    }

    fn quit(&mut self) {
        if let State::Up(mut link) | State::Starting(mut link, _) = mem::replace(&mut self.state, State::Broken) {
            link.send(HostMessage::Quit.line());
            link.close_input();
            link.wait(self.shared.settings.grace);
        }
    }

    // The clock

    fn oldest(&self) -> Option<&Request> {
        self.owed.values().next().and_then(|gid| self.open_games.get(gid)).and_then(|session| session.asked.as_ref())
    }

    /// How long nothing needs to be done if no mail comes.
    fn patience(&self, now: Instant) -> Option<Duration> {
        let deadline = match &self.state {
            State::Starting(_, deadline) => *deadline,
            State::Up(_) => {
                let silent_until = self.silent_since + self.shared.settings.move_timeout;
                self.oldest()?.latest.min(silent_until).min(now + GLANCE)
            }
            State::Down | State::Broken => return None,
        };
        Some(deadline.saturating_duration_since(now))
    }

    fn look_at_clock(&mut self, now: Instant) {
        let timeout = self.shared.settings.move_timeout;
        match &mut self.state {
            State::Starting(_, deadline) if now >= *deadline => {
                let last_words = self.kill();
                let seconds = self.shared.settings.hello_timeout.as_secs_f64();
                self.break_off(StartError::NoHello { bot: self.bot.clone(), seconds, last_words });
            }
            State::Up(link) if !self.owed.is_empty() => {
                // What it wrote before its end may still be under way: only the second look counts.
                if let Some(how) = link.ended()
                    && mem::replace(&mut self.seen_ended, true)
                {
                    return self.end_life(Some((FaultCode::Crash, how)));
                }
                let passed_over = self.oldest().is_some_and(|request| now >= request.latest);
                if now >= self.silent_since + timeout {
                    self.fault(None, FaultCode::Timeout, &format!("no move within {} s", timeout.as_secs_f64()));
                    self.silent_since = now;
                    self.silences += 1;
                    if self.silences == SILENCES {
                        self.end_life(None);
                    }
                } else if passed_over {
                    let what = "no move, although it had time for this and all requests before; others were answered";
                    self.fault(None, FaultCode::Timeout, what);
                }
            }
            State::Starting(..) | State::Up(_) | State::Down | State::Broken => {}
        }
    }
}
