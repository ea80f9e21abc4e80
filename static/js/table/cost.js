// What the play of this session costs on average, and at this pace by the hour: said plainly, beside the ways to stop.

import { byId, el, rebuilt, setText } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext } from "./texts.js";

const ENOUGH_MS = 180_000; // a shorter time says nothing of an hour
const HOUR_MS = 3_600_000;

// The session's mean cost by the hour in cents; null while it is too early to say.
export function hourly(cost, elapsed) {
  return elapsed < ENOUGH_MS ? null : Math.round((cost * HOUR_MS) / elapsed);
}

// `acts`: {away, leave}
export function drawCost(you, now, acts) {
  const box = byId("cost");
  box.hidden = !you?.session;
  if (box.hidden) return;
  rebuilt(box, String(you.away), () => build(you.away, acts));
  const rate = hourly(you.session_cost ?? 0, now - you.started_at);
  setText(byId("cost-so-far"), money(you.session_cost ?? 0));
  setText(byId("cost-hour"), rate === null ? gettext("ainda é cedo") : fill(gettext("≈ %(amount)s"), { amount: money(rate) }));
}

function build(away, acts) {
  const link = (text, act) => el("button", { class: "as-link", type: "button", onclick: act }, text);
  return [
    el("h3", {}, gettext("O que custa jogar assim")),
    el(
      "dl",
      { class: "pairs" },
      el("div", {}, el("dt", {}, gettext("em média, até agora")), el("dd", { id: "cost-so-far" })),
      el("div", {}, el("dt", {}, gettext("a este ritmo, por hora")), el("dd", { id: "cost-hour" })),
    ),
    el("p", { class: "soft small" }, gettext("Média pelas probabilidades exatas; a sorte de hoje pode ser outra.")),
    el("p", { class: "row" }, link(away ? gettext("Voltar ao jogo") : gettext("Fazer uma pausa"), acts.away), link(gettext("Sair com o resumo"), acts.leave)),
  ];
}
