// The seats along the rail: who sits, what lies before them, and where one may sit down.

import { byId, el, rebuilt } from "./dom.js";
import { brief, money } from "./money.js";
import { chanceLetter, chanceName, fill, gettext } from "./texts.js";

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
  const text = fill(gettext("%(seat)s livre"), { seat: seat.seat });
  if (!maySit) return el("span", { class: "seat seat--free" }, text);
  const label = fill(gettext("Sentar-se no lugar %(seat)s"), { seat: seat.seat });
  return el("button", { class: "seat seat--free", type: "button", "aria-label": label, onclick: () => sit(seat.seat) }, text);
}

function taken(seat, mine) {
  const own = seat.seat === mine;
  const stakes = Object.entries(seat.stakes ?? {});
  return el(
    "span",
    { class: own ? "seat seat--mine" : "seat" },
    el("b", {}, `${seat.seat} · ${own ? gettext("Eu") : seat.who}`),
    el("span", { class: "seat__stakes" }, ...(seat.away ? [gettext("em pausa")] : stakes.map(stake))),
  );
}

const stake = ([chance, cents]) =>
  el(
    "span",
    { class: `side-${chance}` },
    el("span", { "aria-hidden": "true" }, `${chanceLetter(chance)} ${brief(cents)}`),
    el("span", { class: "visually-hidden" }, `${chanceName(chance)} ${money(cents)}`),
  );
