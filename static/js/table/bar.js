// The top bar: stake, result, balance, and the two clocks.

import { byId, setText } from "./dom.js";
import { money, short, shortSigned } from "./money.js";
import { fill, gettext } from "./texts.js";

const zone = "Europe/Lisbon";

export function drawBar(you, stake, shown) {
  setText(byId("bar-stake"), you ? short(stake) : "–");
  const result = you?.session ? (shown.session_result ?? 0) : null;
  setText(byId("bar-result"), result === null ? "–" : shortSigned(result));
  byId("bar-result").className = result > 0 ? "money-up" : result < 0 ? "money-down" : "";
  setText(byId("bar-balance"), you ? short(shown.balance ?? 0) : "–");
  setText(byId("bar-cost"), you?.session ? short(you.session_cost ?? 0) : "–");
}

// The terms in force: they may change at any round's start.
export function drawTerms(rules, round) {
  setText(byId("bar-version"), fill(gettext("rules v%(version)s"), { version: rules.version }));
  setText(byId("bar-minimum"), money(rules.minimum));
  const ofShoe = rules.shuffle === "per-shoe" && round.round_of_shoe;
  setText(byId("shoe-word"), ofShoe ? shoeWords(round) : "");
  if (byId("bar-max-prize") && rules.max_prize) setText(byId("bar-max-prize"), money(rules.max_prize));
}

const shoeWords = ({ round_of_shoe: number, last }) =>
  last ? gettext("last of the shoe") : fill(gettext("shoe round %(number)s"), { number });

const hours = new Intl.DateTimeFormat("pt-PT", { hour: "2-digit", minute: "2-digit", timeZone: zone });
const seconds = new Intl.DateTimeFormat("pt-PT", { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: zone });

// «26/11, 10:52», with the year where it is another; Romanian puts points.
export function dayAndTime(at) {
  const year = (moment) => new Intl.DateTimeFormat("pt-PT", { year: "numeric", timeZone: zone }).format(moment);
  const day = { day: "2-digit", month: "2-digit", ...(year(at) !== year(Date.now()) && { year: "numeric" }) };
  const text = new Intl.DateTimeFormat("pt-PT", { ...day, hour: "2-digit", minute: "2-digit", timeZone: zone }).format(at);
  return document.documentElement.lang === "ro" ? text.replaceAll("/", ".") : text;
}

export const timeOfDay = (at) => seconds.format(at);

export function drawClocks(you, now) {
  setText(byId("bar-clock"), hours.format(now));
  setText(byId("bar-session"), you?.session ? length(now - you.started_at) : "–");
}

// How long, «1:02:03».
export function length(ms) {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
