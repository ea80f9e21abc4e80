// The chances on the cloth: totals of the table, own stakes and chips, the room left, and what each bet won.

import { pile } from "./chips.js";
import { byId, el, icon, rebuilt, setAttr, setFlag, setText } from "./dom.js";
import { short, shortSigned } from "./money.js";
import { closedWords, covered, rows, untilWords } from "./sides.js";
import { chanceName, commissionNote, fill, gettext, ruleMark, ruleWords } from "./texts.js";
import { hasBoth, laidAt, WITHOUT } from "./toggle.js";

const SHORT = 10; // times the minimum: below it the rule is named

// Builds the spots for the chances that this version offers, in the felt's order.
export function buildSpots(rules, { place, takeBack }) {
  const known = rules.chances.map((chance) => chance.id);
  const pays = Object.fromEntries(rules.chances.map((chance) => [chance.id, chance.pays]));
  const { main, sides } = rows(known);
  const made = (ids, side) => () => ids.map((id) => spot({ id, pays: paysWords(id, pays[id], rules), covers: covered(id, known), side }, place, takeBack));
  rebuilt(byId("spots"), `${rules.version}:${main}`, made(main, false));
  rebuilt(byId("side-spots"), `${rules.version}:${sides}`, made(sides, true));
  byId("sides").hidden = sides.length === 0;
  setFlag(byId("spots"), "data-few", main.length === 3);
}

function paysWords(id, pays, rules) {
  if (id !== "banca") return paysList(pays);
  return hasBoth(rules) ? paysList(pays) : `${paysList(pays)} · ${commissionNote(rules.commission)}`;
}

// «11 : 1»; of several, the highest first, and the stake that a long list shares is named once.
function paysList(pays) {
  const ratios = [...new Set([pays].flat())].map((ratio) => ratio.split(":")).sort((one, other) => other[0] / other[1] - one[0] / one[1]);
  const stakes = new Set(ratios.map(([, stake]) => stake));
  if (ratios.length > 2 && stakes.size === 1) return `${ratios.map(([prize]) => prize).join(", ")} : ${[...stakes][0]}`;
  return ratios.map(([prize, stake]) => `${prize} : ${stake}`).join(" / ");
}

function spot({ id, pays, covers, side }, place, takeBack) {
  const part = (name) => el("span", { "data-part": name });
  const placing = el(
    "button",
    { class: "spot__place", type: "button", onclick: () => place(id) },
    el("span", { class: "spot__name" }, chanceName(id)),
    el("span", { class: "spot__facts" }, el("span", { "data-part": "pays" }, pays), el("span", { "data-part": "total" }, `${gettext("table")} `, el("b", { "data-part": "sum" }))),
    el("span", { class: "spot__chips", "data-part": "chips" }),
    el("span", { class: "spot__room" }, el("span", { class: "spot__used", "data-part": "used" })),
    el("span", { class: "spot__left", "data-part": "left" }, part("word"), el("b", { "data-part": "most" })),
    el("span", { class: "spot__result", "data-part": "result", hidden: true }),
  );
  const back = el("button", { class: "spot__back", type: "button", hidden: true, "data-part": "back", onclick: () => takeBack(id) }, icon("close"));
  setAttr(back, "aria-label", fill(gettext("Take back the bet: %(chance)s"), { chance: chanceName(id) }));
  const kind = side ? "spot spot--side" : `spot spot--${id}`;
  return el("div", { class: kind, "data-chance": id, "data-covers": covers.join(" "), title: untilWords(id) || null }, placing, back);
}

// `view`: {rules, round, sums, stakes, draft, room, minimum, open, bets, wins} — bets once all is seen.
export function drawSpots(view) {
  for (const node of [...byId("spots").children, ...byId("side-spots").children]) drawSpot(node, node.dataset.chance, view);
  const sides = [...byId("side-spots").children].flatMap((node) => node.dataset.covers.split(" "));
  const laid = sides.reduce((sum, id) => sum + (view.stakes[id] ?? 0) + (view.draft[id] ?? 0), 0);
  setText(byId("sides-sum"), laid ? short(laid) : "");
}

