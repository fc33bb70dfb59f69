//! Pages of reports: one HTML file each, which needs no network and no other file.

mod badge;
mod cells;
mod figure;
mod figure_table;
mod findings;
mod introduction;
mod measure;
mod page;
mod rules;
mod sweep;
mod sweep_plot;
mod table;
#[cfg(test)]
mod tests;
mod tournament;
mod tuning;

pub use findings::findings_page;
pub use sweep::{RunLink, sweep_page};
pub use tournament::tournament_page;
pub use tuning::tuning_page;

pub(crate) use measure::shown;
