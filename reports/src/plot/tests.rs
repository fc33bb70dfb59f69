use super::*;

fn plots() -> Vec<String> {
    let row =
        |name: &str, value: f64, certainty| IntervalRow { name: name.into(), value, certainty, margin: Some(0.5) };
    let interval = IntervalPlot {
        title: "<script> & \"co\"".into(),
        value_name: "points".into(),
        reference: Some(0.0),
        rows: vec![row("a <b> c", 1.0, Certainty::Between(0.5, 1.5)), row("exact", -2.0, Certainty::Exact)],
    };
    let point = |x, value, interval| LinePoint { x, value, interval };
    let line = LinePlot {
        title: "lines".into(),
        x_name: "turn".into(),
        y_name: "points".into(),
        x_scale: AxisScale::Linear,
        reference: vec![(1.0, 2.0), (2.0, 1.0)],
        lines: vec![
            Line { name: "one".into(), points: vec![point(1.0, 2.0, Some((1.0, 3.0))), point(2.0, 2.5, None)] },
            Line { name: "two".into(), points: vec![] },
        ],
    };
    let bar = BarPlot {
        title: "bars".into(),
        x_name: "who".into(),
        y_name: "games".into(),
        series: vec!["one".into(), "two".into()],
        groups: vec![("a".into(), vec![Some(Bar { value: -3.0, interval: Some((-4.0, -2.0)) }), None])],
    };
    let cell = |value, label: &str| Some(HeatCell { value, label: label.into() });
    let heat = HeatMap {
        title: "map".into(),
        x_name: "column".into(),
        y_name: "row".into(),
        middle: None,
        columns: vec!["x".into(), "y".into()],
        rows: vec![("r".into(), vec![cell(-1.0, ""), cell(2.0, "<two>")]), ("s".into(), vec![None, cell(0.0, "")])],
    };
    vec![interval.svg(), line.svg(), bar.svg(), heat.svg()]
}

#[test]
fn colours_are_left_to_the_page_and_texts_are_escaped() {
    for svg in plots() {
        assert!(svg.starts_with("<svg class=\"plot\" role=\"img\""), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(!svg.contains("=\"#"), "a colour is left: {svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("<two>"), "{svg}");
        assert!(svg.contains("class=\"f-") && svg.contains("class=\"l-") || svg.contains("f-high"), "{svg}");
    }
}

#[test]
fn the_same_numbers_give_the_same_text() {
    assert_eq!(plots(), plots());
}

#[test]
fn exact_figures_are_diamonds_without_an_interval() {
    let plot = |certainty| IntervalPlot {
        title: String::new(),
        value_name: String::new(),
        reference: None,
        rows: vec![IntervalRow { name: "a".into(), value: 1.0, certainty, margin: None }],
    };
    let [exact, measured, unknown] =
        [Certainty::Exact, Certainty::Between(0.5, 1.5), Certainty::Unknown].map(|certainty| plot(certainty).svg());
    assert!(exact.contains("<polygon") && !exact.contains("<circle"));
    assert!(unknown.contains("<circle") && !unknown.contains("f-s1"), "nothing that looks measured");
    assert!(measured.contains("<circle") && !measured.contains("<polygon"));
}

#[test]
fn empty_plots_are_drawn_all_the_same() {
    let text = String::new;
    let line = LinePlot {
        title: text(),
        x_name: text(),
        y_name: text(),
        x_scale: AxisScale::Linear,
        reference: Vec::new(),
        lines: vec![],
    };
    let bar = BarPlot { title: text(), x_name: text(), y_name: text(), series: vec![], groups: vec![] };
    let heat = HeatMap { title: text(), x_name: text(), y_name: text(), middle: None, columns: vec![], rows: vec![] };
    let interval = IntervalPlot { title: text(), value_name: text(), reference: None, rows: vec![] };
    for svg in [line.svg(), bar.svg(), heat.svg(), interval.svg()] {
        assert!(svg.starts_with("<svg") && !svg.contains("NaN"), "{svg}");
    }
}

#[test]
fn many_columns_make_a_map_wider_and_it_scrolls() {
    let columns: Vec<String> = (0..40).map(|column| column.to_string()).collect();
    let cells = columns.iter().map(|label| Some(HeatCell { value: 1.0, label: label.clone() })).collect();
    let text = String::new;
    let heat = HeatMap {
        title: text(),
        x_name: text(),
        y_name: text(),
        middle: None,
        columns,
        rows: vec![("row".into(), cells)],
    };
    assert!(heat.svg().contains("min-width:"));
}
