//! Rows in; tables out. This crate knows no game and prints nothing: it gets rows and gives text.

mod table;

pub use table::{Align, Table};
