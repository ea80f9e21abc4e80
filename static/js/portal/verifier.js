// The verifier's page: fetches a round's proof or takes a file, checks it here with the verifier's own code, says each step.

import { byId, el, setText, svg } from "../table/dom.js";
import { cardName, chanceName, fill, gettext, winnerWords } from "../table/texts.js";
import { agrees, decided, laid, paid } from "./hands.js";
import { faultWords, notedWords, reasons } from "./verifier_words.js";

const { SabotVerifier, SabotTexts } = globalThis; // verify.js, the very file that also stands alone
const texts = SabotTexts[document.documentElement.lang] ?? SabotTexts.pt;
const facts = byId("verifier").dataset; // root, proof, winner, phase of the round; none without one
const steps = ["root", "cards", "order", "rules", "payouts"].filter((name) => byId(`check-${name}`));
const ROUND_MOST = 6;
let checked = null;

// --- checking ------------------------------------------------------------------------------------------------------

function check(text) {
  const start = performance.now();
  const cards = one(text);
  try {
    const found = SabotVerifier.verifyText(text);
    return { found, root: found.root, count: found.count, cards, fault: null, ms: performance.now() - start };
  } catch (fault) {
    if (!(fault instanceof SabotVerifier.ProofFaulty)) throw fault;
    return { root: null, count: 0, cards, fault, ms: performance.now() - start };
  }
}

// Each card by itself: a fault in one leaves the others proven.
function one(text) {
  try {
    const proof = JSON.parse(text);
    return proof.cards.map((card) => {
      try {
        return { ...SabotVerifier.verify({ ...proof, cards: [card] }).cards[0], holds: true };
      } catch {
        return { card: String(card?.card ?? "?"), index: card?.index, leaf: "", holds: false };
      }
    });
  } catch {
    return [];
  }
}

// What each step came to: true, false, or null where there is nothing to say.
function judge({ root, cards, count, fault, found }) {
  const codes = cards.map((each) => each.card);
  const proven = !fault && cards.length > 0 && (facts.root || cards.length <= ROUND_MOST); // longer: of several rounds
  const hands = proven ? laid(codes) : null;
  const foreign = Boolean(facts.root && root && root !== facts.root);
  const other = Boolean(facts.shoe && found?.shoe && found.shoe !== facts.shoe); // format 1 names none
  const noted = agrees(byId("root").value, root ?? facts.root ?? "");
  return {
    hands,
    foreign,
    noted,
    root: root === null ? null : !foreign && !other && noted !== false,
    cards: cards.length ? cards.every((each) => each.holds) : null,
    order: proven ? cards.every((each, at) => each.index === (cards[0].index + at) % count) : null,
    rules: proven ? Boolean(hands) && hands.left === 0 && (!facts.winner || hands.winner === facts.winner) : null,
    payouts: payouts(proven ? hands : null),
  };
}

function payouts(hands) {
  const bets = [...document.querySelectorAll("[data-bet]")];
  for (const row of bets) mark(row, null);
  if (!hands || !bets.length || facts.phase !== "settled") return null;
  return bets.map((row) => {
    const { bet, outcome, pays } = row.dataset;
    const [stake, commission, returned] = [row.dataset.stake, row.dataset.commission, row.dataset.returned].map(Number);
    const holds = paid({ stake, outcome, commission, returned, pays }) && decided(bet, outcome, hands);
    mark(row, holds);
    return holds;
  }).every(Boolean);
}

// --- showing -------------------------------------------------------------------------------------------------------

function show() {
  const found = judge(checked ?? { root: null, cards: [], fault: null });
  drawNoted(found);
  if (!checked) return;
  byId("checks").hidden = false;
  for (const name of steps) mark(byId(`check-${name}`), found[name]);
  drawCards();
  drawSteps(found);
  drawVerdict(found);
}

function mark(node, holds) {
  const state = holds === null ? "none" : holds ? "good" : "bad";
  node.dataset.state = state;
  setText(node.querySelector(".check__word"), { good: gettext("it holds"), bad: gettext("it fails"), none: gettext("not checked") }[state]);
}

function drawNoted({ noted }) {
  const box = byId("agree");
  box.dataset.state = noted === null ? "none" : noted ? "good" : "bad";
  setText(box, checked || facts.root ? notedWords(noted) : notedWords(null));
  drawMark(byId("mark-noted"), byId("root").value.toLowerCase().replace(/[^0-9a-f]/g, "").slice(0, 64));
}

// The digits as squares, each as dark as its digit is high: two drawings are compared at a glance.
function drawMark(node, digits) {
  node?.replaceChildren(...[...digits].map((digit, at) => svg("rect", { x: at % 8, y: Math.floor(at / 8), width: 1, height: 1, "fill-opacity": (Number.parseInt(digit, 16) / 15).toFixed(2) })));
}

const picture = (card) => (/^[A23456789TJQK][SHDC]$/.test(card) ? el("span", { class: "card", role: "img", "aria-label": cardName(card) }, svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, svg("use", { href: `${facts.sheet}#${card}` }))) : el("span", {}, "?"));