function drawSpot(node, spotId, view) {
  const part = (name) => node.querySelector(`[data-part="${name}"]`);
  const covers = node.dataset.covers.split(" ");
  const id = laidAt(spotId, view.rules);
  const total = (amounts) => covers.reduce((sum, each) => sum + (amounts[each] ?? 0), 0);
  const closed = closedWords(id, view.round);
  drawTotal(part("sum"), covers, view.sums);
  rebuilt(part("chips"), covers.map((each) => `${view.stakes[each] ?? 0}:${view.draft[each] ?? 0}`).join(), () => covers.flatMap((each) => stakeNodes(each, covers, view)));
  if (covers.length > 1) setText(part("pays"), bothWords(id, view.rules));
  drawRoom(node, part, { id, closed, stake: view.stakes[id] ?? 0 }, view);
  drawResult(node, part, view.bets?.filter((bet) => covers.includes(bet.chance)) ?? [], covers.some((each) => view.wins?.includes(each)));
  setFlag(node, "data-draft", total(view.draft) > 0);
  setFlag(node, "data-closed", closed);
  part("back").hidden = !view.open || total(view.stakes) + total(view.draft) === 0;
  setAttr(node.firstChild, "aria-disabled", String(!view.open || Boolean(closed)));
}

// Of a spot for two chances both totals are told, never their sum alone.
function drawTotal(node, covers, sums) {
  const [first, second] = covers.map((id) => short(sums[id] ?? 0));
  setText(node, second === undefined ? first : fill(gettext("%(with)s · without %(without)s"), { with: first, without: second }));
}

const bothWords = (id, rules) =>
  id === WITHOUT ? gettext("1 : 1 · half on a 6") : fill(gettext("1 : 1 · %(note)s"), { note: commissionNote(rules.commission) });

function stakeNodes(id, covers, view) {
  const [stake, draft] = [view.stakes[id] ?? 0, view.draft[id] ?? 0];
  const mark = covers.length > 1 && id === WITHOUT ? ` ${gettext("without")}` : "";
  const nodes = [];
  if (stake) nodes.push(pile(stake, false), el("span", { class: "spot__sum" }, short(stake) + mark));
  if (draft) nodes.push(pile(draft, true), el("span", { class: "spot__sum spot__sum--draft" }, `+${short(draft)}${mark}`));
  return nodes;
}

function drawRoom(node, part, { id, closed, stake }, view) {
  const room = view.room[id] ?? { most: null, rule: null };
  const left = room.most === null ? null : Math.max(0, room.most - (view.draft[id] ?? 0));
  const used = room.rule?.startsWith("R43") ? (view.sums[id] ?? 0) : stake;
  const tight = !closed && left !== null && left < SHORT * view.minimum && room.rule !== null;
  part("used").style.setProperty("--share", left === null || used + left === 0 ? 0 : used / (used + left));
  const rule = tight ? `${ruleWords(room.rule)}${ruleMark(room.rule)}` : gettext("room");
  setText(part("word"), closed || rule);
  setText(part("most"), closed ? "" : left === null ? gettext("no ceiling") : short(left));
  setFlag(node, "data-short", tight && view.open);
}

function drawResult(node, part, bets, won) {
  const outcome = outcomeOf(bets) ?? (won ? "win" : null);
  if (outcome) setAttr(node, "data-outcome", outcome);
  else node.removeAttribute("data-outcome");
  setFlag(node, "data-mine", outcome && bets.length);
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
  const sign = { win: "★", push: "=", lose: "✕" }[outcome];
  const mark = el("span", { class: "spot__mark" }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "spot__fate" }, words));
  if (!bets.length) return [mark];
  const sum = bets.reduce((whole, bet) => whole + bet.returned - bet.stake, 0);
  const commission = bets.reduce((whole, bet) => whole + bet.commission, 0);
  const tone = sum > 0 ? "num money-up" : sum < 0 ? "num money-down" : "num";
  const nodes = [mark, el("span", { class: tone }, shortSigned(sum))];
  if (commission) nodes.push(el("small", {}, fill(gettext("commission %(amount)s"), { amount: short(commission) })));
  return nodes;
}
