// The drawer: its tabs, the last round, receipts, the proof, and the table's latest answers.

import { cutHolds, startWords } from "./cut.js";
import { timeOfDay } from "./bar.js";
import { byId, el, rebuilt, setAttr } from "./dom.js";
import { money, signed } from "./money.js";
import { cardName, chanceName, fill, gettext, winnerWords } from "./texts.js";

const ANSWERS = 3;

// Opens the drawer at one of its tabs.
export function showTab(name) {
  const tabs = [...document.querySelectorAll(".drawer [role=tab]")];
  choose(tabs, byId(`tab-${name}`));
  if (getComputedStyle(byId("tool-drawer")).display !== "none") open(true);
  byId(`tab-${name}`).focus();
}

// Shows one of its tabs where the drawer lies open, and leaves the focus where it is.
export function turnTo(name) {
  choose([...document.querySelectorAll(".drawer [role=tab]")], byId(`tab-${name}`));
}

export const turnedTo = (name) => byId(`tab-${name}`).getAttribute("aria-selected") === "true";

export function bindDrawer() {
  const tabs = [...document.querySelectorAll(".drawer [role=tab]")];
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => choose(tabs, tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      choose(tabs, next);
      next.focus();
    });
  });
  byId("tool-drawer").addEventListener("click", () => open(!byId("drawer").hasAttribute("data-open")));
  byId("drawer-close").addEventListener("click", () => open(false));
}

