// The average cost of this session's play, in all and by the hour at this pace, shown beside the ways to stop.

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
  setText(byId("cost-hour"), rate === null ? gettext("too early to say") : fill(gettext("≈ %(amount)s"), { amount: money(rate) }));
  if (timed) setText(byId("cost-time"), fill(gettext("%(minutes)s min left"), { minutes: minutesLeft(you, now) }));
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
        "%(count)s minute left until the time limit that you set for today. Then the session ends and you get its summary; accepted bets are paid.",
        "%(count)s minutes left until the time limit that you set for today. Then the session ends and you get its summary; accepted bets are paid.",
        left,
      )
    : gettext("You have reached the time limit that you set for today: the session ends and you get its summary; accepted bets are paid.");
  setText(node, words);
}

function build(away, timed, acts) {
  const figure = (name, id) => el("div", {}, el("dt", {}, name), el("dd", { id }));
  return [
    el("h3", {}, gettext("What playing like this costs")),
    el(
      "dl",
      { class: "pace__figures" },
      figure(gettext("on average, so far"), "cost-so-far"),
      figure(gettext("per hour at this pace"), "cost-hour"),
      timed ? figure(gettext("your time today"), "cost-time") : null,
    ),
    el(
      "p",
      { class: "pace__acts" },
      el("button", { class: "act", type: "button", id: "tool-away", onclick: acts.away }, away ? gettext("Come back to play") : gettext("Take a break")),
      el("button", { class: "act act--stop", type: "button", onclick: acts.leave }, gettext("Leave with the summary")),
    ),
  ];
}
