//! Pages in a browser, as wide as a phone and as a desk.

use std::process::{Command, Stdio};
use std::{env, fs};

use crate::common::{Scratch, says, text};
use crate::copy;

/// Looks at the page from inside, in a frame as wide as `WIDTH` says, and writes what it found into the document.
const LOOK: &str = r#"<!DOCTYPE html><meta charset="utf-8"><title>look</title>
<body style="margin:0"><iframe id="page" src="page.html" style="width:WIDTHpx;height:800px;border:0"></iframe>
<pre id="found"></pre><script>
const found = [];
const frame = document.getElementById("page");
const check = () => {
  const page = frame.contentDocument, win = frame.contentWindow;
  found.push("width " + page.documentElement.scrollWidth);
  const out = [...page.querySelectorAll("main *, header *")].filter((part) => !part.closest(".scroll:not(.stack)")
    && !part.closest("details:not([open])") && part.getBoundingClientRect().right > WIDTH + 0.5);
  found.push("beyond " + out.length + out.slice(0, 3).map((part) => " " + part.tagName + "." + part.className));
  const boxes = [...page.querySelectorAll(".scroll")].filter((box) => box.querySelector("table")
    && !box.closest("details:not([open])") && box.scrollWidth > box.clientWidth);
  found.push("scrolling " + boxes.length + boxes.map((box) => " " + box.getAttribute("aria-label")));
  const plots = [...page.querySelectorAll("svg.plot")];
  found.push("plots " + plots.length);
  found.push("empty " + plots.filter((plot) => {
    const box = plot.getBoundingClientRect();
    return box.width < 100 || box.height < 30;
  }).length);
  const letters = plots.flatMap((plot) => [...plot.querySelectorAll("text")].map((letter) =>
    parseFloat(letter.getAttribute("font-size")) * plot.getBoundingClientRect().width / plot.viewBox.baseVal.width));
  found.push("letters " + (Math.min(...letters) >= 9.5));
  if (!page.querySelector(".filter")) return;
  const table = page.querySelector("table.sortable");
  const heading = table.tHead.rows[0].cells[0];
  const ids = () => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent).join(",");
  heading.querySelector("button").click();
  found.push("up " + ids() + " " + heading.getAttribute("aria-sort"));
  heading.querySelector("button").click();
  found.push("down " + ids() + " " + heading.getAttribute("aria-sort"));
  const values = page.querySelector("table.figures");
  const column = [...values.tHead.rows[0].cells].findIndex((cell) => cell.textContent === "value");
  values.tHead.rows[0].cells[column].querySelector("button").click();
  found.push("values " + [...values.tBodies[0].rows].map((row) => row.cells[column].textContent).join(", "));
  const select = page.querySelector(".filter select");
  select.value = "tricks";
  select.dispatchEvent(new win.Event("change"));
  found.push("filtered " + [...table.tBodies[0].rows].filter((row) => row.getClientRects().length > 0).length);
  found.push("title " + page.title);
};
frame.addEventListener("load", () => {
  try { check(); } catch (error) { found.push("error " + error); }
  document.getElementById("found").textContent = found.join("\n") + "\nend";
});
</script></body>"#;

/// The browser. Without one the test is not done, which is told; where everything must hold it fails.
fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok());
    if found.is_none() {
        assert!(env::var_os("CI_RUN").is_none(), "there is no chromium to look at pages with");
        #[expect(clippy::print_stderr, reason = "nobody should believe that this was tested")]
        {
            eprintln!("NOT TESTED: there is no chromium to look at pages with; install it");
        }
    }
    found
}

/// What stands in the document after its scripts ran, and what the console said.
fn open(browser: &str, scratch: &Scratch, page: &str) -> (String, String) {
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .args(["--allow-file-access-from-files", "--enable-logging=stderr", "--log-level=0"])
        .args(["--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", scratch.path("profile")))
        .arg(format!("file://{page}"))
        .stdin(Stdio::null())
        .output()
        .expect("the browser starts");
    let console = text(&output.stderr).lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n");
    (text(&output.stdout), console)
}

/// A phone, and a window on a desk, in pixels.
const PHONE: u32 = 375;
const DESK: u32 = 1200;

