// Draws the roads and the shoe's statistics, and says them in words.

import { byId, el, rebuilt, setFlag, setText, svg } from "./dom.js";
import { options } from "./options.js";
import * as roads from "./roads.js";
import { chanceLetter, chanceName, fill, gettext, plural } from "./texts.js";

const EDGE = 0.3; // of a field, around the paper
const LETTER = { P: "ponto", B: "banca", E: "empate" };
const percent = (share) => `${(share * 100).toFixed(1).replace(".", byId("main").dataset.decimal)} %`;

export function drawRoads(results, stats) {
  const signature = `${results.length}:${results.map((result) => result.join("")).join("")}:${options.derived}${options.ask}`;
  byId("folded").hidden = !options.roads;
  if (!options.roads) return;
  setFlag(byId("roads"), "data-derived", options.derived);
  byId("road-derived").hidden = !options.derived;
  rebuilt(byId("road-bead"), `${signature}:${sizeOf("road-bead")}`, () => [beadPlate(results), hidden(beadWords(results))]);
  rebuilt(byId("road-big"), `${signature}:${sizeOf("road-big")}`, () => [bigRoad(results)]);
  rebuilt(byId("road-derived"), `${signature}:${sizeOf("road-derived")}`, () => [derivedRoads(results), hidden(askWords(results))]);
  rebuilt(byId("road-stats"), JSON.stringify(stats ?? {}), () => statistics(stats));
  rebuilt(byId("road-row"), signature, () => results.slice(-12).reverse().map(([winner]) => el("b", { "data-winner": winner }, chanceLetter(LETTER[winner]))));
  setText(byId("road-text"), runWords(results));
}

const sizeOf = (id) => `${byId(id).clientWidth}x${byId(id).clientHeight}`;

// As many columns as fill the paper when its rows fill its height; while it is folded away, a few.
function columnsOf(id, rows, few) {
  const { clientWidth, clientHeight } = byId(id);
  return clientHeight ? Math.max(few, Math.ceil((clientWidth * (rows + 2 * EDGE)) / clientHeight)) : few;
}

const hidden = (text) => el("figcaption", { class: "visually-hidden" }, text);

function paper(columns, rows, marks, from = 0) {
  const lines = [];
  for (let x = 0; x <= columns; x++) lines.push(`M${x} 0V${rows}`);
  for (let y = 0; y <= rows; y++) lines.push(`M0 ${y}H${columns}`);
  return svg(
    "svg",
    { viewBox: `${-EDGE} ${-EDGE} ${columns} ${rows + 2 * EDGE}`, preserveAspectRatio: "xMinYMin slice", "aria-hidden": "true" },
    svg("path", { class: "paper__grid", d: lines.join("") }),
    svg("g", { transform: `translate(${-from} 0)` }, ...marks),
  );
}

const last = (cells, width) => Math.max(0, Math.max(0, ...cells.map((cell) => cell.x)) + 2 - width);

function beadPlate(results) {
  const width = columnsOf("road-bead", 6, 8);
  const cells = roads.bead(results);
  const from = last(cells, width);
  const marks = cells.filter((cell) => cell.x >= from).flatMap((cell) => [
    svg("circle", { class: `paper__bead--${cell.winner}`, cx: cell.x + 0.5, cy: cell.y + 0.5, r: 0.42 }),
    svg("text", { class: "paper__letter", x: cell.x + 0.5, y: cell.y + 0.69 }, cell.winner),
    ...pairs(cell),
  ]);
  return paper(width, 6, marks, from);
}

function pairs(cell) {
  const dot = (side, dx, dy) =>
    svg("circle", { class: `paper__pair paper__pair--${side}`, cx: cell.x + dx, cy: cell.y + dy, r: 0.15 });
  return [cell.banca ? dot("banca", 0.2, 0.2) : null, cell.ponto ? dot("ponto", 0.8, 0.8) : null].filter(Boolean);
}

function bigRoad(results) {
  const width = columnsOf("road-big", 6, 16);
  const cells = roads.big(results);
  const from = last(cells, width);
  const marks = cells.filter((cell) => cell.x >= from).flatMap((cell) => [
    svg("circle", { class: `paper__ring--${cell.winner}`, cx: cell.x + 0.5, cy: cell.y + 0.5, r: 0.38 }),
    ...ties(cell),
    ...pairs(cell),
  ]);
  return paper(width, 6, marks, from);
}

