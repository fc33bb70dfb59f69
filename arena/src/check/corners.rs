//! The corners of the protocol, each tried on a process of its own, so that one failure does not bring on the next.

use std::time::Duration;

use kosti_bots::protocol::{BotMessage, FaultCode, HostMessage, WireGame, act_line};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Seat, Turn, with_game};

use super::conversation::{Conversation, Opening};

type Check = fn(&dyn Moments, &mut Conversation) -> Result<(), String>;

/// Tries all corners; gives for each its name and what is wrong.
pub(super) fn check_all(rules: AnyRules, opening: &Opening) -> Vec<(&'static str, Result<(), String>)> {
    with_game!(rules, game => check_game(&game, opening))
}

fn check_game(game: &dyn Moments, opening: &Opening) -> Vec<(&'static str, Result<(), String>)> {
    let checks: [(&str, Check); 8] = [
        ("answers ping with pong, also between moves", pings),
        ("keeps several games apart", several_games),
        ("ignores unknown fields", unknown_fields),
        ("answers an unknown type with an error, and goes on", unknown_type),
        ("goes on after a reject", reject),
        ("gives the same answer to the same view and seed", repeats),
        ("takes a game up in the middle", takes_up),
        ("writes nothing that nobody asked for", nothing_unasked),
    ];
    let mut found: Vec<_> = checks
        .into_iter()
        .map(|(name, check)| (name, Conversation::begin(opening).and_then(|(mut talk, _)| check(game, &mut talk))))
        .collect();
    let quits = Conversation::begin(opening).and_then(|(talk, _)| talk.quit(Duration::from_secs(1)));
    found.push(("ends within a second of quit", quits));
    found
}

/// A game of which there are moments to ask about, whatever its type.
trait Moments {
    /// Some decision of a random game; each number gives another.
    fn some(&self, number: u64) -> Box<dyn Moment + '_>;
}

/// A moment in a game at which a seat has to choose between several actions.
trait Moment {
    /// The line that announces the game.
    fn announce(&self, gid: u64) -> Vec<u8>;

    /// The line that asks for a move.
    fn ask(&self, gid: u64, id: u64) -> Vec<u8>;

    /// Says whether an action is legal.
    fn check(&self, action: &str) -> Result<(), String>;
}

struct MomentOf<'a, G: Game> {
    game: &'a G,
    state: G::State,
    seat: Seat,
}

impl<G: WireGame> Moments for G {
    fn some(&self, number: u64) -> Box<dyn Moment + '_> {
        let luck = Chance::new(2, number);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = self.start();
        let mut left = 3 + number % 5;
        loop {
            match self.turn(&state) {
                Turn::Chance => self.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    let legal = self.legal(&state);
                    if left == 0 && legal.len() > 1 {
                        return Box::new(MomentOf { game: self, state, seat });
                    }
                    left = left.saturating_sub(1);
                    let action = legal.pick(&mut rng);
                    self.play_unchecked(&mut state, action);
                }
                Turn::Over => return self.some(number + 100),
            }
        }
    }
}

impl<G: WireGame> Moment for MomentOf<'_, G> {
    fn announce(&self, gid: u64) -> Vec<u8> {
        let game = self.game.rules().to_string();
        HostMessage::NewGame { gid, game: &game, seat: self.seat.index(), bot_seed: "1234567" }.line()
    }

    fn ask(&self, gid: u64, id: u64) -> Vec<u8> {
        act_line(self.game, &self.game.observe(&self.state, self.seat), gid, id, 1000)
    }

    fn check(&self, action: &str) -> Result<(), String> {
        let told = |error: &dyn std::fmt::Display| format!("it chose '{action}': {error}");
        let action = action.parse::<G::Action>().map_err(|error| told(&error))?;
        self.game.check(&self.state, action).map_err(|error| told(&error))
    }
}

/// Takes the answer to one request.
fn answer(moment: &dyn Moment, talk: &mut Conversation, gid: u64, id: u64) -> Result<String, String> {
    let (found_gid, found_id, action) = talk.next_move()?;
    if (found_gid, found_id) != (gid, id) {
        return Err(format!("asked for gid {gid} and id {id}, it answered gid {found_gid} and id {found_id}"));
    }
    moment.check(&action)?;
    Ok(action)
}

fn expect_pong(talk: &mut Conversation) -> Result<(), String> {
    match talk.next("a \"pong\"")? {
        BotMessage::Pong => Ok(()),
        other => Err(format!("expected a \"pong\", but it answered {other}")),
    }
}

