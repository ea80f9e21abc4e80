// The time left to bet, in a ring and in seconds, and what the table calls.

import { byId, setAttr, setFlag, setText } from "./dom.js";
import { fill, gettext } from "./texts.js";

export function drawRing(round, rules, table, now, scene) {
  const ring = byId("ring");
  const betting = round.phase === "betting" && now < round.closes_at;
  const left = betting ? round.closes_at - now : untilNext(round, now);
  const whole = betting ? rules.betting_seconds * 1000 : 0;
  setFlag(ring, "data-still", !betting);
  setFlag(ring, "data-hurry", betting && left <= 5000);
  setAttr(ring.querySelector(".ring__left"), "stroke-dashoffset", whole ? (100 - Math.min(100, (left / whole) * 100)).toFixed(1) : "100");
  setText(byId("seconds"), left === null ? "–" : String(Math.ceil(left / 1000)));
  setText(byId("seconds-unit"), betting ? gettext("para apostar") : left === null ? "" : gettext("até à próxima"));
  setText(byId("call"), callOf(round, table, betting, scene));
}

const untilNext = (round, now) => (round.next_at && round.next_at > now ? round.next_at - now : null);

// The calls of R27, and what else the table has to say.
export function callOf(round, table, betting, scene) {
  if (table.status === "paused") return gettext("Mesa em pausa");
  if (round.phase === "void") return gettext("Jogada anulada: apostas devolvidas");
  if (betting) return gettext("«Façam as vossas apostas»");
  if (round.phase === "waiting") return table.status === "open" ? gettext("À espera da próxima jogada") : gettext("Mesa fechada");
  if (scene?.done) return table.status === "closing" ? gettext("«Último golpe»: a mesa fecha") : "";
  return gettext("«Jogo feito, nada mais»");
}

// For a screen reader that asks.
export const timeWords = (round, now) =>
  round.phase === "betting" && now < round.closes_at
    ? fill(gettext("%(seconds)s segundos para apostar."), { seconds: Math.ceil((round.closes_at - now) / 1000) })
    : gettext("As apostas estão fechadas.");
