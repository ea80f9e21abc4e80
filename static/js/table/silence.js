// Calm words to a player who does not bet, or has less than the minimum left: the event, its time and the ways on (R35, R36).

import { timeOfDay } from "./bar.js";
import { byId, el, rebuilt } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext } from "./texts.js";

let answered = null; // the invitation that the player said «go on» to
let told = null; // the invitation whose display the server was told of
let stayed = false;

const WORDS = {
  R35a: (ends) => fill(gettext("You have not bet for more than 3 minutes. Without a bet by %(time)s, the session ends and you get the summary."), { time: timeOfDay(ends) }),
  R35b: () => gettext("More than 5 rounds have passed without a bet from you. Without a bet in the next one, the session ends with it and you get the summary."),
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
  el("span", {}, ends ? fill(gettext("Bet by %(time)s to go on with the session."), { time: timeOfDay(ends) }) : gettext("Bet in the next round to go on with the session."));

function asked(invited, mark, acts) {
  const text = WORDS[invited.rule]?.(invited.ends_at) ?? gettext("You have not bet for some time.");
  return [
    el("span", {}, text),
    button(gettext("Go on"), () => {
      answered = mark;
      acts.focus();
    }),
    button(gettext("Take a break"), acts.away),
    button(gettext("Leave with the summary"), acts.leave),
  ];
}

// The balance does not reach the minimum, and nothing is at stake: said once, without hurry.
export function drawShort({ seated, balance, staked, minimum, settled }, acts) {
  const node = byId("strip-funds");
  if (!seated || balance >= minimum) stayed = false;
  node.hidden = !seated || !settled || staked > 0 || balance === undefined || balance >= minimum || stayed;
  if (node.hidden) return;
  rebuilt(node, `${balance}:${minimum}`, () => [
    el("span", {}, fill(gettext("Your balance, %(balance)s, does not reach this table’s minimum bet, %(minimum)s."), { balance: money(balance), minimum: money(minimum) })),
    button(gettext("Stay and watch"), () => {
      stayed = true;
      node.hidden = true;
    }),
    button(gettext("Take a break"), acts.away),
    button(gettext("Leave with the summary"), acts.leave),
  ]);
}

// Sitting out: the seat is kept, nothing can be bet, and one press brings back.
export function drawAway(you, back) {
  const node = byId("strip-away");
  node.hidden = !(you?.session && you.away);
  if (!node.hidden)
    rebuilt(node, you.session, () => [el("span", {}, gettext("You are on a break: the seat stays yours and nothing is bet without you.")), button(gettext("Come back to play"), back)]);
}

const button = (label, act) => el("button", { class: "act act--small", type: "button", onclick: act }, label);