fn pings(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    talk.say(&HostMessage::Ping);
    expect_pong(talk)?;
    let moment = game.some(0);
    let ping = HostMessage::Ping.line();
    talk.send([moment.announce(1), moment.announce(2), moment.ask(1, 1), ping, moment.ask(2, 1)].concat());
    let (mut moves, mut pongs) = (0, 0);
    while moves < 2 || pongs < 1 {
        match talk.next("two moves and a \"pong\"")? {
            BotMessage::Pong => pongs += 1,
            BotMessage::Move { action, .. } => {
                moment.check(&action)?;
                moves += 1;
            }
            other => return Err(format!("expected a \"move\" or a \"pong\", but it answered {other}")),
        }
    }
    Ok(())
}

fn several_games(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    const GAMES: u64 = 20;
    let moments: Vec<_> = (0..GAMES).map(|number| game.some(number)).collect();
    // Numbers of games and requests need not begin at 1 or follow one another.
    let name = |number: u64| (1_000_003 + 7 * number, 5 + number * number);
    let mut lines = Vec::new();
    for (moment, number) in moments.iter().zip(0..GAMES) {
        lines.extend(moment.announce(name(number).0));
    }
    for number in (0..GAMES).rev() {
        let (gid, id) = name(number);
        lines.extend(moments[number as usize].ask(gid, id));
    }
    talk.send(lines);
    let mut answered = vec![false; moments.len()];
    for _ in 0..GAMES {
        let (gid, id, action) = talk.next_move()?;
        let Some(number) = (0..GAMES).find(|&number| name(number) == (gid, id)) else {
            return Err(format!("nobody asked for its move with gid {gid} and id {id}"));
        };
        if std::mem::replace(&mut answered[number as usize], true) {
            return Err(format!("it answered gid {gid} and id {id} twice"));
        }
        moments[number as usize].check(&action)?;
    }
    Ok(())
}

fn unknown_fields(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    let moment = game.some(1);
    let with_more = |line: Vec<u8>| {
        let line = String::from_utf8_lossy(&line).trim_end().to_string();
        let inside = line.strip_suffix('}').unwrap_or(&line);
        format!("{inside},\"weather\":[1,{{\"sun\":null}}]}}\n").into_bytes()
    };
    talk.send([with_more(moment.announce(1)), with_more(moment.ask(1, 1))].concat());
    answer(&*moment, talk, 1, 1).map(|_| ())
}

fn unknown_type(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    talk.send(b"{\"type\":\"weather\",\"sun\":true}\n".to_vec());
    match talk.next("an \"error\"")? {
        BotMessage::Error { .. } => {}
        other => return Err(format!("expected an \"error\", but it answered {other}")),
    }
    let moment = game.some(2);
    talk.send([moment.announce(1), moment.ask(1, 1)].concat());
    answer(&*moment, talk, 1, 1).map(|_| ())
}

fn reject(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    let moment = game.some(3);
    talk.send([moment.announce(1), moment.ask(1, 1)].concat());
    answer(&*moment, talk, 1, 1)?;
    let message = "only a test: please try again";
    talk.say(&HostMessage::Reject { gid: 1, id: 1, code: FaultCode::Illegal, message });
    talk.send(moment.ask(1, 2));
    answer(&*moment, talk, 1, 2)?;
    talk.say(&HostMessage::End { gid: 1, scores: &[0], faults: &[FaultCode::Illegal] });
    talk.say(&HostMessage::Ping);
    expect_pong(talk)
}

fn repeats(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    for number in 0..8 {
        let moment = game.some(number);
        let (first, second) = (2 * number, 2 * number + 1);
        talk.send([moment.announce(first), moment.ask(first, 1)].concat());
        let once = answer(&*moment, talk, first, 1)?;
        talk.send([moment.announce(second), moment.ask(second, 1)].concat());
        let again = answer(&*moment, talk, second, 1)?;
        if once != again {
            return Err(format!("to the same view and bot_seed it answered '{once}', then '{again}'"));
        }
    }
    Ok(())
}

fn takes_up(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    let moment = game.some(9);
    talk.send([moment.announce(8), moment.ask(8, 40)].concat());
    answer(&*moment, talk, 8, 40).map(|_| ())
}

fn nothing_unasked(game: &dyn Moments, talk: &mut Conversation) -> Result<(), String> {
    for number in 0..4 {
        let moment = game.some(number);
        talk.send([moment.announce(number), moment.ask(number, 1)].concat());
        answer(&*moment, talk, number, 1)?;
        talk.say(&HostMessage::End { gid: number, scores: &[1, 2], faults: &[] });
    }
    talk.say(&HostMessage::Pong);
    talk.say(&HostMessage::Error { code: "test", message: "only a test: nothing is wrong" });
    talk.say(&HostMessage::Ping);
    expect_pong(talk)?;
    talk.quiet(Duration::from_millis(100))
}
