// The seats along the rail: who sits, what lies before them, and where one may sit down.

import { byId, el, rebuilt } from "./dom.js";
import { onLayout, places, put } from "./layout.js";
import { brief, money, roundSigned } from "./money.js";
import { chanceLetter, chanceName, gettext } from "./texts.js";

// Hands before pairs, and these before side bets: where there is little room, the most important is what is seen.
const RANK = ["ponto", "banca", "banca-no-commission", "empate", "par-ponto", "par-banca"];
const rank = (chance) => (RANK.includes(chance) ? RANK.indexOf(chance) : RANK.length);
const LETTERS = 8; // what a short line holds, with a mark for what it does not

// `view`: {cuts: the seats that have cut a new shoe, or null where none is cut, seats, mine (own seat or null), maySit, draft: own cents not confirmed yet, gain: own result once seen or null}
export function drawSeats(view, sit) {
  const list = byId("seats");
  rebuilt(list, `${JSON.stringify(view)}${places()?.mode}`, () => {
    setTimeout(settle);
    return view.seats.map((seat) => el("li", {}, seat.who === null ? free(seat, view, sit) : taken(seat, view)));
  });
  settle();
}

function settle() {
  const boxes = places()?.seats ?? [];
  [...byId("seats").children].forEach((item, index) => {
    put(item, boxes[index]);
  });
}

onLayout(settle);

// Named as it reads, so that it can be called by what is seen.
function free({ seat }, { maySit }, sit) {
  const parts = [el("b", { class: "seat__face" }, String(seat)), el("span", { class: "seat__word" }, " ", gettext("free"))];
  if (!maySit) return el("span", { class: "seat seat--free" }, ...parts);
  return el("button", { class: "seat seat--free", type: "button", onclick: () => sit(seat) }, ...parts, el("span", { class: "visually-hidden" }, `, ${gettext("sit down")}`));
}

function taken(seat, { mine, draft, gain, cuts }) {
  const own = seat.seat === mine;
  return el(
    "span",
    { class: own ? "seat seat--mine" : "seat", "data-side": weightOf(seat.stakes ?? {}) },
    el("b", { class: "seat__face" }, String(seat.seat)),
    el(
      "span",
      { class: "seat__who" },
      el("b", { class: "seat__name" }, own ? gettext("Me") : seat.who),
      el("span", { class: "seat__stakes" }, ...(cuts ? [cuts.includes(seat.seat) ? cutWord(gettext("has cut ✓"), "✓") : cutWord(gettext("to cut"), "…")] : seat.away ? [gettext("on a break")] : own && gain !== null ? [gained(gain)] : own && draft ? [drafted(draft)] : written(seat.stakes ?? {}))),
    ),
  );
}

// On a phone another's seat has room for a sign alone.
const cutWord = (word, sign) => el("span", {}, el("span", { class: "seat__full" }, word), el("span", { class: "seat__sign", "aria-hidden": "true" }, sign));

// The side that the seat bets on, for the colour of its rim; its words say so too.
const weightOf = (stakes) => ((stakes.ponto ?? 0) > (stakes.banca ?? 0) + (stakes["banca-no-commission"] ?? 0) ? "ponto" : stakes.banca || stakes["banca-no-commission"] ? "banca" : null);

const gained = (cents) => el("span", { class: cents > 0 ? "money-up" : cents < 0 ? "money-down" : "" }, roundSigned(cents));
const drafted = (cents) => el("span", { class: "seat__draft" }, `+${brief(cents)}`);

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
    el("span", { "aria-hidden": "true" }, el("span", { class: "seat__letter" }, `${chanceLetter(chance)} `), brief(cents)),
    el("span", { class: "visually-hidden" }, whole([chance, cents])),
  );
