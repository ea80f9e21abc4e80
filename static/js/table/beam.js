// The balance of a Macau table: a bead between ponto and banca. The way to each end is what that side may still take (R43a).

import { byId, setAttr, setFlag, setText } from "./dom.js";
import { onLayout, places } from "./layout.js";
import { round } from "./money.js";
import { chanceName, fill, gettext } from "./texts.js";

const SIDES = { ponto: ["ponto"], banca: ["banca", "banca-no-commission"] };
const BEAD = 15; // pixels that the bead hides of the beam at each side

const part = (name) => byId("beam-art").querySelector(`.beam__${name}`);
const difference = (sums) => total(sums, "banca") - total(sums, "ponto");
const total = (sums, side) => SIDES[side].reduce((sum, id) => sum + (sums[id] ?? 0), 0);

// Where the bead stands for a difference, from 0 (all on ponto) to 1.
export const beadAt = (cents, most) => Math.min(1, Math.max(0, (cents + most) / (2 * most)));

export function drawBeam(rules, sums, room, draft) {
  const beam = byId("beam");
  beam.hidden = !rules.max_prize;
  if (beam.hidden || !places()?.beam) return;
  const cents = difference(sums);
  const p = beadAt(cents, rules.max_prize);
  const drafted = difference(draft);
  drawBead(places().beam, p, drafted ? beadAt(cents + drafted, rules.max_prize) : null);
  for (const side of ["ponto", "banca"]) setText(byId(`beam-${side}`), left(room[side]));
  setFlag(part("tickword"), "data-shown", places().beam.tick && Math.abs(p - 0.5) > 0.12);
  setText(byId("beam-tag"), cents ? `${chanceName(cents > 0 ? "banca" : "ponto")} +${round(Math.abs(cents))}` : gettext("in balance"));
  const note = places().beam.brief ? gettext("largest difference %(most)s (R43a)") : gettext("largest difference %(most)s (R43a) · a bet on one side makes room on the other");
  setText(byId("beam-note"), fill(note, { most: round(rules.max_prize) }));
}

function drawBead(beam, p, draft) {
  const gap = BEAD / (2 * beam.reach);
  setAttr(part("ponto"), "d", p > gap ? beam.arc(0, p - gap) : "");
  setAttr(part("banca"), "d", p < 1 - gap ? beam.arc(p + gap, 1) : "");
  move(part("bead"), beam.at(p));
  part("draft").toggleAttribute("data-shown", draft !== null);
  if (draft !== null) move(part("draft"), beam.at(draft));
  const [x] = beam.tagAt ? [beam.tagAt] : beam.at(Math.min(0.88, Math.max(0.12, p)));
  byId("beam-tag").style.left = `${x}px`;
}

function move(node, [x, y]) {
  node.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
}

onLayout(({ beam }) => {
  if (!beam) return;
  setAttr(byId("beam-art"), "viewBox", `0 0 ${beam.w} ${beam.h}`);
  for (const name of ["edge", "bed"]) setAttr(part(name), "d", beam.arc(0, 1));
  const [x, y] = beam.at(0.5);
  setAttr(part("tick"), "d", beam.tick ? `M${x} ${y - 14}V${y - 10}M${x} ${y + 8}V${y + 12}` : "");
  setAttr(part("tickword"), "x", String(x));
  setAttr(part("tickword"), "y", String(y - 20));
  for (const side of ["ponto", "banca"]) place(byId(`beam-side-${side}`), beam[side]);
  byId("beam-tag").toggleAttribute("hidden", beam.tag === null);
  if (beam.tag !== null) byId("beam-tag").style.top = `${beam.tag}px`;
  byId("beam-note").toggleAttribute("hidden", !beam.note);
  if (beam.note) place(byId("beam-note"), beam.note);
});

function place(node, { x, y, w, h }) {
  Object.assign(node.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}

// Bets from before a void no longer weigh: both sides have the whole room again.
export function roomOnBeam(roundNow, rules, room) {
  const whole = { most: rules.max_prize };
  return roundNow.phase === "void" ? { ponto: whole, banca: whole } : room;
}

const left = (room) => (room == null || room.most === null ? gettext("no ceiling") : round(room.most));
