// Lays the table out in the size that the window leaves it, once for each size and set of rules.

import { byId, el, setAttr, svg } from "./dom.js";
import { layout, modeOf } from "./geometry.js";

let laid = null;
let mark = "";
const listeners = [];

// The places as they are now; null before the first rules are known.
export const places = () => laid;

export const onLayout = (listener) => listeners.push(listener);

// `rules`: {main, sides: ids of the spots, seats: how many, beam, toggle, alone: whether there is such a thing}
export function lay(rules) {
  const table = byId("table");
  const mode = modeOf(innerWidth, innerHeight);
  setAttr(document.documentElement, "data-mode", mode); // the bar's height follows from it
  const width = mode === "desk" ? table.clientWidth : innerWidth;
  const height = innerHeight - byId("bar").offsetHeight;
  const signature = JSON.stringify([mode, width, height, rules]);
  if (signature === mark) return;
  mark = signature;
  laid = { mode, ...layout({ mode, width, height, ...rules }) };
  table.style.setProperty("--high", `${laid.height}px`);
  table.style.setProperty("--card-width", `${laid.card}px`);
  table.style.setProperty("--scale", laid.scale);
  table.toggleAttribute("data-laid", true);
  table.toggleAttribute("data-sides", rules.sides.length > 0);
  drawCloth(table);
  for (const id of ["rack", "discard", "shoe", "mid", "toggle", "word", "tray", "strips", "beam"]) put(byId(id), laid[id]);
  put(byId("call"), laid.call);
  for (const [id, place] of [["shoe-word", laid.pill], ["seal", laid.seal]]) hold(byId(id), place);
  put(byId("watching"), laid.acts ?? laid.tray);
  put(byId("folded"), laid.roads);
  put(byId("sides"), laid.swipe);
  for (const name of ["chips", "acts"]) put(document.querySelector(`.tray__${name}`), laid[name]);
  for (const side of ["ponto", "banca"]) drawPlaces(side, laid.hands[side]);
  for (const listener of listeners) listener(laid);
}

// Puts a node where its box lies; without a box it stays in the flow, or is left out where the style says so.
export function put(node, place) {
  if (!node) return;
  node.toggleAttribute("data-placed", Boolean(place));
  for (const [name, value] of [["left", place?.x], ["top", place?.y], ["width", place?.w], ["height", place?.h]])
    node.style[name] = place ? `${value}px` : "";
  node.style.rotate = place?.turn ? `${place.turn}deg` : "";
}

// As wide for any words: a little less than its place, where that is wide.
function hold(node, place) {
  put(node, place && { ...place, w: Math.min(place.w, 168) });
}

function drawCloth(table) {
  for (const path of table.querySelectorAll("[data-draw]")) setAttr(path, "d", laid.art[path.dataset.draw] ?? "");
  const { lettering } = laid;
  byId("lettering").toggleAttribute("hidden", !lettering);
  put(byId("lettering"), lettering);
  if (lettering) setAttr(byId("lettering-line"), "d", lettering.path);
}

function drawPlaces(side, { name, places: boxes }) {
  put(byId(`name-${side}`), name);
  boxes.forEach((place, index) => {
    for (const node of byId(`cards-${side}`).querySelectorAll(`[data-place="${index}"]`)) put(node, place);
  });
}

// A spot's drawing: its field, the bed of its rim, the rim in two halves, and the dashes of a draft.
export function cell() {
  const path = (name, attributes = {}) => svg("path", { class: name, ...attributes });
  return svg(
    "svg",
    { class: "cell", "aria-hidden": "true" },
    path("cell__field"),
    path("cell__bed"),
    path("cell__rim", { pathLength: 100, "data-half": 0 }),
    path("cell__rim", { pathLength: 100, "data-half": 1 }),
    path("cell__end"),
    path("cell__draft"),
  );
}

export function drawCell(node, spot) {
  put(node, spot);
  const drawing = node.querySelector(".cell");
  setAttr(drawing, "viewBox", `0 0 ${spot.w} ${spot.h}`);
  for (const name of ["field", "bed", "end"]) setAttr(drawing.querySelector(`.cell__${name}`), "d", spot.outline);
  setAttr(drawing.querySelector(".cell__draft"), "d", spot.draft);
  drawing.querySelectorAll(".cell__rim").forEach((half, index) => {
    setAttr(half, "d", spot.halves[index]);
  });
  put(node.querySelector(".spot__place"), spot.words);
}

export const empty = () => el("span", { class: "bed" });