function drawCards() {
  byId("leaves").replaceChildren(
    ...checked.cards.map(({ card, index, leaf, holds }) =>
      el(
        "li",
        { class: "leaf", "data-state": holds ? "good" : "bad" },
        picture(card),
        el("span", { class: "leaf__words" }, el("b", {}, fill(gettext("place %(place)s"), { place: index ?? "?" })), el("code", { title: leaf }, holds ? `${leaf.slice(0, 4)}…${leaf.slice(-4)}` : gettext("not proven"))),
        el("span", { class: "check__mark", "aria-hidden": "true" }),
        el("span", { class: "visually-hidden" }, holds ? gettext("proven") : gettext("not proven")),
      ),
    ),
  );
}

const say = (name, ...sentences) => byId(`found-${name}`)?.replaceChildren(...sentences.filter(Boolean).map((each) => (typeof each === "string" ? el("p", {}, each) : each)));

function drawSteps(found) {
  const { cards, root, count, fault } = checked;
  const short = root ? `${root.slice(0, 8)}…${root.slice(-4)}` : "";
  say("root", root && fill(found.foreign ? gettext("The proof is of the fingerprint %(short)s, which is not this round’s.") : gettext("The proof is of the fingerprint %(short)s."), { short }), root && found.noted !== null && notedWords(found.noted), root && texts.of(checked.found), root && texts.begun(checked.found));
  say("cards", fault ? faultWords(fault, texts) : cards.length ? fill(gettext("%(proven)s of %(all)s cards dealt lead to the fingerprint."), { proven: cards.length, all: cards.length }) : gettext("The file shows no card: nothing is proven, and nothing is wrong."));
  const told = { first: cards[0]?.index, last: cards.at(-1)?.index, count };
  say("order", found.order === null ? null : fill(found.order ? gettext("Places %(first)s to %(last)s, of %(count)s, one after the other: none was left out and none put in.") : gettext("The places do not follow one another: a card was left out or put in."), told));
  say("rules", ...ruleWords(found));
  say("payouts", found.payouts === false ? gettext("A payout does not come to what the rules make of it.") : null);
}

function ruleWords({ hands, rules }) {
  if (rules === null) return [];
  if (!hands) return [gettext("The cards end before the rules do: a third card is missing.")];
  const side = (name) => el("div", { class: "dealt" }, el("b", { class: `side-${name}` }, `${chanceName(name)} ${hands.totals[name]}`), el("span", { class: "cards" }, ...hands[name].map(picture)));
  const told = { result: winnerWords(hands.winner), ponto: hands.totals.ponto, banca: hands.totals.banca };
  const end = hands.left ? gettext("The file shows more cards than the rules draw.") : fill(gettext("%(result)s: Ponto %(ponto)s, Banca %(banca)s."), told);
  const other = !hands.left && !rules ? fill(gettext("The house said another result: %(result)s."), { result: winnerWords(facts.winner) }) : null;
  return [el("div", { class: "dealt__both" }, side("ponto"), side("banca")), `${reasons(hands).join(" ")} ${end}`, other];
}

function drawVerdict(found) {
  const { cards, fault, ms } = checked;
  const all = cards.length;
  const failed = steps.find((name) => found[name] === false);
  if (fault) return verdict("bad", gettext("Not proven"), faultWords(fault, texts));
  if (found.foreign) return verdict("bad", gettext("A proof of another fingerprint"), gettext("The file is sound in itself, but it is not of this round’s shoe."));
  if (found.noted === false) return verdict("bad", gettext("Not the fingerprint you noted"), gettext("The cards lead to the fingerprint of this proof, and that is another than yours. If yours is from a receipt of this round, complain."));
  if (!all) return verdict("none", gettext("Nothing was shown"), gettext("The file shows no card: nothing is proven, and nothing is wrong."));
  if (failed) return verdict("bad", gettext("The cards are proven, but a step fails"), byId(`check-${failed}`).querySelector("h3").firstChild.textContent.trim());
  const told = { proven: all, all, ms: Math.max(1, Math.round(ms)) };
  const noted = found.noted ? gettext("The fingerprint is the one you noted.") : gettext("Compare the fingerprint with the one on your receipt.");
  return verdict("good", fill(gettext("%(proven)s of %(all)s cards proven"), told), `${fill(gettext("Worked out in this browser, in %(ms)s ms."), told)} ${noted}`);
}

function verdict(state, title, text) {
  const box = byId("verdict");
  box.hidden = false;
  box.dataset.state = state;
  setText(byId("verdict-title"), title);
  setText(byId("verdict-text"), text);
}

// --- where proofs come from ----------------------------------------------------------------------------------------

async function fetched() {
  verdict("none", gettext("Checking…"), "");
  try {
    const answer = await fetch(facts.proof);
    if (!answer.ok) throw new Error(answer.status);
    take(await answer.text(), gettext("the house’s own, fetched just now"));
  } catch {
    verdict("bad", gettext("The proof could not be fetched"), gettext("Try again in a moment, or choose the file of the proof."));
  }
}

function take(text, source) {
  checked = check(text);
  setText(byId("source"), fill(gettext("Proof checked: %(source)s."), { source }));
  show();
}

async function taken([file]) {
  if (file) take(await file.text(), file.name);
}

function bindDrop(zone) {
  for (const name of ["dragover", "dragenter", "dragleave", "drop"])
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.toggleAttribute("data-over", name.startsWith("dragover") || name === "dragenter");
      if (name === "drop") taken(event.dataTransfer.files);
    });
}

byId("root").addEventListener("input", show);
byId("proof").addEventListener("change", (event) => taken(event.target.files));
bindDrop(byId("drop"));
for (const node of document.querySelectorAll("[data-scripted]")) node.hidden = false;
show();
if (facts.proof) fetched();
