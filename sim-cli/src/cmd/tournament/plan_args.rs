//! The arguments that say what is played.

use kosti_arena::{Bounds, FaultPolicy, Format, HalfWidth, PlanFile, Scale, Seatings, Seconds, parse_count};

use crate::bot_args::BotArgs;
use crate::words::word;

/// Everything that decides what is played; what is left out takes its default.
#[derive(clap::Args, Clone, Debug)]
pub struct PlanArgs {
    /// Another way to give RULES
    #[arg(long, value_name = "RULES", conflicts_with = "rules")]
    game: Option<String>,

    /// Who meets whom [default: round-robin]
    #[arg(long, value_parser = word::<Format>())]
    format: Option<Format>,

    /// How often a table is played with the same luck [default: rotations]
    #[arg(long, value_parser = word::<Seatings>())]
    seatings: Option<Seatings>,

    /// How many games, rounded up to whole blocks [default: 1000; with --sprt or --until at most 1000000]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    games: Option<u64>,

    /// The seed of all dice, deals and bots: the same seed gives the same games [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Blocks that are kept (and judged, with --sprt and --until) together [default: by the number of games]
    #[arg(long, value_name = "BLOCKS", value_parser = parse_count, allow_hyphen_values = true)]
    batch: Option<u64>,

    /// Stop when it is clear whether the first of two bots is better by at most ELO0 or at least ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Bounds>,

    /// What the bounds of --sprt are counted in [default: logistic]
    #[arg(long, value_parser = word::<Scale>())]
    sprt_scale: Option<Scale>,

    /// Chance that --sprt finds a difference where there is none [default: 0.05]
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,

    /// Chance that --sprt misses one [default: 0.05]
    #[arg(long, value_name = "P")]
    beta: Option<f64>,

    /// Stop when every win share is known to ±X (95 % interval)
    #[arg(long, value_name = "±X", allow_hyphen_values = true)]
    until: Option<HalfWidth>,

    /// What happens when a program fails [default: abort]
    #[arg(long, value_name = "POLICY", value_parser = word::<FaultPolicy>())]
    on_fault: Option<FaultPolicy>,

    /// How long a program may take for a move: 500ms, 2s [default: 1s]
    #[arg(long, value_name = "TIME")]
    move_timeout: Option<Seconds>,

    /// Write games.csv as well, one row a game
    #[arg(long, num_args = 0..=1, default_missing_value = "true", hide_possible_values = true, value_name = "true|false")]
    games_csv: Option<bool>,

    /// Write the record of every N-th game to records.jsonl
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    record_every: Option<u64>,
}

impl PlanArgs {
    /// The plan as far as it is given; the rules may be given here or elsewhere.
    pub(crate) fn file(&self, rules: Option<&str>, bots: &BotArgs) -> PlanFile {
        let bots: Vec<String> = bots.all().iter().map(ToString::to_string).collect();
        PlanFile {
            game: rules.map(str::to_owned).or_else(|| self.game.clone()),
            bots: (!bots.is_empty()).then_some(bots),
            format: self.format,
            seatings: self.seatings,
            games: self.games,
            seed: self.seed,
            batch: self.batch,
            sprt: self.sprt,
            sprt_scale: self.sprt_scale,
            alpha: self.alpha,
            beta: self.beta,
            until: self.until,
            on_fault: self.on_fault,
            move_timeout: self.move_timeout,
            games_csv: self.games_csv,
            record_every: self.record_every,
            made: None,
        }
    }
}
