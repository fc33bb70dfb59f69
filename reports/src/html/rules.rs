//! Rules of figures, as far as they differ.

use crate::findings::{Claim, Finding};
use crate::html::page::broken;

/// The rules of the figures of a claim: what all have in common, and what tells them apart.
///
/// Rules are a name and settings, `dice-poker:players=2,school=face`; what is not set is as usual.
pub(super) struct CommonRules<'a> {
    claim: &'a Claim,
    all: Vec<&'a str>,
}

fn name(rules: &str) -> &str {
    rules.split(':').next().unwrap_or_default()
}

/// The settings with their keys.
fn settings(rules: &str) -> impl Iterator<Item = (&str, &str)> {
    let after = rules.split_once(':').map_or("", |(_, after)| after);
    let setting = |setting| (str::split_once(setting, '=').map_or(setting, |(key, _)| key), setting);
    after.split(',').filter(|setting| !setting.is_empty()).map(setting)
}

/// What rules say about a key.
fn setting_of<'a>(rules: &'a str, key: &str) -> Option<&'a str> {
    settings(rules).find(|&(other, _)| other == key).map(|(_, setting)| setting)
}

impl<'a> CommonRules<'a> {
    pub(super) fn of(claim: &'a Claim, findings: &[&'a Finding]) -> Self {
        let mut all: Vec<&str> = findings.iter().map(|finding| finding.rules.as_str()).collect();
        all.sort_unstable();
        all.dedup();
        Self { claim, all }
    }

    /// Whether a setting is that of all. Where some rules do not name it, it is as usual unless the claim is about it.
    fn is_common(&self, key: &str, setting: &str) -> bool {
        let found: Vec<&str> = self.all.iter().filter_map(|rules| setting_of(rules, key)).collect();
        let everywhere = found.len() == self.all.len();
        let about_it = settings_named_in(&self.claim.rules, key);
        found.iter().all(|&other| other == setting) && (everywhere || !about_it)
    }

    /// What tells these rules from those of other figures of the claim; empty if nothing does.
    pub(super) fn special(&self, rules: &str) -> String {
        let mut parts = Vec::new();
        if self.all.iter().any(|other| name(other) != name(rules)) {
            parts.push(name(rules));
        }
        parts
            .extend(settings(rules).filter(|(key, setting)| !self.is_common(key, setting)).map(|(_, setting)| setting));
        parts.join(", ")
    }

    /// The settings that all have in common, as HTML; empty if there are none.
    pub(super) fn common_html(&self) -> String {
        let mut shared: Vec<&str> = Vec::new();
        for (key, setting) in self.all.iter().flat_map(|rules| settings(rules)) {
            if self.is_common(key, setting) && !shared.contains(&setting) {
                shared.push(setting);
            }
        }
        broken(&shared.join(","))
    }
}

/// Whether a text speaks of a setting.
fn settings_named_in(text: &str, key: &str) -> bool {
    text.contains(&format!("{key}="))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Lens, Ruling, Unit};

    fn special(claim_rules: &str, rules: &[&str]) -> (Vec<String>, String) {
        let claim = Claim {
            id: "D1".into(),
            game: "dice".into(),
            source: String::new(),
            claim: String::new(),
            rules: claim_rules.into(),
            method: String::new(),
            margin: String::new(),
            ruling: Ruling::Answered,
            sentence: String::new(),
            at_the_table: String::new(),
            seed: 1,
            command: String::new(),
        };
        let finding = |rules: &&str| Finding::exact("D1", "", Lens::Figure, "", rules, 1.0, Unit::Points);
        let findings: Vec<Finding> = rules.iter().map(finding).collect();
        let common = CommonRules::of(&claim, &findings.iter().collect::<Vec<_>>());
        (rules.iter().map(|rules| common.special(rules)).collect(), common.common_html())
    }

    #[test]
    fn only_what_differs_is_told() {
        let (special, common) =
            special("dice", &["dice:players=1,school=face,five=yes", "dice:players=2,school=face,five=yes"]);
        assert_eq!(special, ["players=1", "players=2"]);
        assert_eq!(common, "school=face,<wbr>five=yes");
    }

    #[test]
    fn a_name_alone_stands_for_the_usual_rules() {
        let (special, common) = special("dice", &["dice", "dice:school=face"]);
        assert_eq!((special, common.as_str()), (vec![String::new(), String::new()], "school=face"));
    }

    #[test]
    fn what_the_claim_is_about_is_told() {
        let (special, _) = special("dice against dice:school=count", &["dice", "dice:school=count"]);
        assert_eq!(special, ["", "school=count"]);
    }

    #[test]
    fn other_games_are_named() {
        assert_eq!(special("both", &["dice", "tricks:players=2"]).0, ["dice", "tricks"]);
    }
}
