//! All processes of a run.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use kosti_engine::AnyRules;

use super::command::ProgramCommand;
use super::fault::{HostError, LastWords, OnFault, StartError};
use super::guard::Guard;
use super::keeper::{INBOX, Keeper, Mail};
use super::tail::Tail;
use crate::facility::Facility;
use crate::move_clock::MoveClock;
use crate::spec::{BotSpec, SpecError};

/// How programs outside are treated.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long a process may be silent when it owes a move.
    pub move_timeout: Duration,
    /// How long it may take to say hello.
    pub hello_timeout: Duration,
    /// How long it may take to end after it was told to.
    pub grace: Duration,
    /// What is done about faults.
    pub on_fault: OnFault,
    /// How many games one process plays at a time.
    pub window: usize,
    /// Who ends the processes if this one is killed.
    pub guard: Option<Arc<Guard>>,
    /// The folder for what the processes write to standard error, a file `bot-ENTRANT-PROCESS.log` each.
    pub logs: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            move_timeout: Duration::from_secs(1),
            hello_timeout: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            on_fault: OnFault::default(),
            window: 256,
            guard: None,
            logs: None,
        }
    }
}

/// What a bot said of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotHello {
    /// What it calls itself.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The names of the games that it plays.
    pub games: Vec<String>,
}

/// One of the programs of a run, as an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    pub(super) entrant: usize,
}

/// What the keepers and the workers of a run share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    /// The rules of the run, in full.
    pub(super) games: Vec<String>,
    /// The names of its games.
    pub(super) names: Vec<String>,
    /// Why the run has to stop.
    pub(super) failure: OnceLock<HostError>,
    pub(super) moves: AtomicU64,
}

/// One process, as the workers see it.
pub(super) struct Process {
    pub(super) bot: String,
    pub(super) mail: SyncSender<Mail>,
    /// Games that it plays now.
    pub(super) load: AtomicUsize,
    tail: Arc<Mutex<Tail>>,
    keeper: Option<JoinHandle<()>>,
}

impl Process {
    pub(super) fn last_words(&self) -> LastWords {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).last_words()
    }
}

struct Entry {
    bot: String,
    processes: Range<usize>,
    hello: BotHello,
    /// What the moves of all its processes take.
    clock: Arc<MoveClock>,
}

/// The processes of all programs of a run. When this is dropped, each gets `quit`, and is ended if it does not leave.
pub struct Programs {
    pub(super) shared: Arc<Shared>,
    pub(super) processes: Vec<Process>,
    entries: Vec<Option<Entry>>,
    next_gid: AtomicU64,
    next_worker: AtomicU64,
}

