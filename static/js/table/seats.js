// The seats along the rail: who sits, what lies before them, and where one may sit down.

import { byId, el, rebuilt } from "./dom.js";
import { brief, money } from "./money.js";
import { chanceLetter, chanceName, fill, gettext } from "./texts.js";

// Hands before pairs, and these before side bets: where there is little room, the most important is what is seen.
const RANK = ["ponto", "banca", "banca-no-commission", "empate", "par-ponto", "par-banca"];
const rank = (chance) => (RANK.includes(chance) ? RANK.indexOf(chance) : RANK.length);
const LETTERS = 15; // what two short lines hold, with a mark for what they do not

// `view`: {seats, mine (own seat or null), maySit}
export function drawSeats(view, sit) {
  const list = byId("seats");
  rebuilt(list, JSON.stringify(view), () => view.seats.map((seat) => place(seat, view, sit)));
}

function place(seat, { seats, mine, maySit }, sit) {
  const middle = (seats.length + 1) / 2;
  const reach = seats.length > 1 ? (seat.seat - middle) / (seats.length / 2) : 0;
  const item = el("li", {}, seat.who === null ? free(seat, maySit, sit) : taken(seat, mine));
  // Along the rail's curve: an ellipse, lowest in the middle.
  item.style.setProperty("--drop", `${Math.round(26 * Math.sqrt(Math.max(0, 1 - reach * reach)))}px`);
  return item;
}

function free(seat, maySit, sit) {
  const text = fill(gettext("%(seat)s free"), { seat: seat.seat });
  if (!maySit) return el("span", { class: "seat seat--free" }, text);
  const label = fill(gettext("Sit down in seat %(seat)s"), { seat: seat.seat });
  return el("button", { class: "seat seat--free", type: "button", "aria-label": label, onclick: () => sit(seat.seat) }, text);
}

function taken(seat, mine) {
  const own = seat.seat === mine;
  return el(
    "span",
    { class: own ? "seat seat--mine" : "seat" },
    el("b", {}, `${seat.seat} · ${own ? gettext("Me") : seat.who}`),
    el("span", { class: "seat__stakes" }, ...(seat.away ? [gettext("on a break")] : written(seat.stakes ?? {}))),
  );
}

// The stakes of a seat that are written out, the most important first, and the count of the others.
export function split(stakes) {
  const sorted = Object.entries(stakes).sort(([one], [other]) => rank(one) - rank(other));
  let room = LETTERS;
  const cut = sorted.findIndex((each, index) => {
    room -= brieflyOf(each).length;
    return room < 0 && index > 0;
  });
  return cut < 0 ? [sorted, []] : [sorted.slice(0, cut), sorted.slice(cut)];
}

// The rest is counted for the eye, and read out whole.
function written(stakes) {
  const [seen, more] = split(stakes);
  if (!more.length) return seen.map(stake);
  const rest = more.map(whole).join(", ");
  return [
    ...seen.map(stake),
    el("span", { "aria-hidden": "true", title: rest }, `+${more.length}`),
    el("span", { class: "visually-hidden" }, rest),
  ];
}

const brieflyOf = ([chance, cents]) => `${chanceLetter(chance)} ${brief(cents)}`;
const whole = ([chance, cents]) => `${chanceName(chance)} ${money(cents)}`;

const stake = ([chance, cents]) =>
  el(
    "span",
    { class: `side-${chance}` },
    el("span", { "aria-hidden": "true" }, brieflyOf([chance, cents])),
    el("span", { class: "visually-hidden" }, whole([chance, cents])),
  );