function choose(tabs, chosen) {
  for (const tab of tabs) {
    const on = tab === chosen;
    setAttr(tab, "aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !on;
  }
}

function open(on) {
  byId("drawer").toggleAttribute("data-open", on);
  setAttr(byId("tool-drawer"), "aria-expanded", String(on));
  (on ? byId("drawer-close") : byId("tool-drawer")).focus();
}

const roundUrl = (code) => byId("main").dataset.roundUrl.replace("CODE", code);

const line = (name, value, tone = "") => el("div", { class: tone }, el("dt", {}, name), el("dd", {}, value));

// `last`: the last round with the player's own bets; `latest`: with any bets. One box where they are the same; then there is
// room below for the shoe's fingerprint. `root`: of the shoe in play; `since`: when it was first seen here.
export function drawLast(last, latest, { root, since }) {
  rebuilt(byId("panel-last"), JSON.stringify([last, latest, root, since]), () => {
    const boxes = [];
    if (latest && latest.code !== last?.code) boxes.push(tableRound(latest));
    if (last) boxes.push(lastRound(last, boxes.length > 0));
    if (root && boxes.length < 2) boxes.push(fixed(root, since));
    return last || latest ? boxes : [nothing(gettext("Here you find this table’s last round, with its cards and, if you bet, with your bets and prizes.")), ...boxes];
  });
}

// The fingerprint in short, and the way to the whole proof.
function fixed(root, since) {
  const fours = root.match(/.{4}/g) ?? [root];
  return el(
    "div",
    { class: "box" },
    el("h3", {}, gettext("Proof of the shoe"), since ? el("span", { class: "num" }, fill(gettext("seen here at %(time)s"), { time: timeOfDay(since) })) : null),
    el("code", { class: "mono", title: root }, `${fours.slice(0, 4).join(" ")} … ${fours.slice(-3).join(" ")}`),
    el("button", { class: "as-link", type: "button", onclick: () => showTab("proof") }, gettext("See the proof")),
  );
}

const nothing = (text) => el("p", { class: "soft" }, text);

const number = (code) => Number(code.slice(code.lastIndexOf("-") + 1));

const head = (round) => el("h3", { title: round.code }, gettext("Last round"), el("span", { class: "num" }, fill(gettext("no. %(number)s · %(time)s"), { number: number(round.code), time: timeOfDay(round.at) })));

// The hands as small as their indexes: rank and suit.
const hands = (round) => el("div", { class: "lasthands" }, hand("ponto", round, [0, 2, 4]), hand("banca", round, [1, 3, 5]));

function hand(side, round, places) {
  const codes = places.map((place) => round.cards[place]).filter(Boolean);
  return el(
    "div",
    { class: "lasthand" },
    el("p", { class: `side-${side}` }, chanceName(side), el("b", {}, String(round[side]))),
    el("span", { class: "indexes" }, ...codes.map((code, place) => index(code, place === 2))),
  );
}

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

function index(code, across) {
  const rank = code[0] === "T" ? "10" : code[0];
  const node = el("span", { class: across ? "index index--across" : "index", role: "img", "aria-label": cardName(code) }, rank, el("span", { "aria-hidden": "true" }, SUITS[code[1]]));
  node.toggleAttribute("data-red", "HD".includes(code[1]));
  return node;
}

const wholeRound = (round) => el("a", { href: roundUrl(round.code), target: "_blank", rel: "noopener" }, gettext("All about this round"));

const tableRound = (round) => el("div", { class: "box" }, head(round), hands(round), el("p", { class: `side-${round.winner}` }, winnerWords(round.winner)), wholeRound(round));

function lastRound(last, second) {
  const bets = last.bets.flatMap((bet) => [
    line(`${chanceName(bet.chance)} ${money(bet.stake)}`, tinted(bet.returned - bet.stake)),
    ...(bet.commission ? [line(gettext("commission, already taken off"), money(-bet.commission), "soft")] : []),
  ]);
  return el(
    "div",
    { class: "box" },
    second ? el("h3", { title: last.code }, gettext("Your last round with bets"), el("span", {}, fill(gettext("no. %(number)s"), { number: number(last.code) }))) : head(last),
    hands(last),
    el(
      "dl",
      { class: "pairs" },
      ...bets,
      line(gettext("Staked"), money(last.staked), "total"),
      line(gettext("Received"), money(last.returned)),
      line(gettext("Commission"), money(last.commission), "soft"),
      line(gettext("Result"), tinted(last.result), "total"),
    ),
    wholeRound(last),
  );
}

function tinted(cents) {
  return el("span", { class: cents > 0 ? "money-up" : cents < 0 ? "money-down" : "" }, signed(cents));
}

const linesWords = (lines) =>
  Object.entries(lines).map(([chance, cents]) => `${chanceName(chance)} ${signed(cents)}`).join(", ");

// `root`: of the shoe that the round is dealt from, as this page saw it before the first card.
export function drawReceipts(receipts, root) {
  rebuilt(byId("panel-receipts"), JSON.stringify([receipts, root]), () =>
    receipts.length
      ? [...receipts].reverse().map((each) => el("div", { class: "box" }, el("h3", {}, fill(gettext("Receipt %(number)s"), { number: each.number }), el("span", { class: "num" }, timeOfDay(each.at))), el("p", {}, linesWords(each.lines)), fingerprint(root)))
      : [nothing(gettext("The receipts for your bets in this round appear here, with number and time."))],
  );
}

// The root of a shoe: its first digits for the eye, all of them to copy.
const fingerprint = (root) =>
  root
    ? el("details", { class: "root" }, el("summary", {}, gettext("Fingerprint of the shoe"), " ", el("code", { class: "root__short mono", "data-rest": root.slice(8) }, root.slice(0, 8))), el("code", { class: "root__whole mono" }, root))
    : null;

// `proofs`: the cards that this page has checked (proof.js), or none; `since`: when the shoe's fingerprint was first seen here.
// `latest`: the last settled round, which can be verified while the present one has no cards.
// `header`: what the fingerprint fixes beside the order of the cards, once it was checked with them.
// `cut`: the shoe's cut, or null; `cuts`: whether this table's shoes are cut.
// `before`: the round before with its checks, where the present one has none yet.
export function drawProof(round, { checks, cut, cuts, header, since, latest, before }) {
  const verified = checks.length ? round.code : (latest ?? null);
  rebuilt(byId("panel-proof"), JSON.stringify([round.code, round.root, checks, since, verified, cut, cuts, before?.code]), () => [
    el(
      "div",
      { class: "box" },
      el("h3", {}, round.paper ? gettext("Cards of paper") : gettext("Proof of the shoe"), since ? el("span", {}, fill(gettext("seen here at %(time)s"), { time: timeOfDay(since) })) : null),
      ...(round.paper ? [] : [el("code", { class: "mono" }, round.root ?? "–")]),
      ...checks.map(checked),
      ...(header ? [el("p", {}, headerWords(header))] : []),
      el("p", { class: "soft" }, round.paper ? gettext("A croupier deals these cards from a shoe on a table, and a scanner reads each one as it comes out. Their order was known to no one before, and is not fixed by a fingerprint: every reading is kept, with who dealt it, and stands on the page of the round.") : gettext("Before the first bet the order of the cards was fixed and this fingerprint was published. As each card comes out, this page works out from it whether it is the card that was fixed: the house cannot swap a single one.")),
      ...(verified && !round.paper ? [el("a", { href: `${roundUrl(verified)}verificar/`, target: "_blank", rel: "noopener" }, fill(gettext("Verify round no. %(number)s, step by step"), { number: number(verified) }))] : []),
      ...(round.code ? [el("a", { href: roundUrl(round.code), target: "_blank", rel: "noopener" }, gettext("Proofs for this round"))] : []),
    ),
    ...(before ? [provenBefore(before)] : []),
    ...(cuts || cut ? [el("div", { class: "box" }, el("h3", {}, gettext("The cut")), ...cutWords(cut))] : []),
  ]);
}

const provenBefore = ({ code, root, checks }) =>
  el("div", { class: "box" }, el("h3", {}, gettext("Last round"), el("span", { class: "num" }, fill(gettext("no. %(number)s"), { number: number(code) }))), el("code", { class: "mono" }, root), ...checks.map(checked));

function cutWords(cut) {
  if (cut?.phase === "cut") return [el("p", {}, startWords(cut)), el("p", { class: cutHolds(cut) ? "good" : "bad" }, cutHolds(cut) ? gettext("This page worked it out again: it holds.") : gettext("This page worked it out again: it does not hold. Keep this page, and complain."))];
  const steps = [
    gettext("1. Each seat sends a closed number: its cut card."),
    gettext("2. When the cut closes, all numbers are opened."),
    gettext("3. The beginning is H(fingerprint ‖ numbers) modulo the cards."),
    gettext("4. An empty table has no cut, and this page says so."),
  ];
  return [...steps.map((text) => el("p", {}, text)), ...(cut ? [] : [el("p", { class: "soft" }, gettext("No seat was taken when this shoe was opened: it was not cut."))])];
}

const headerWords = (header) => fill(gettext("Shoe %(shoe)s: %(decks)s decks, %(count)s cards, the cut card before place %(cut)s, rules %(rules)s."), header);

const checked = ({ card, index: place, leaf, holds }) =>
  el(
    "div",
    { class: "proved" },
    index(card, false),
    el("p", {}, fill(gettext("card no. %(number)s"), { number: place + 1 }), el("small", { class: "mono" }, `${leaf.slice(0, 4)} ${leaf.slice(4, 8)} … ${leaf.slice(-4)}`)),
    el("span", { class: holds ? "good" : "bad" }, holds ? "✓" : "✕", el("span", { class: "visually-hidden" }, holds ? gettext("proven") : gettext("not proven"))),
  );

// A receipt or a rejection: the newest first, below what is written and not confirmed yet. A receipt carries its shoe's root.
export function answer({ refused, title, text, note, root }) {
  byId("answers").querySelector(".answer--none")?.remove();
  const box = el(
    "div",
    { class: refused ? "answer answer--rejection" : "answer answer--receipt" },
    el("span", { class: "answer__mark", "aria-hidden": "true" }, refused ? "!" : "✓"),
    el("p", {}, el("strong", {}, title), " ", text),
    note ? el("p", { class: "soft small" }, note) : null,
    fingerprint(root),
  );
  byId("answers-list").prepend(box);
  while (byId("answers-list").children.length > ANSWERS) byId("answers-list").lastChild.remove();
}

// What lies on the cloth and is not a bet yet.
export function drawDraft(lines) {
  const written = Object.keys(lines).length > 0;
  rebuilt(byId("answers-draft"), JSON.stringify(lines), () =>
    written
      ? [
          el(
            "div",
            { class: "answer answer--draft" },
            el("span", { class: "answer__mark", "aria-hidden": "true" }),
            el("p", {}, Object.entries(lines).map(([chance, cents]) => `${chanceName(chance)} ${money(cents)}`).join(", ")),
            el("p", {}, gettext("not a bet yet: still to be confirmed")),
          ),
        ]
      : [],
  );
}

export function receiptWords(message) {
  const facts = { number: message.number, time: timeOfDay(message.at) };
  if (message.before_close_ms == null) return fill(gettext("receipt %(number)s · %(time)s"), facts);
  const left = Math.max(0, Math.floor(message.before_close_ms / 1000));
  return fill(gettext("receipt %(number)s · %(time)s · %(left)s s before the close"), { ...facts, left });
}

export { linesWords };
