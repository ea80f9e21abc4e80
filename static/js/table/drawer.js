// The drawer: its tabs, the last round, receipts, the proof, and the table's latest answers.

import { timeOfDay } from "./bar.js";
import { byId, el, rebuilt, setAttr, svg } from "./dom.js";
import { money, signed } from "./money.js";
import { cardName, chanceName, fill, gettext, winnerWords } from "./texts.js";

const ANSWERS = 2;

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

// `last`: the last round with the player's own bets; `latest`: with any bets. One box where they are the same.
export function drawLast(last, latest) {
  rebuilt(byId("panel-last"), JSON.stringify([last, latest]), () => {
    const boxes = [];
    if (latest && latest.code !== last?.code) boxes.push(tableRound(latest));
    if (last) boxes.push(lastRound(last, boxes.length > 0));
    return boxes.length ? boxes : [nothing(gettext("Here you find this table’s last round, with its cards and, if you bet, with your bets and prizes."))];
  });
}

const nothing = (text) => el("p", { class: "soft" }, text);

const head = (round) => el("h3", {}, fill(gettext("Round %(code)s"), { code: round.code }), el("span", { class: "num" }, timeOfDay(round.at)));

const cardLines = (round) => [
  line(`${chanceName("ponto")} ${round.ponto}`, small([round.cards[0], round.cards[2]], round.cards[4])),
  line(`${chanceName("banca")} ${round.banca}`, small([round.cards[1], round.cards[3]], round.cards[5])),
  line(winnerWords(round.winner), ""),
];

const wholeRound = (round) => el("a", { href: roundUrl(round.code), target: "_blank", rel: "noopener" }, gettext("All about this round"));

const tableRound = (round) => el("div", { class: "box" }, head(round), el("dl", { class: "pairs" }, ...cardLines(round)), wholeRound(round));

function lastRound(last, second) {
  const bets = last.bets.flatMap((bet) => [
    line(`${chanceName(bet.chance)} ${money(bet.stake)}`, tinted(bet.returned - bet.stake)),
    ...(bet.commission ? [line(gettext("commission, already taken off"), money(-bet.commission), "soft")] : []),
  ]);
  return el(
    "div",
    { class: "box" },
    second ? el("p", { class: "soft small" }, gettext("Your last round with bets")) : null,
    head(last),
    el(
      "dl",
      { class: "pairs" },
      ...cardLines(last),
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

function small(two, third) {
  const one = (code, across) =>
    el(
      "span",
      { class: across ? "card card--across" : "card", role: "img", "aria-label": cardName(code) },
      svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, svg("use", { href: `${byId("main").dataset.cards}#${code}` })),
    );
  return el("span", { class: "cards" }, ...two.map((code) => one(code, false)), ...(third ? [one(third, true)] : []));
}

const linesWords = (lines) =>
  Object.entries(lines).map(([chance, cents]) => `${chanceName(chance)} ${signed(cents)}`).join(", ");

export function drawReceipts(receipts) {
  rebuilt(byId("panel-receipts"), JSON.stringify(receipts), () =>
    receipts.length
      ? [...receipts].reverse().map((each) => el("div", { class: "box" }, el("h3", {}, fill(gettext("Receipt %(number)s"), { number: each.number }), el("span", { class: "num" }, timeOfDay(each.at))), el("p", {}, linesWords(each.lines))))
      : [nothing(gettext("The receipts for your bets in this round appear here, with number and time."))],
  );
}

export function drawProof(round) {
  rebuilt(byId("panel-proof"), `${round.code}${round.root}`, () => [
    el(
      "div",
      { class: "box" },
      el("h3", {}, gettext("Check the shoe")),
      el("p", {}, gettext("Before the first bet the order of the cards was fixed and this fingerprint was published. After the round every card is shown with its proof: the house cannot swap a single one.")),
      el("code", {}, round.root ?? "–"),
      ...(round.code ? [el("a", { href: roundUrl(round.code), target: "_blank", rel: "noopener" }, gettext("Proofs for this round"))] : []),
    ),
  ]);
}

// A receipt or a rejection, newest first, above nothing and below the tabs.
export function answer({ refused, title, text, note }) {
  const box = el(
    "div",
    { class: refused ? "answer answer--rejection" : "answer" },
    el("span", { class: "answer__mark", "aria-hidden": "true" }, refused ? "!" : "✓"),
    el("p", {}, el("strong", {}, title), " ", text),
    note ? el("p", { class: "soft small" }, note) : null,
  );
  byId("answers").prepend(box);
  while (byId("answers").children.length > ANSWERS) byId("answers").lastChild.remove();
}

export function receiptWords(message) {
  const facts = { number: message.number, time: timeOfDay(message.at) };
  if (message.before_close_ms == null) return fill(gettext("receipt %(number)s · %(time)s"), facts);
  const left = Math.max(0, Math.floor(message.before_close_ms / 1000));
  return fill(gettext("receipt %(number)s · %(time)s · %(left)s s before the close"), { ...facts, left });
}

export { linesWords };
