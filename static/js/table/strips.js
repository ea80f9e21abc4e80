// The quiet lines above the table: connection, pause, new rules, watching without a seat.

import { dayAndTime } from "./bar.js";
import { byId, el, rebuilt, setText } from "./dom.js";
import { checked, held } from "./show.js";
import { fill, gettext } from "./texts.js";

export const BARRED = 4010;
const guest = () => byId("main").dataset.guest === "1";
const ENDS = {
  4001: () => guest() ? gettext("The demonstration has ended. You can begin another from the front page.") : gettext("You have been signed out. Sign in again to go on; accepted bets stand."),
  4003: () => gettext("You do not have access to this table."),
  4004: () => gettext("This table does not exist or has been closed."),
  4029: () => gettext("You have too many tables open at once. Close some and load this page again."),
  4010: () => guest() ? gettext("The demonstration has ended. You can begin another from the front page.") : gettext("You may no longer play, and the connection to the table has ended. Accepted bets are paid."),
};

function strip(id, text) {
  const node = byId(id);
  node.hidden = !text;
  if (text) setText(node, text);
}

export function linkChanged(up) {
  strip("strip-link", up ? "" : gettext("Connection lost: trying again. Accepted bets stand and will be settled."));
}

// No line was ever had: a browser without sockets, or a network that lets none through.
export function lineBarred(lobby) {
  if (byId("strip-link").querySelector("a")) return; // it stands there already, and may be under a finger
  strip("strip-link", gettext("This browser or this network does not let the table’s line through, so no bet can be placed here. The lobby shows the tables without it; try another network or a newer browser."));
  byId("strip-link").append(" ", el("a", { href: lobby }, gettext("Watch from the lobby")));
}

// `summary`: the address of the summary of the session that ended with it, or null.
export function ended(code, summary) {
  strip("strip-link", ENDS[code]?.() ?? gettext("The connection to the table has ended."));
  if (code !== BARRED) return;
  if (summary) byId("strip-link").append(" ", el("a", { href: summary }, gettext("Session summary")));
  if (!guest()) byId("strip-link").append(" ", el("a", { href: byId("main").dataset.account }, gettext("Why, until when, and how to come back")));
}

// One who may not play any more sees the round of the last bets to its end. `you`: null where that is not so.
export function showBarred(you) {
  if (!you?.barred) return strip("strip-barred", "");
  const { block, until } = you.barred;
  const why = block === "excluded" && until ? fill(gettext("On a break until %(moment)s."), { moment: dayAndTime(until) }) : gettext("You can no longer bet.");
  strip("strip-barred", `${why} ${gettext("Your bets in this round still count.")}`);
}

// A reason as staff wrote it, ready to end in our own full stop.
const bare = (text) => text.trim().replace(/\.+$/, "");

// Why no round begins although the table is open.
const heldText = (table) =>
  checked(table)
    ? gettext("Play is closed for now at all tables: the house is checking its accounts. Your balance is safe and accepted bets are settled; you can withdraw your money as always. The table goes on when everything has been checked.")
    : gettext("The house has suspended new rounds. Accepted bets are settled; the table goes on when the suspension ends.");

export function showPause(table, round) {
  const why = table.why && !held(table) ? ` ${fill(gettext("Reason: %(why)s."), { why: bare(table.why) })}` : "";
  if (held(table) && table.status === "open") return strip("strip-pause", heldText(table));
  const text = {
    paused: gettext("The table is paused. Accepted bets stand; when it starts again, the betting time begins afresh.") + why,
    closing: gettext("“Last round”: the table closes after this one.") + why,
    closed: gettext("The table is closed.") + why,
  }[table.status];
  const annulled = round.phase === "void" ? fill(gettext("Round void: all stakes have been returned. Reason: %(why)s."), { why: bare(round.void_reason ?? "") }) : "";
  strip("strip-pause", annulled || text || "");
}

// A new version of the rules applies from a round's start: the page says so and shows where to read it.
export function showVersion(version) {
  const { dataset } = byId("main");
  if (dataset.version === String(version)) return;
  dataset.version = String(version);
  const node = byId("strip-version");
  node.hidden = false;
  node.replaceChildren(
    el("span", {}, fill(gettext("This table now plays by rules v%(version)s."), { version })),
    el("a", { href: location.href }, gettext("Reload to see them here")),
  );
}

// Why no seat is offered: as the house wrote it on the page, or as it said when it was asked again.
let block = written();

export const barred = () => block.why;

function written() {
  const node = byId("watching");
  if (node.dataset.barred === undefined) return { why: "" };
  const link = node.querySelector("a");
  return { why: byId("watching-word").textContent, address: link?.getAttribute("href"), label: link?.textContent };
}

// An obstacle may be gone by now, or a new one may have come.
export async function askSeat(draw) {
  try {
    const response = await fetch(byId("main").dataset.seatUrl, { headers: { Accept: "application/json" } });
    const answer = response.ok ? await response.json() : block;
    if (answer.why === block.why) return; // what was last said there stays
    block = answer;
    draw();
  } catch {
    // Without a connection what was known stays; the strip above says that it is lost.
  }
}

export function showWatching(seated, member, sit, signIn) {
  const node = byId("watching");
  node.hidden = seated;
  if (!seated) rebuilt(node, JSON.stringify([member, block]), () => (block.why ? barring() : offering(member, sit, signIn)));
}

const barring = () => [
  el("span", { id: "watching-word" }, block.why),
  ...(block.address ? [el("a", { class: "act", href: block.address }, block.label)] : []),
];

function offering(member, sit, signIn) {
  return [
    el("span", { id: "watching-word" }, gettext("You are watching the table, without a seat.")),
    member
      ? el("button", { class: "confirm", type: "button", onclick: sit }, gettext("Sit down"))
      : el("a", { class: "confirm", href: signIn }, gettext("Sign in to play")),
  ];
}
