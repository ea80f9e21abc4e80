// The balance of a Macau table: the difference between ponto and banca, and the room on each side (R43a).

import { byId, setText } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext } from "./texts.js";

const SIDES = { ponto: ["ponto"], banca: ["banca", "banca-no-commission"] };

export function drawBeam(rules, sums, room) {
  const beam = byId("beam");
  beam.hidden = !rules.max_prize;
  if (beam.hidden) return;
  const on = (side) => SIDES[side].reduce((sum, id) => sum + (sums[id] ?? 0), 0);
  const difference = on("banca") - on("ponto");
  beam.dataset.side = difference < 0 ? "ponto" : "banca";
  beam.querySelector(".beam__weight").style.setProperty("--share", Math.min(1, Math.abs(difference) / rules.max_prize));
  for (const side of ["ponto", "banca"]) setText(byId(`beam-${side}`), left(room[side]));
  setText(byId("beam-note"), fill(gettext("difference %(difference)s of %(most)s (R43a): a bet on one side makes room on the other"), { difference: money(Math.abs(difference)), most: money(rules.max_prize) }));
}

// Bets from before a void no longer weigh: both sides have the whole room again.
export function roomOnBeam(round, rules, room) {
  const whole = { most: rules.max_prize };
  return round.phase === "void" ? { ponto: whole, banca: whole } : room;
}

const left = (room) => (room == null || room.most === null ? gettext("no ceiling") : money(room.most));
