// The time left to bet, in a ring and in seconds, and what the table calls.

import { byId, setAttr, setFlag, setText } from "./dom.js";
import { checked, held, taking } from "./show.js";
import { fill, gettext } from "./texts.js";

// `lost`: nothing is heard of the table, so that no time is told.
export function drawRing(round, rules, table, now, scene, lost) {
  const ring = byId("ring");
  const betting = taking(round, now);
  const halted = lost || table.status === "paused" || table.status === "ended" || held(table);
  const timed = betting && !halted && round.closes_at !== null;
  const left = timed ? round.closes_at - now : halted ? null : untilNext(round, now);
  const whole = timed ? rules.betting_seconds * 1000 : 0;
  setFlag(ring, "data-still", !timed);
  setFlag(ring, "data-next", !timed && left !== null);
  setFlag(ring, "data-alone", table.kind === "individual");
  setAttr(ring.querySelector(".ring__left"), "stroke-dashoffset", whole ? (100 - Math.min(100, (left / whole) * 100)).toFixed(1) : "100");
  const seconds = left === null ? "–" : String(Math.ceil(left / 1000));
  setText(byId("seconds"), seconds);
  setText(byId("seconds-unit"), unitOf({ timed, left, table, betting, round }));
  if (byId("next")) {
    byId("next").hidden = left === null;
    setText(byId("next-seconds"), seconds);
    setText(byId("next-word"), gettext("s to the next round"));
  }
  setText(byId("call"), callOf(round, table, betting, scene));
}

// No number stands without a word that says what it counts.
function unitOf({ timed, left, table, betting, round }) {
  if (timed) return gettext("s to bet");
  if (table.status === "paused") return gettext("on a break");
  if (left !== null) return gettext("s to the next");
  return betting || round.phase === "waiting" || round.phase === "void" ? "" : gettext("cards coming");
}

const untilNext = (round, now) => (round.next_at && round.next_at > now ? round.next_at - now : null);

// The call that ends the betting (R27); spoken as well as shown.
export const nothingMore = () => gettext("“No more bets”");

// The calls of R27, and what else the table has to say.
export function callOf(round, table, betting, scene) {
  if (table.status === "paused") return gettext("Table paused");
  if (table.status === "ended") return "";
  if (round.phase === "void") return gettext("Round void: stakes returned");
  if (held(table) && (betting || round.phase === "waiting")) return heldCall(table);
  if (betting) return openCall(round, table);
  if (round.phase === "waiting") return table.status === "open" ? gettext("Waiting for the next round") : gettext("Table closed");
  if (scene?.done) return held(table) ? heldCall(table) : lastCall(round, table);
  return nothingMore();
}

const heldCall = (table) =>
  checked(table) ? gettext("Play is closed for now") : gettext("On hold"); // the strip says the rest; cards may lie beside it

function openCall(round, table) {
  if (table.kind === "individual") return gettext("Bet, and deal when you are ready");
  return round.last ? gettext("“Last round. Place your bets”") : gettext("“Place your bets”");
}

function lastCall(round, table) {
  if (table.status === "closing") return gettext("“Last round”: the table closes");
  return round.last ? gettext("That was the last round of this shoe: a new one follows") : "";
}

// For a screen reader that asks.
export function timeWords(round, now) {
  if (!taking(round, now)) return gettext("Betting is closed.");
  if (round.closes_at === null) return gettext("No time limit: the cards come when you deal them.");
  return fill(gettext("%(seconds)s seconds left to bet."), { seconds: Math.ceil((round.closes_at - now) / 1000) });
}