/// Why the programs of a run could not be started.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProgramsError {
    /// A bot is not written as it should be.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A program cannot play.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl Programs {
    /// Starts every program among these bots, and waits until all have said hello. Built-in bots are passed over.
    ///
    /// # Errors
    /// If a command makes no sense, the system has no processes, or a program does not start, says no proper hello or does not play these games.
    pub fn start(bots: &[BotSpec], games: &[AnyRules], settings: Settings) -> Result<Self, ProgramsError> {
        let commands = bots.iter().map(ProgramCommand::of).collect::<Result<Vec<_>, _>>()?;
        let mut names: Vec<String> = games.iter().map(|rules| rules.game().to_string()).collect();
        names.dedup();
        let shared = Arc::new(Shared {
            settings,
            games: games.iter().map(ToString::to_string).collect(),
            names,
            failure: OnceLock::new(),
            moves: AtomicU64::new(0),
        });
        let mut programs = Self {
            shared,
            processes: Vec::new(),
            entries: Vec::new(),
            next_gid: AtomicU64::new(1),
            next_worker: AtomicU64::new(0),
        };
        let mut waiting = Vec::new();
        for (entrant, (bot, command)) in bots.iter().zip(commands).enumerate() {
            let Some(command) = command else {
                programs.entries.push(None);
                continue;
            };
            let first = programs.processes.len();
            let clock = Arc::default();
            for number in 0..command.processes {
                waiting.push((entrant, programs.start_one(bot, &command, (entrant, number), &clock)?));
            }
            let hello = BotHello { name: None, version: None, games: Vec::new() };
            let processes = first..programs.processes.len();
            programs.entries.push(Some(Entry { bot: bot.to_string(), processes, hello, clock }));
        }
        for (entrant, ready) in waiting {
            // A keeper answers in any case.
            let Ok(hello) = ready.recv() else { continue };
            let hello = hello?;
            if let Some(entry) = &mut programs.entries[entrant] {
                entry.hello = hello;
            }
        }
        Ok(programs)
    }

    fn start_one(
        &mut self,
        bot: &BotSpec,
        command: &ProgramCommand,
        (entrant, number): (usize, usize),
        clock: &Arc<MoveClock>,
    ) -> Result<Receiver<Result<BotHello, StartError>>, StartError> {
        let not_started = |reason| StartError::NotStarted {
            bot: bot.to_string(),
            program: command.words[0].clone(),
            reason: Arc::new(reason),
        };
        // Everything about a keeper needs the clock, which is missing only where there are no processes.
        Facility::Processes.need().map_err(|lacking| not_started(lacking.into()))?;
        let tail = Arc::new(Mutex::new(Tail::default()));
        let (mail, inbox) = std::sync::mpsc::sync_channel(INBOX);
        let (tell, ready) = channel();
        let mut keeper =
            Keeper::new(bot.to_string(), command.words.clone(), Arc::clone(&self.shared), Arc::clone(&tail));
        keeper.clock = Arc::clone(clock);
        keeper.log =
            self.shared.settings.logs.as_ref().map(|folder| folder.join(format!("bot-{entrant}-{number}.log")));
        let to_itself = mail.clone();
        let thread =
            thread::Builder::new().name("bot keeper".into()).spawn(move || keeper.keep(&inbox, to_itself, tell));
        let thread = thread.map_err(not_started)?;
        self.processes.push(Process {
            bot: bot.to_string(),
            mail,
            load: AtomicUsize::new(0),
            tail,
            keeper: Some(thread),
        });
        Ok(ready)
    }

    /// The program of the bot with this number in the list from which all were started; nothing if it is built in.
    pub fn program(&self, bot: usize) -> Option<Program> {
        self.entries.get(bot)?.as_ref().map(|_| Program { entrant: bot })
    }

    /// What a program said of itself.
    pub fn hello(&self, program: Program) -> &BotHello {
        &self.entry(program).hello
    }

    /// What the moves of a program take: each from the moment at which its process had nothing else to do, so that requests that
    /// wait for one another are not counted twice. Nothing if the program is not of this run.
    pub fn clock(&self, program: Program) -> Option<Arc<MoveClock>> {
        self.entries.get(program.entrant)?.as_ref().map(|entry| Arc::clone(&entry.clock))
    }

    /// How many legal or illegal moves the programs have sent so far.
    pub fn moves(&self) -> u64 {
        self.shared.moves.load(Ordering::Relaxed)
    }

    pub(super) fn bot(&self, program: Program) -> &str {
        &self.entry(program).bot
    }

    fn entry(&self, program: Program) -> &Entry {
        self.entries[program.entrant].as_ref().expect("a program of this run")
    }

    /// The process of a program that has the fewest games.
    pub(super) fn idlest(&self, program: Program) -> usize {
        let processes = self.entry(program).processes.clone();
        processes.min_by_key(|&process| self.processes[process].load.load(Ordering::Relaxed)).unwrap_or(0)
    }

    pub(super) fn has_room(&self, program: Program) -> bool {
        self.processes[self.idlest(program)].load.load(Ordering::Relaxed) < self.shared.settings.window
    }

    pub(super) fn next_gid(&self) -> u64 {
        self.next_gid.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn next_worker(&self) -> u64 {
        self.next_worker.fetch_add(1, Ordering::Relaxed)
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        for process in &self.processes {
            _ = process.mail.send(Mail::Quit);
        }
        for process in &mut self.processes {
            if let Some(keeper) = process.keeper.take() {
                // If it panicked, its link was dropped and the process ended with it.
                _ = keeper.join();
            }
        }
    }
}
