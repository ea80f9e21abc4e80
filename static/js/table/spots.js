// The chances on the cloth: own stake, the crowd's share with players and sum, others' piles, what is left of the room as
// the rim, and what each bet won.

import { pile } from "./chips.js";
import { crowdOn, othersOn, sharesOf } from "./crowd.js";
import { byId, el, icon, rebuilt, setAttr, setFlag, setText, svg } from "./dom.js";
import { cell, drawCell, onLayout, places } from "./layout.js";
import { round, short, shortSigned } from "./money.js";
import { moves } from "./options.js";
import { closedWords, covered, rows, untilWords } from "./sides.js";
import { chanceName, commissionNote, fill, gettext, plural, ruleMark, ruleWords } from "./texts.js";
import { hasBoth, laidAt, WITHOUT } from "./toggle.js";

const LONG = 7; // letters of a sum that a phone's spot holds at full size
const FILLS = { duration: 280, easing: "cubic-bezier(.2,.7,.2,1)" };
const SHORT = 10; // times the minimum: below it the rule is named
const PAIRS = new Set(["par-ponto", "par-banca"]);

const all = () => [...byId("spots").children, ...byId("side-spots").children];

// The ids of the spots of these rules, in the felt's order.
export const spotsOf = (rules) => rows(rules.chances.map((chance) => chance.id));

// Builds the spots for the chances that this version offers.
export function buildSpots(rules, { place, takeBack }) {
  const known = rules.chances.map((chance) => chance.id);
  const pays = Object.fromEntries(rules.chances.map((chance) => [chance.id, chance.pays]));
  const { main, sides } = spotsOf(rules);
  const made = (ids, side) => () => ids.map((id) => placed(spot({ id, pays: paysWords(id, pays[id], rules), covers: covered(id, known), side }, place, takeBack)));
  rebuilt(byId("spots"), `${rules.version}:${main}`, made(main, false));
  rebuilt(byId("side-spots"), `${rules.version}:${sides}`, made(sides, true));
  byId("sides").hidden = sides.length === 0;
  setFlag(byId("spots"), "data-few", main.length === 3);
}

function placed(node) {
  const spotPlace = places()?.spots[node.dataset.chance];
  if (spotPlace) drawCell(node, spotPlace);
  return node;
}

onLayout(({ swipe }) => {
  byId("side-spots").style.width = swipe ? `${swipe.inner}px` : "";
  all().forEach(placed);
});

// [the odds, a note to them or nothing]
function paysWords(id, pays, rules) {
  return id !== "banca" || hasBoth(rules) ? [paysList(pays), ""] : [paysList(pays), commissionNote(rules.commission)];
}

// «11 : 1»; of two, the higher first; of a long list the highest: the drawer's rules have them all.
function paysList(pays) {
  const ratios = [...new Set([pays].flat())].map((ratio) => ratio.split(":")).sort((one, other) => other[0] / other[1] - one[0] / one[1]);
  const stakes = new Set(ratios.map(([, stake]) => stake));
  if (ratios.length > 2 && stakes.size === 1) return fill(gettext("up to %(odds)s"), { odds: ratios[0].join(" : ") });
  if (ratios.length === 2 && stakes.size === 1) return `${ratios.map(([prize]) => prize).join(" / ")} : ${[...stakes][0]}`;
  return ratios.map(([prize, stake]) => `${prize} : ${stake}`).join(" / ");
}

function spot({ id, pays: [odds, note], covers, side }, place, takeBack) {
  const part = (name, ...children) => el("span", { "data-part": name }, ...children);
  const placing = el(
    "button",
    { class: "spot__place", type: "button", onclick: () => place(id) },
    el("span", { class: "spot__head" }, nameOf(id), el("span", { class: "spot__pays", "data-part": "pays" }, odds, note ? el("small", {}, ` ${note}`) : null)),
    el("span", { class: "spot__stake" }, el("span", { class: "spot__own", "data-part": "chips" }), el("span", { class: "spot__others", "data-part": "others", "aria-hidden": "true" })),
    el(
      "span",
      { class: "spot__foot", "data-part": "left" },
      el("span", { class: "crowd" }, side || PAIRS.has(id) ? null : share(), el("span", { class: "crowd__words" }, el("b", { "data-part": "sum" }), el("small", { "data-part": "players" }))),
      el("span", { class: "spot__room" }, el("small", { "data-part": "word" }), el("b", { "data-part": "most" })),
    ),
    el("span", { class: "spot__foot fate", "data-part": "result", hidden: true }),
  );
  placing.append(part("rule"));
  const back = el("button", { class: "spot__back", type: "button", "data-part": "back", onclick: () => takeBack(id) }, icon("close"));
  setAttr(back, "aria-label", fill(gettext("Take back the bet: %(chance)s"), { chance: chanceName(id) }));
  const kind = side ? "spot spot--side" : `spot spot--main spot--${PAIRS.has(id) ? "pair" : id}`;
  return el("div", { class: kind, "data-chance": id, "data-covers": covers.join(" "), title: untilWords(id) || null }, cell(), placing, back);
}

