//! How much memory can be had, by the system and by the container that the process is in.
//!
//! Linux tells it in files. A container is a control group (cgroup) whose limit counts for all processes in it, and a group
//! may stand within others with limits of their own: the least of what is left counts.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The bytes that can be had without swapping, where the system tells; files are looked up below this folder, which is `/`
/// but for tests.
pub(crate) fn available_memory(root: &Path) -> Option<u64> {
    let system = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| read_available(&text));
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let left = groups.lines().filter_map(|line| left_in_groups(root, line)).min();
    match (system, left) {
        (Some(system), Some(left)) => Some(system.min(left)),
        (system, left) => system.or(left),
    }
}

fn read_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The files of a group, in the two versions that there are.
struct Files {
    /// Where all groups are, below the root.
    folder: &'static str,
    limit: &'static str,
    used: &'static str,
    /// The line of `memory.stat` with the bytes of files that are given back when memory is short.
    cached: &'static str,
}

const V2: Files =
    Files { folder: "sys/fs/cgroup", limit: "memory.max", used: "memory.current", cached: "inactive_file" };
const V1: Files = Files {
    folder: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: "total_inactive_file",
};

/// The least that is left in the group that a line of `/proc/self/cgroup` names and in those around it; nothing if they
/// have no limit. A line is `number:controllers:path`; in version 2 the number is 0 and no controllers are named.
fn left_in_groups(root: &Path, line: &str) -> Option<u64> {
    let (number, rest) = line.split_once(':')?;
    let (controllers, path) = rest.split_once(':')?;
    let files = match controllers {
        "" if number == "0" => V2,
        _ if controllers.split(',').any(|name| name == "memory") => V1,
        _ => return None,
    };
    let top = root.join(files.folder);
    // Within a container the path may be that of the machine outside, and the container's own group be at the top.
    let parts = Path::new(path).components().filter(|part| matches!(part, Component::Normal(_)));
    let group: PathBuf = top.components().chain(parts).collect();
    group.ancestors().take_while(|folder| folder.starts_with(&top)).filter_map(|folder| left(folder, &files)).min()
}

/// What is left in one group; nothing if it has no limit.
fn left(group: &Path, files: &Files) -> Option<u64> {
    let number = |file: &str| fs::read_to_string(group.join(file)).ok()?.trim().parse::<u64>().ok();
    // No limit is written as a word, or as a number that no machine has.
    let limit = number(files.limit).filter(|limit| *limit < 1 << 60)?;
    let used = number(files.used).unwrap_or(0);
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix(files.cached)?.trim().parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cached)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of files that is gone after the test.
    struct Tree(PathBuf);

    impl Tree {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let path = std::env::temp_dir().join(format!("kosti-memory-{}-{name}", std::process::id()));
            _ = fs::remove_dir_all(&path);
            for (file, text) in files {
                let file = path.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
            Self(path)
        }
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            _ = fs::remove_dir_all(&self.0);
        }
    }

    const MEMINFO: (&str, &str) = ("proc/meminfo", "MemTotal:  90 kB\nMemAvailable:     50 kB\n");

    fn available(name: &str, files: &[(&str, &str)]) -> Option<u64> {
        available_memory(&Tree::new(name, files).0)
    }

    #[test]
    fn what_is_available_is_read_from_its_line() {
        assert_eq!(read_available("MemTotal:  100 kB\nMemFree:  20 kB\nMemAvailable:     50 kB\n"), Some(51_200));
        for text in ["", "MemTotal: 100 kB\n", "MemAvailable: much\n", "MemAvailable: 50 MB\n"] {
            assert_eq!(read_available(text), None, "{text}");
        }
    }

    #[test]
    fn without_groups_the_system_counts() {
        assert_eq!(available("none", &[]), None);
        assert_eq!(available("system", &[MEMINFO]), Some(51_200));
        let unlimited = [MEMINFO, ("proc/self/cgroup", "0::/a\n"), ("sys/fs/cgroup/a/memory.max", "max\n")];
        assert_eq!(available("unlimited", &unlimited), Some(51_200));
        let strange = [MEMINFO, ("proc/self/cgroup", "\n0\n0:\nx::/a\n3:cpu:/a\n0::/../..\n0::/a\n")];
        assert_eq!(available("strange", &strange), Some(51_200));
    }

    #[test]
    fn the_group_and_those_around_it_count() {
        let files = |inner: &'static str, outer: &'static str, top: &'static str| {
            [
                MEMINFO,
                ("proc/self/cgroup", "0::/outer/inner\n"),
                ("sys/fs/cgroup/outer/inner/memory.max", inner),
                ("sys/fs/cgroup/outer/inner/memory.current", "1000\n"),
                ("sys/fs/cgroup/outer/memory.max", outer),
                ("sys/fs/cgroup/outer/memory.current", "5000\n"),
                ("sys/fs/cgroup/memory.max", top),
                ("sys/fs/cgroup/other/memory.max", "1\n"),
            ]
        };
        assert_eq!(available("inner", &files("9000\n", "max\n", "max\n")), Some(8000));
        assert_eq!(available("outer", &files("9000\n", "12000\n", "max\n")), Some(7000));
        assert_eq!(available("top", &files("max\n", "12000\n", "6000\n")), Some(6000));
        assert_eq!(available("over", &files("500\n", "max\n", "max\n")), Some(0));
        assert_eq!(available("more", &files("9000000\n", "max\n", "max\n")), Some(51_200));
    }

    #[test]
    fn what_is_cached_can_be_had() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "9000\n"),
            ("sys/fs/cgroup/memory.current", "8000\n"),
            ("sys/fs/cgroup/memory.stat", "anon 5000\ninactive_file 2500\nactive_file 400\n"),
        ];
        assert_eq!(available("cached", &files), Some(3500));
    }

    #[test]
    fn the_first_version_counts_too() {
        let files = [
            MEMINFO,
            ("proc/self/cgroup", "12:cpu,cpuacct:/c\n7:memory:/docker/abc\n1:name=systemd:/x\n0::/\n"),
            // Within the container only its own group is to be seen, at the top.
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "20000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "6000\n"),
            ("sys/fs/cgroup/memory/memory.stat", "inactive_file 9\ntotal_inactive_file 1000\n"),
        ];
        assert_eq!(available("first", &files), Some(15_000));
        let unlimited = [MEMINFO, files[1], ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")];
        assert_eq!(available("first-unlimited", &unlimited), Some(51_200));
    }
}
