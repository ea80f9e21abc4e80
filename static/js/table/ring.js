// The time left to bet, in a ring and in seconds, and what the table calls.

import { byId, setAttr, setFlag, setText } from "./dom.js";
import { taking } from "./show.js";
import { fill, gettext } from "./texts.js";

export function drawRing(round, rules, table, now, scene) {
  const ring = byId("ring");
  const betting = taking(round, now);
  const halted = table.status === "paused" || table.status === "ended" || table.why === "held";
  const timed = betting && !halted && round.closes_at !== null;
  const left = timed ? round.closes_at - now : halted ? null : untilNext(round, now);
  const whole = timed ? rules.betting_seconds * 1000 : 0;
  setFlag(ring, "data-still", !timed);
  setFlag(ring, "data-alone", table.kind === "individual");
  setFlag(ring, "data-hurry", timed && left <= 5000);
  setAttr(ring.querySelector(".ring__left"), "stroke-dashoffset", whole ? (100 - Math.min(100, (left / whole) * 100)).toFixed(1) : "100");
  setText(byId("seconds"), left === null ? "–" : String(Math.ceil(left / 1000)));
  setText(byId("seconds-unit"), unitOf(timed, left, table));
  setText(byId("call"), callOf(round, table, betting, scene));
}

const unitOf = (timed, left, table) =>
  timed ? gettext("para apostar") : left !== null ? gettext("até à próxima") : table.status === "paused" ? gettext("em pausa") : "";

const untilNext = (round, now) => (round.next_at && round.next_at > now ? round.next_at - now : null);

// The call that ends the betting (R27); spoken as well as shown.
export const nothingMore = () => gettext("«Jogo feito, nada mais»");

// The calls of R27, and what else the table has to say.
export function callOf(round, table, betting, scene) {
  if (table.status === "paused") return gettext("Mesa em pausa");
  if (table.status === "ended") return "";
  if (round.phase === "void") return gettext("Jogada anulada: apostas devolvidas");
  if (betting) return openCall(round, table);
  if (round.phase === "waiting") return table.status === "open" ? gettext("À espera da próxima jogada") : gettext("Mesa fechada");
  if (scene?.done) return table.why === "held" ? gettext("À espera: as novas jogadas estão suspensas") : lastCall(round, table);
  return nothingMore();
}

function openCall(round, table) {
  if (table.kind === "individual") return gettext("Aposte e dê as cartas quando quiser");
  return round.last ? gettext("«Último golpe. Façam as vossas apostas»") : gettext("«Façam as vossas apostas»");
}

function lastCall(round, table) {
  if (table.status === "closing") return gettext("«Último golpe»: a mesa fecha");
  return round.last ? gettext("Foi o último golpe deste sabot: segue-se um novo") : "";
}

// For a screen reader that asks.
export function timeWords(round, now) {
  if (!taking(round, now)) return gettext("As apostas estão fechadas.");
  if (round.closes_at === null) return gettext("Sem limite de tempo: as cartas saem quando as der.");
  return fill(gettext("%(seconds)s segundos para apostar."), { seconds: Math.ceil((round.closes_at - now) / 1000) });
}
