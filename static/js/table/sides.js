// Which chances lie on the main row and which in the row of side bets, and when a side bet closes.

import { WITHOUT } from "./toggle.js";
import { byId } from "./dom.js";
import { fill, gettext } from "./texts.js";

const ORDER = ["par-ponto", "ponto", "empate", "banca", "par-banca"];

// `known`: the ids that the version offers. Banca without commission shares banca's spot.
export function rows(known) {
  const rest = known.filter((id) => !ORDER.includes(id) && id !== WITHOUT);
  return { main: ORDER.filter((id) => known.includes(id)), sides: rest };
}

export const covered = (spot, known) => (spot === "banca" && known.includes(WITHOUT) ? ["banca", WITHOUT] : [spot]);

// The last round of a shoe in which a chance may be bet on, by chance; the page's version brought it along.
const closes = JSON.parse(byId("main").dataset.closes || "{}");

// Why a chance takes no bets in this round of the shoe; empty when it does.
export function closedWords(chance, round) {
  if (!round.offered || round.offered.includes(chance)) return "";
  const last = closes[chance];
  return last ? fill(gettext("closed from round %(number)s of the shoe on"), { number: last + 1 }) : gettext("not offered in this round");
}

export function untilWords(chance) {
  return closes[chance] ? fill(gettext("until round %(number)s of the shoe"), { number: closes[chance] }) : "";
}
