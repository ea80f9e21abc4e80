// What the play of this session costs on average, and at this pace by the hour: said plainly, beside the ways to stop.

import { byId, el, rebuilt, setText } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext, plural } from "./texts.js";

const ENOUGH_MS = 180_000; // a shorter time says nothing of an hour
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SOON = 5; // minutes of one's own limit of time, from which on it is said above the table

// The session's mean cost by the hour in cents; null while it is too early to say.
export function hourly(cost, elapsed) {
  return elapsed < ENOUGH_MS ? null : Math.round((cost * HOUR_MS) / elapsed);
}

// `acts`: {away, leave}
export function drawCost(you, now, acts) {
  const box = byId("cost");
  box.hidden = !you?.session;
  if (box.hidden) return;
  const timed = you.play_until != null;
  rebuilt(box, `${you.away}${timed}`, () => build(you.away, timed, acts));
  const rate = hourly(you.session_cost ?? 0, now - you.started_at);
  setText(byId("cost-so-far"), money(you.session_cost ?? 0));
  setText(byId("cost-hour"), rate === null ? gettext("ainda é cedo") : fill(gettext("≈ %(amount)s"), { amount: money(rate) }));
  if (timed) setText(byId("cost-time"), fill(gettext("restam %(minutes)s min"), { minutes: minutesLeft(you, now) }));
}

const minutesLeft = (you, now) => Math.max(0, Math.ceil((you.play_until - now) / MINUTE_MS));

// The limit of time that the player set for a day comes near (UK-10): said calmly, before it ends the session.
export function drawTime(you, now) {
  const node = byId("strip-time");
  const left = you?.session && you.play_until != null ? minutesLeft(you, now) : null;
  node.hidden = left === null || left > SOON;
  if (node.hidden) return;
  const words = left
    ? plural(
        "Falta %(count)s minuto para o limite de tempo que definiu para hoje (UK-10). Depois a sessão termina e recebe o resumo; as apostas aceites são pagas.",
        "Faltam %(count)s minutos para o limite de tempo que definiu para hoje (UK-10). Depois a sessão termina e recebe o resumo; as apostas aceites são pagas.",
        left,
      )
    : gettext("Chegou ao limite de tempo que definiu para hoje (UK-10): a sessão termina e recebe o resumo; as apostas aceites são pagas.");
  setText(node, words);
}

function build(away, timed, acts) {
  const link = (text, act) => el("button", { class: "as-link", type: "button", onclick: act }, text);
  return [
    el("h3", {}, gettext("O que custa jogar assim")),
    el(
      "dl",
      { class: "pairs" },
      el("div", {}, el("dt", {}, gettext("em média, até agora")), el("dd", { id: "cost-so-far" })),
      el("div", {}, el("dt", {}, gettext("a este ritmo, por hora")), el("dd", { id: "cost-hour" })),
      timed ? el("div", {}, el("dt", {}, gettext("o seu limite de tempo, hoje")), el("dd", { id: "cost-time" })) : null,
    ),
    el("p", { class: "soft small" }, gettext("Média pelas probabilidades exatas; a sorte de hoje pode ser outra.")),
    el("p", { class: "row" }, link(away ? gettext("Voltar ao jogo") : gettext("Fazer uma pausa"), acts.away), link(gettext("Sair com o resumo"), acts.leave)),
  ];
}