/// What is found on the page of a folder in a window of this width. The console must say nothing.
fn look_at(browser: &str, scratch: &Scratch, folder: &str, width: u32) -> Vec<String> {
    says(&["report", folder, "--out", &scratch.path("page.html")]);
    let look = scratch.path("look.html");
    fs::write(&look, LOOK.replace("WIDTH", &width.to_string())).unwrap();
    let (document, console) = open(browser, scratch, &look);
    assert_eq!(console, "", "the console says nothing");
    let found = document.split_once("<pre id=\"found\">").expect("the document is there").1;
    let found = found.split_once("\nend</pre>").expect("the page was loaded").0;
    // The browser writes down spaces at which no line ends by their name.
    found.lines().map(|line| line.replace("&nbsp;", "\u{a0}")).collect()
}

#[test]
fn the_page_of_a_tournament_fits_a_phone() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser-tournament");
    let folder = scratch.path("run");
    let plan = ["--game", "rims:players=3", "--bots", "greedy,random,greedy,random", "--games", "600", "--quiet"];
    says(&[&["tournament", "--out", &folder][..], &plan].concat());
    let found = look_at(browser, &scratch, &folder, PHONE);
    assert_eq!(found, ["width 375", "beyond 0", "scrolling 0", "plots 4", "empty 0", "letters true"]);
}

#[test]
fn all_columns_of_a_large_tournament_are_seen_at_once() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser-large");
    let folder = scratch.path("run");
    let long = "ismcts:iterations=2,explore=1.25,policy=greedy";
    let bots = ["greedy", "random", "mc:rollouts=1", "mc:rollouts=2,policy=greedy", long];
    for (players, entrants) in [(4, 10), (2, 10)] {
        let folder = format!("{folder}{players}");
        let game = format!("rims:players={players}");
        let bots = bots.iter().cycle().take(entrants).flat_map(|bot| ["--bot", bot]);
        let plan = ["tournament", "--game", &game, "--games", "1000", "--quiet", "--out", &folder];
        says(&plan.into_iter().chain(bots).collect::<Vec<_>>());
        let found = look_at(browser, &scratch, &folder, DESK);
        assert_eq!(found, ["width 1200", "beyond 0", "scrolling 0", "plots 4", "empty 0", "letters true"]);
        let found = look_at(browser, &scratch, &folder, PHONE);
        assert_eq!(found[..3], ["width 375", "beyond 0", "scrolling 0"]);
    }
}

#[test]
fn the_page_of_a_sweep_fits_a_desk_and_a_phone() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser-sweep");
    let folder = scratch.path("sweep");
    let plan =
        ["--game", "rims:players=2..4,lead=dealer|winner", "--bots", "greedy,random", "--games", "60", "--quiet"];
    says(&[&["tournament", "--out", &folder][..], &plan].concat());
    for (window, width) in [(DESK, "width 1200"), (PHONE, "width 375")] {
        let found = look_at(browser, &scratch, &folder, window);
        assert_eq!(found, [width, "beyond 0", "scrolling 0", "plots 2", "empty 0", "letters true"]);
    }
}

#[test]
fn a_page_works_on_a_phone() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser");
    let folder = copy(&scratch);
    let found = look_at(browser, &scratch, &folder, PHONE);
    let expected = [
        "width 375",
        "beyond 0",
        "scrolling 0",
        "plots 10",
        "empty 0",
        "letters true",
        "up D2,D10,T1,T2 ascending",
        "down T2,T1,D10,D2 descending",
        "values −0.031\u{a0}points, +0.21\u{a0}points, +0.71\u{a0}points, +1.24\u{a0}points",
        "filtered 2",
        "title Advice, put to the test",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_published_page_fits_a_phone() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser-published");
    let found = look_at(browser, &scratch, concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results"), PHONE);
    assert_eq!(found[..3], ["width 375", "beyond 0", "scrolling 0"]);
    let plots: usize = found[3].strip_prefix("plots ").and_then(|plots| plots.parse().ok()).expect("a number of plots");
    assert!(plots > 80, "{plots} plots");
    assert_eq!(found[4..6], ["empty 0", "letters true"]);
    assert!(!found.iter().any(|line| line.starts_with("error")), "{found:?}");
}

#[test]
fn all_columns_of_the_published_page_are_seen_at_once() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-browser-published-desk");
    let found = look_at(browser, &scratch, concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results"), DESK);
    assert_eq!(found[..3], ["width 1200", "beyond 0", "scrolling 0"]);
}

#[test]
fn the_console_is_heard() {
    let Some(browser) = browser() else { return };
    let scratch = Scratch::new("report-console");
    let path = scratch.path("broken.html");
    fs::write(&path, "<!DOCTYPE html><title>x</title><script>nonsense();</script>").unwrap();
    let (_, console) = open(browser, &scratch, &path);
    assert!(console.contains("nonsense is not defined"), "{console}");
}
