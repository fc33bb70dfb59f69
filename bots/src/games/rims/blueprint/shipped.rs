//! The blueprints that come with this crate.

use std::sync::{Arc, OnceLock};

use kosti_engine::rims::{Lead, RimsRules};

use crate::games::rims::blueprint::table::Blueprint;

/// The tables, as `kosti train` wrote them; the third line from the end of each header says with which arguments.
const TABLES: [&[u8]; 2] = [include_bytes!("../tables/dealer.blueprint"), include_bytes!("../tables/winner.blueprint")];

/// The blueprint for a match of two that comes with this crate, read when it is first asked for; nothing for more players.
pub fn shipped(rules: &RimsRules) -> Option<&'static Arc<Blueprint>> {
    static BLUEPRINTS: [OnceLock<Arc<Blueprint>>; 2] = [const { OnceLock::new() }; 2];
    let which = usize::from(rules.lead() == Lead::Winner);
    (rules.players() == 2).then(|| {
        BLUEPRINTS[which].get_or_init(|| {
            let blueprint = Blueprint::from_bytes(TABLES[which], rules);
            Arc::new(blueprint.unwrap_or_else(|error| panic!("the blueprint of this crate cannot be read: {error}")))
        })
    })
}
