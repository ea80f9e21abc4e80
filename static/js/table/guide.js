// The guide of three rounds for a guest: what to do, why the cards fell so, what it cost. It tells, and deals nothing.

import { say } from "./announce.js";
import { byId, el, rebuilt } from "./dom.js";
import { showTab, turnedTo, turnTo } from "./drawer.js";
import { gettext } from "./texts.js";

const KEY = "sabot.guide";
const FRESH = { done: 0, last: null, over: false };
const ROUNDS = 3;

let progress = { ...FRESH, ...stored() };
let house = {}; // round → what the house says of it
let spoken = "";
let here = false;

// The rounds that the guide has seen, after the last round with the guest's own bets. Pure.
export function after({ done, last, over }, code) {
  if (over) return { done, last, over };
  if (!code) return FRESH;
  return code === last ? { done, last, over } : { done: Math.min(ROUNDS, done + 1), last: done < ROUNDS ? code : last, over };
}

export function bindGuide() {
  here = byId("main").dataset.guide === "1";
  if (here && !progress.over) turnTo("guide");
}

// `last`: the guest's last round whose cards have fallen.
export function drawGuide(last) {
  if (!here) return;
  const next = after(progress, last?.code ?? null);
  if (next.done !== progress.done || next.last !== progress.last) keep(next);
  const { done, over } = progress;
  const told = house[progress.last];
  if (done > 1 && !over && !told) ask(progress.last);
  const parts = partsOf(done, told ?? {});
  rebuilt(byId("panel-guide"), JSON.stringify([done, over, told]), () => [over ? finished() : box(done, parts)]);
  drawStrip(done, over, parts);
  speak(over, parts);
}

// What stands in the guide: [heading, sentences, whether a list].
function partsOf(done, { why = [], cost = [] }) {
  if (done === 0) {
    const choose = gettext("Take a chip and touch Ponto, Banca or Tie: you say which hand comes closer to 9, or that both will be equal. Then “Deal”.");
    return [[gettext("Round 1 of 3: bet and deal"), [choose, gettext("Nothing here is staged: the cards are those of this table’s own shoe.")]]];
  }
  if (done === 1) {
    const rule = gettext("Each hand has two cards. With 8 or 9 neither draws. Otherwise Ponto draws on 0 to 5, and Banca by its own total and by Ponto’s third card. The rules decide; no one chooses.");
    return [[gettext("Round 2 of 3: the third card"), [rule, gettext("Bet again and deal. Then you read here why each hand of that round drew or stood.")]]];
  }
  if (done === 2) {
    const deal = gettext("Bet and deal once more. Then you read here the payout, the commission and what the house keeps of such bets on average.");
    return [[gettext("Why the hands of your second round drew or stood"), why, true], [gettext("Round 3 of 3: what it costs"), [deal]]];
  }
  const proof = gettext("The order of the cards was fixed, and its fingerprint published, before your first bet. This page has checked each card against it: the tab “Proof” shows how, and the page of the round lets you do it again yourself.");
  return [[gettext("What your third round cost"), cost, true], [gettext("Verify the round yourself"), [proof]]];
}

function box(done, parts) {
  const written = parts.flatMap(([heading, lines, list]) => [el("h3", {}, heading), ...(list ? [el("ul", {}, ...lines.map((line) => el("li", {}, line)))] : lines.map((line) => el("p", {}, line)))]);
  return el("div", { class: "box guide" }, ...written, ...ways(done), el("p", { class: "guide__acts" }, ...acts(done)));
}

function ways(done) {
  const { dataset } = byId("main");
  const link = (href, words) => el("a", { href, target: "_blank", rel: "noopener" }, words);
  return [
    ...(done === 1 || done === 2 ? [link(dataset.rulesUrl, gettext("All the rules, with the third-card table"))] : []),
    ...(done > 1 ? [link(dataset.roundUrl.replace("CODE", progress.last), gettext("The page of this round"))] : []),
  ];
}

function acts(done) {
  const proof = el("button", { class: "act", type: "button", onclick: () => showTab("proof") }, gettext("Open the proof"));
  const end = el("button", { class: "act", type: "button", onclick: finish }, done === ROUNDS ? gettext("End the guide") : gettext("Skip the guide"));
  return done === ROUNDS ? [proof, end] : [end];
}

const finished = () =>
  el(
    "div",
    { class: "box guide" },
    el("p", {}, gettext("The guide is over. The rules, the proof and your last round stay beside it.")),
    el("p", { class: "guide__acts" }, el("button", { class: "act", type: "button", onclick: again }, gettext("Begin the guide again"))),
  );

// On a phone the drawer is shut: a line says what comes next, and opens it.
function drawStrip(done, over, parts) {
  const strip = byId("strip-guide");
  strip.hidden = over || byId("word").textContent.trim() !== "";
  rebuilt(strip, JSON.stringify([done, over]), () => [
    el("span", {}, parts.at(done === ROUNDS ? 0 : -1)[0]),
    el("button", { class: "act", type: "button", onclick: () => showTab("guide") }, gettext("Read")),
    el("button", { class: "act", type: "button", onclick: finish, "aria-label": done === ROUNDS ? gettext("End the guide") : gettext("Skip the guide") }, done === ROUNDS ? gettext("Finish") : gettext("Skip")),
  ]);
}

// Once for each step, and once more where the house has said why.
function speak(over, parts) {
  const text = over ? "" : parts.flatMap(([heading, lines]) => [`${heading}.`, ...lines]).join(" ");
  if (text && text !== spoken) say(text);
  spoken = text;
}

function finish() {
  keep({ ...progress, over: true });
  if (turnedTo("guide")) turnTo("last");
  byId("main").focus({ preventScroll: true });
}

// From the first round on; what was played before does not count.
function again() {
  keep({ ...FRESH, last: progress.last });
}

async function ask(code) {
  house = { ...house, [code]: {} };
  try {
    const answer = await fetch(byId("main").dataset.guideUrl.replace("CODE", code), { headers: { Accept: "application/json" } });
    if (answer.ok) house = { ...house, [code]: await answer.json() };
  } catch {
    // Without a connection the page of the round still has it all.
  }
}

function keep(next) {
  progress = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A browser that stores nothing still has its guide, as long as the page lasts.
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
