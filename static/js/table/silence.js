// Calm words to who does not bet, or has less than the minimum left: what happens, when, and the ways on (R35, R36).

import { timeOfDay } from "./bar.js";
import { byId, el, rebuilt } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext } from "./texts.js";

let answered = null; // the invitation that the player said «go on» to
let told = null; // the invitation whose display the server was told of
let stayed = false;

const WORDS = {
  R35a: (ends) => fill(gettext("Há mais de 3 minutos que não aposta (R35). Sem uma aposta até às %(time)s, a sessão termina e recebe o resumo (R36)."), { time: timeOfDay(ends) }),
  R35b: () => gettext("Passaram mais de 5 jogadas sem apostar (R35). Sem uma aposta na próxima, a sessão termina com ela e recebe o resumo (R36)."),
};

// `acts`: {shown, away, leave, focus}
export function drawInvitation(you, acts) {
  const invited = you?.session && !you.away ? you.invited : null;
  const node = byId("strip-invite");
  node.hidden = !invited;
  if (!invited) return;
  const mark = `${you.session}:${invited.at}`;
  rebuilt(node, `${mark}:${answered === mark}`, () => (answered === mark ? [goneOn(invited)] : asked(invited, mark, acts)));
  if (told !== mark && !invited.shown && document.visibilityState === "visible") {
    told = mark;
    acts.shown();
  }
}

const goneOn = ({ ends_at: ends }) =>
  el("span", {}, ends ? fill(gettext("Aposte até às %(time)s para continuar a sessão."), { time: timeOfDay(ends) }) : gettext("Aposte na próxima jogada para continuar a sessão."));

function asked(invited, mark, acts) {
  const text = WORDS[invited.rule]?.(invited.ends_at) ?? gettext("Está há algum tempo sem apostar.");
  return [
    el("span", {}, text),
    button(gettext("Continuar"), () => ((answered = mark), acts.focus())),
    button(gettext("Fazer uma pausa"), acts.away),
    button(gettext("Sair com o resumo"), acts.leave),
  ];
}

// The balance does not reach the minimum, and nothing is at stake: said once, without hurry.
export function drawShort({ seated, balance, staked, minimum, settled }, acts) {
  const node = byId("strip-funds");
  if (!seated || balance >= minimum) stayed = false;
  node.hidden = !seated || !settled || staked > 0 || balance === undefined || balance >= minimum || stayed;
  if (node.hidden) return;
  rebuilt(node, `${balance}:${minimum}`, () => [
    el("span", {}, fill(gettext("O seu saldo, %(balance)s, não chega à aposta mínima desta mesa, %(minimum)s."), { balance: money(balance), minimum: money(minimum) })),
    button(gettext("Ficar a ver"), () => ((stayed = true), (node.hidden = true))),
    button(gettext("Fazer uma pausa"), acts.away),
    button(gettext("Sair com o resumo"), acts.leave),
  ]);
}

// Sitting out: the seat is kept, nothing can be bet, and one press brings back.
export function drawAway(you, back) {
  const node = byId("strip-away");
  node.hidden = !(you?.session && you.away);
  if (!node.hidden)
    rebuilt(node, you.session, () => [el("span", {}, gettext("Está em pausa: o lugar continua seu e nada se aposta sem si.")), button(gettext("Voltar ao jogo"), back)]);
}

const button = (label, act) => el("button", { class: "button button--small", type: "button", onclick: act }, label);