function ties({ x, y, ties: count }) {
  if (!count) return [];
  const stroke = svg("path", { class: "paper__tie", d: `M${x + 0.2} ${y + 0.8}L${x + 0.8} ${y + 0.2}` });
  return count > 1 ? [stroke, svg("text", { class: "paper__count", x: x + 0.5, y: y + 0.66 }, String(count))] : [stroke];
}

function derivedRoads(results) {
  const width = columnsOf("road-derived", 12, 16);
  const marks = [1, 2, 3].flatMap((back) => {
    const { cells } = roads.derived(results, back);
    const from = last(cells, width);
    return cells.filter((cell) => cell.x >= from).map((cell) => derivedMark(back, cell, from));
  });
  return paper(width, 12, marks);
}

function derivedMark(back, { x, y, mark }, from) {
  const cx = x - from + 0.5;
  const cy = (back - 1) * 4 + ((y % 6) * 4) / 6 + 0.34;
  const tone = `paper__mark paper__mark--${mark}`;
  if (back === 3) return svg("path", { class: tone, d: `M${cx - 0.25} ${cy + 0.25}L${cx + 0.25} ${cy - 0.25}` });
  return svg("circle", { class: back === 2 ? `${tone} paper__mark--solid` : tone, cx, cy, r: 0.24 });
}

// The marks that each of the two results would add to the derived roads; shown only on request.
function askWords(results) {
  const shown = [1, 2, 3].map((back) => roads.derived(results, back).last ?? "–").join(", ");
  return fill(gettext("Derived roads, last mark of each: %(marks)s"), { marks: shown });
}

function beadWords(results) {
  const names = results.slice(-12).map(([winner]) => chanceName(LETTER[winner]));
  return names.length ? fill(gettext("Latest results: %(names)s"), { names: names.join(", ") }) : "";
}

function runWords(results) {
  if (results.length === 0) return gettext("No results yet.");
  const run = roads.run(results);
  const words = run
    ? fill(window.ngettext("%(name)s, once.", "%(name)s, %(count)s in a row.", run.length), { name: chanceName(LETTER[run.winner]), count: run.length })
    : gettext("Only ties so far.");
  return options.ask ? `${words} ${ask(results)}` : words;
}

const shape = (mark) => ({ red: gettext("repeats"), blue: gettext("breaks") })[mark] ?? "–";

function ask(results) {
  const next = (winner) =>
    [1, 2, 3].map((back) => shape(roads.derived([...results, [winner, 0, 0]], back).last)).join("/");
  return fill(gettext("If Ponto comes up: %(ponto)s. If Banca comes up: %(banca)s."), { ponto: next("P"), banca: next("B") });
}

// What came up as a bar, what was to be expected as a mark on it.
function bar(share, expected) {
  const node = el("span", { class: "tally", "aria-hidden": "true" }, el("i", { class: "tally__part" }), el("i", { class: "tally__mark" }));
  node.firstChild.style.width = `${Math.min(100, share * 100)}%`;
  node.lastChild.style.left = `${Math.min(100, expected * 100)}%`;
  return node;
}

function statistics(stats) {
  if (!stats?.rounds) return [el("p", { class: "soft" }, gettext("The statistics appear after the first round."))];
  const row = (id) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: `side-${id}` }, `${chanceLetter(id)} ${chanceName(id)}`),
      el("td", { class: `side-${id}` }, bar(stats[id] / stats.rounds, stats.expected[id])),
      el("td", { class: "end" }, el("b", {}, percent(stats[id] / stats.rounds))),
      el("td", {}, percent(stats.expected[id])),
    );
  const head = el(
    "tr",
    {},
    el("th", { scope: "col", colspan: 2 }, plural("%(count)s round", "%(count)s rounds", stats.rounds)),
    el("th", { scope: "col", class: "end" }, gettext("came up")),
    el("th", { scope: "col", class: "end" }, gettext("expected")),
  );
  return [el("table", {}, el("thead", {}, head), el("tbody", {}, row("ponto"), row("banca"), row("empate")))];
}
