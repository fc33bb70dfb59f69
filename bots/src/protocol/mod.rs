//! The protocol of programs that play: messages and views as JSON, one object a line.
//!
//! Nothing here starts a process or opens a file: see [`external`](crate::external) for that.

mod fault_code;
mod message;
#[cfg(feature = "schema")]
mod schema;
mod view;

pub use fault_code::FaultCode;
pub(crate) use message::retry_line;
pub use message::{BotMessage, HostMessage, PROTOCOL, act_line};
#[cfg(feature = "schema")]
pub use schema::{bot_schema, host_schema};
pub(crate) use view::replay;
pub use view::{ViewError, WireGame};
