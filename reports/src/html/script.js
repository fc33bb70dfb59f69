"use strict";
(() => {
  const collator = new Intl.Collator("en", { numeric: true });
  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.sort ?? cell.textContent.trim();
  };
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? collator.compare(a, b) : x - y;
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => heading.querySelector("button").addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...table.tBodies[0].rows].map((row) => [key(row, column), row]);
      // What is not known comes last either way.
      rows.sort(([a], [b]) => (a === "") - (b === "") || (up ? compare(a, b) : compare(b, a)));
      table.tBodies[0].append(...rows.map(([, row]) => row));
    }));
  }
  for (const filter of document.querySelectorAll(".filter")) {
    const select = filter.querySelector("select");
    filter.hidden = false;
    const apply = () => {
      for (const part of document.querySelectorAll("[data-game]")) {
        part.hidden = select.value !== "" && part.dataset.game !== select.value;
      }
    };
    select.addEventListener("change", apply);
    apply();
  }
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("header details")) part.open = true;
  });
})();
