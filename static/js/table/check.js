// Told of time and money at the player's own interval (UK-11): nothing more is staked until it is answered, in any window.

import { byId, setText } from "./dom.js";
import { money } from "./money.js";
import { fill, gettext, plural } from "./texts.js";

// Whether the player has to answer before going on, by the server's clock.
export const checkDue = (you, now) => Boolean(you?.session && you.check_at && now >= you.check_at);

const played = (ms) => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  const rest = plural("%(count)s minute", "%(count)s minutes", minutes % 60);
  return hours ? fill(gettext("%(hours)s and %(rest)s"), { hours: plural("%(count)s hour", "%(count)s hours", hours), rest }) : rest;
};

// The figures are written once for each time that it opens: a player does not read what changes underneath.
export function drawCheck(you, now) {
  const box = byId("check");
  const due = checkDue(you, now);
  if (due === box.open) return;
  if (!due) return box.close();
  const result = you.session_result ?? 0;
  setText(byId("check-time"), played(now - you.started_at));
  setText(byId("check-staked"), money(you.session_staked ?? 0));
  setText(byId("check-result"), (result > 0 ? "+" : "") + money(result));
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  box.showModal();
}

// `acts`: {checked, leave}
export function bindCheck(acts) {
  const box = byId("check");
  box.addEventListener("cancel", (event) => event.preventDefault()); // answered, not waved away
  box.addEventListener("keydown", (event) => event.stopPropagation()); // the table's keys mean nothing here
  byId("check-on").addEventListener("click", acts.checked);
  byId("check-stop").addEventListener("click", () => {
    acts.checked();
    acts.leave();
  });
}