// Both pairs' names would be cut to the same letters on a phone.
const SHORTLY = { "par-ponto": () => gettext("Pair P."), "par-banca": () => gettext("Pair B.") };

const nameOf = (id) =>
  SHORTLY[id]
    ? el("span", { class: "spot__name" }, el("span", { class: "wide-only" }, chanceName(id)), el("span", { class: "phone-only", "aria-hidden": "true" }, SHORTLY[id]()))
    : el("span", { class: "spot__name" }, chanceName(id));

const share = () =>
  el(
    "span",
    { class: "share", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 40 40" }, svg("circle", { class: "share__bed", cx: 20, cy: 20, r: 17 }), svg("circle", { class: "share__part", cx: 20, cy: 20, r: 17, pathLength: 100, "stroke-dasharray": "0 100" })),
    el("b", { "data-part": "share" }),
  );

// `view`: {rules, round, sums, seats, mine: own seat, stakes, draft, room, minimum, refused: the chance of the last
// rejection or null, open, bets, wins}: bets once all is seen.
export function drawSpots(view) {
  const shares = sharesOf(view.sums);
  for (const node of all()) drawSpot(node, node.dataset.chance, { ...view, shares });
}

function drawSpot(node, spotId, view) {
  const part = (name) => node.querySelector(`[data-part="${name}"]`);
  const covers = node.dataset.covers.split(" ");
  const id = laidAt(spotId, view.rules);
  const total = (amounts) => covers.reduce((sum, each) => sum + (amounts[each] ?? 0), 0);
  const closed = closedWords(id, view.round);
  drawCrowd(part, covers, spotId, view);
  rebuilt(part("chips"), covers.map((each) => `${view.stakes[each] ?? 0}:${view.draft[each] ?? 0}`).join() + Boolean(view.bets), () => ownNodes(covers, view));
  if (covers.length > 1) rebuilt(part("pays"), id, () => ["1 : 1", el("small", {}, ` ${commissionNote(id === WITHOUT ? "half-on-6" : view.rules.commission)}`)]);
  drawRoom(node, part, { id, closed, stake: view.stakes[id] ?? 0 }, view);
  drawResult(node, part, view.bets?.filter((bet) => covers.includes(bet.chance)) ?? [], covers.some((each) => view.wins?.includes(each)), Boolean(view.wins));
  setFlag(node, "data-draft", total(view.draft) > 0);
  setFlag(node, "data-own", total(view.stakes) > 0);
  setFlag(node, "data-closed", closed);
  setFlag(node, "data-refused", view.refused !== null && covers.includes(view.refused));
  setFlag(node, "data-shut", !view.open);
  setFlag(part("back"), "data-off", !view.open || total(view.stakes) + total(view.draft) === 0);
  part("back").disabled = !view.open || total(view.stakes) + total(view.draft) === 0;
  setAttr(node.querySelector(".spot__place"), "aria-disabled", String(!view.open || Boolean(closed)));
}

// The sum of all, who many they are, their share of the hands' stakes, and the largest piles of the others.
function drawCrowd(part, covers, spotId, { sums, seats, mine, shares, round: { phase } }) {
  const [first, second] = covers.map((id) => round(sums[id] ?? 0));
  const words = second === undefined ? first : fill(gettext("%(with)s · without %(without)s"), { with: first, without: second });
  setText(part("sum"), words);
  setFlag(part("sum"), "data-long", words.length > LONG);
  const count = crowdOn(seats, covers);
  setText(part("players"), count ? plural("%(count)s player", "%(count)s players", count) : gettext("no players"));
  if (part("share")) {
    const whole = shares[spotId] ?? 0;
    setText(part("share"), `${whole}%`);
    setAttr(part("share").previousSibling.querySelector(".share__part"), "stroke-dasharray", `${whole} 100`);
  }
  const others = phase === "void" ? [] : othersOn(seats, covers, mine);
  rebuilt(part("others"), JSON.stringify(others), () => others.map(({ seat, cents }) => el("span", { class: "other" }, pile(cents, false), el("small", {}, String(seat)))));
}

// What the player has there: laid, or written and not confirmed; where nothing is, the place for a chip.
function ownNodes(covers, view) {
  const nodes = covers.flatMap((each) => stakeNodes(each, covers, view));
  return nodes.length ? nodes : [el("span", { class: "bed" })];
}

function summed(words, note, kind) {
  const sum = el("b", {}, words);
  setFlag(sum, "data-long", words.length > LONG);
  return el("span", { class: kind }, sum, el("small", {}, note));
}

function stakeNodes(id, covers, view) {
  const [stake, draft] = [view.stakes[id] ?? 0, view.draft[id] ?? 0];
  const mark = covers.length > 1 && id === WITHOUT ? ` ${gettext("without")}` : "";
  const amount = (cents, sign, note, kind) => summed(`${sign}${round(cents)}${mark}`, note, kind);
  const nodes = [];
  if (stake) nodes.push(pile(stake, false), amount(stake, "", gettext("laid"), "spot__sum"));
  if (draft) nodes.push(pile(draft, true), amount(draft, stake ? "+" : "", gettext("to confirm"), "spot__sum spot__sum--draft"));
  return nodes;
}

function drawRoom(node, part, { id, closed, stake }, view) {
  const room = view.room[id] ?? { most: null, rule: null };
  const left = room.most === null ? null : Math.max(0, room.most - (view.draft[id] ?? 0));
  const used = room.rule?.startsWith("R43") ? (view.sums[id] ?? 0) : stake + (view.draft[id] ?? 0);
  const tight = !closed && left !== null && left < SHORT * view.minimum && room.rule !== null;
  const free = closed ? 0 : left === null || used + left === 0 ? (left === 0 ? 0 : 1) : left / (used + left);
  for (const half of node.querySelectorAll(".cell__rim")) setAttr(half, "stroke-dasharray", `${(free * 100).toFixed(1)} 100`);
  fillRim(node, { stake, code: view.round.code });
  setText(part("rule"), closed || tight ? (closed || `${ruleWords(room.rule)}${ruleMark(room.rule)}`) : "");
  setText(part("word"), closed ? "" : gettext("left"));
  const most = closed ? "" : left === null ? gettext("no ceiling") : round(left);
  setText(part("most"), most);
  setFlag(part("most"), "data-long", most.length > LONG);
  setFlag(node, "data-short", tight && view.open);
}

const seen = new WeakMap(); // spot -> its stake when it was last drawn, and the round

// What has just been accepted: the rim fills from the bottom's middle.
function fillRim(node, { stake, code }) {
  const before = seen.get(node);
  seen.set(node, { stake, code });
  if (before?.code !== code || stake <= before.stake || !moves()) return;
  for (const half of node.querySelectorAll(".cell__rim")) half.animate([{ strokeDasharray: "0 100" }, { strokeDasharray: half.getAttribute("stroke-dasharray") }], FILLS);
}

function drawResult(node, part, bets, won, over) {
  const outcome = outcomeOf(bets) ?? (won ? "win" : null);
  if (outcome) setAttr(node, "data-outcome", outcome);
  else node.removeAttribute("data-outcome");
  setFlag(node, "data-mine", outcome && bets.length);
  setFlag(node, "data-out", over && won && !bets.length);
  setFlag(node, "data-dim", over && !won && outcome !== "push");
  part("left").hidden = Boolean(outcome);
  part("result").hidden = !outcome;
  if (outcome) rebuilt(part("result"), JSON.stringify([bets, outcome]), () => resultNodes(bets, outcome));
}

const outcomeOf = (bets) => ["win", "push", "lose"].find((outcome) => bets.some((bet) => bet.outcome === outcome)) ?? null;

// A spot that comes up without a bet of the player's own won nothing for them.
export const fateWords = (outcome, own) =>
  ({ win: own ? gettext("won") : gettext("came up"), push: gettext("returned"), lose: gettext("lost") })[outcome];

function resultNodes(bets, outcome) {
  const words = fateWords(outcome, bets.length > 0);
  const sign = bets.length ? { win: "★", push: "=", lose: "✕" }[outcome] : "○";
  const mark = el("span", { class: "spot__mark" }, el("span", { "aria-hidden": "true" }, sign), " ", el("span", { class: "spot__fate" }, words), bets.length ? null : el("small", {}, gettext("you had no bet here")));
  if (!bets.length) return [mark];
  const sum = bets.reduce((whole, bet) => whole + bet.returned - bet.stake, 0);
  const commission = bets.reduce((whole, bet) => whole + bet.commission, 0);
  const tone = sum > 0 ? "num money-up" : sum < 0 ? "num money-down" : "num";
  const nodes = [mark, el("b", { class: tone }, shortSigned(sum))];
  if (commission) mark.append(el("small", {}, fill(gettext("commission %(amount)s"), { amount: short(commission) })));
  return nodes;
}
