// The chances on the cloth: own stake and draft, the table's total, what it pays, the room left, and what it won.

import { pile } from "./chips.js";
import { byId, el, icon, rebuilt, setAttr, setFlag, setText } from "./dom.js";
import { short, shortSigned } from "./money.js";
import { chanceName, commissionNote, fill, gettext, ruleWords } from "./texts.js";

const ORDER = ["par-ponto", "ponto", "empate", "banca", "par-banca"];
const MAIN = new Set(ORDER);
const SHORT = 10; // times the minimum: below it the rule is named

// Builds the spots for the chances that this version offers, in the felt's order.
export function buildSpots(rules, { place, takeBack }) {
  const known = rules.chances.map((chance) => chance.id);
  const ids = [...ORDER.filter((id) => known.includes(id)), ...known.filter((id) => !MAIN.has(id))];
  const pays = Object.fromEntries(rules.chances.map((chance) => [chance.id, chance.pays]));
  rebuilt(byId("spots"), `${rules.version}:${ids}`, () => ids.map((id) => spot(id, paysWords(id, pays[id], rules), place, takeBack)));
}

const paysWords = (id, pays, rules) =>
  id === "banca" ? `${spaced(pays)} · ${commissionNote(rules.commission)}` : spaced(pays);
const spaced = (pays) => [pays].flat().map((ratio) => ratio.replace(":", " : ")).join(" / ");

function spot(id, pays, place, takeBack) {
  const part = (name) => el("span", { "data-part": name });
  const placing = el(
    "button",
    { class: "spot__place", type: "button", onclick: () => place(id) },
    el("span", { class: "spot__name" }, chanceName(id)),
    el("span", { class: "spot__facts" }, el("span", {}, pays), el("span", {}, `${gettext("mesa")} `, el("b", { "data-part": "sum" }))),
    el("span", { class: "spot__chips", "data-part": "chips" }),
    el("span", { class: "spot__room" }, el("span", { class: "spot__used", "data-part": "used" })),
    el("span", { class: "spot__left", "data-part": "left" }, part("word"), el("b", { "data-part": "most" })),
    el("span", { class: "spot__result", "data-part": "result", hidden: true }),
  );
  const back = el("button", { class: "spot__back", type: "button", hidden: true, "data-part": "back", onclick: () => takeBack(id) }, icon("close"));
  setAttr(back, "aria-label", fill(gettext("Retirar a aposta: %(chance)s"), { chance: chanceName(id) }));
  return el("div", { class: `spot spot--${id}`, "data-chance": id }, placing, back);
}

// `view`: {sums, stakes, draft, room, minimum, open, bets} — bets are the settled ones, once all is seen.
export function drawSpots(view) {
  for (const node of byId("spots").children) drawSpot(node, node.dataset.chance, view);
}

function drawSpot(node, id, view) {
  const part = (name) => node.querySelector(`[data-part="${name}"]`);
  const [stake, draft] = [view.stakes[id] ?? 0, view.draft[id] ?? 0];
  const bet = view.bets?.find((each) => each.chance === id) ?? null;
  setText(part("sum"), short(view.sums[id] ?? 0));
  rebuilt(part("chips"), `${stake}:${draft}`, () => stakeNodes(stake, draft));
  drawRoom(node, part, id, view, stake);
  drawResult(node, part, bet, view.wins?.includes(id));
  setFlag(node, "data-draft", draft > 0);
  part("back").hidden = !view.open || stake + draft === 0;
  setAttr(node.firstChild, "aria-disabled", String(!view.open));
}

function stakeNodes(stake, draft) {
  const nodes = [];
  if (stake) nodes.push(pile(stake, false), el("span", { class: "spot__sum" }, short(stake)));
  if (draft) nodes.push(pile(draft, true), el("span", { class: "spot__sum spot__sum--draft" }, `+${short(draft)}`));
  return nodes;
}

function drawRoom(node, part, id, view, stake) {
  const room = view.room[id] ?? { most: null, rule: null };
  const left = room.most === null ? null : Math.max(0, room.most - (view.draft[id] ?? 0));
  const used = room.rule?.startsWith("R43") ? (view.sums[id] ?? 0) : stake;
  const tight = left !== null && left < SHORT * view.minimum && room.rule !== null;
  part("used").style.setProperty("--share", left === null || used + left === 0 ? 0 : used / (used + left));
  setText(part("word"), tight ? `${ruleWords(room.rule)}${room.rule?.startsWith("R") ? ` (${room.rule})` : ""}` : gettext("resta"));
  setText(part("most"), left === null ? gettext("sem teto") : short(left));
  setFlag(node, "data-short", tight && view.open);
}

function drawResult(node, part, bet, won) {
  const outcome = bet?.outcome ?? (won ? "win" : null);
  if (outcome) setAttr(node, "data-outcome", outcome);
  else node.removeAttribute("data-outcome");
  part("left").hidden = Boolean(outcome);
  part("result").hidden = !outcome;
  if (outcome) rebuilt(part("result"), JSON.stringify([bet, outcome]), () => resultNodes(bet, outcome));
}

function resultNodes(bet, outcome) {
  const words = { win: gettext("ganhou"), push: gettext("devolvida"), lose: gettext("perdeu") }[outcome];
  const sign = { win: "★", push: "=", lose: "✕" }[outcome];
  const mark = el("span", { class: "spot__mark" }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "spot__fate" }, words));
  if (!bet) return [mark];
  const sum = bet.returned - bet.stake;
  const tone = sum > 0 ? "num money-up" : sum < 0 ? "num money-down" : "num";
  const nodes = [mark, el("span", { class: tone }, shortSigned(sum))];
  if (bet.commission) nodes.push(el("small", {}, fill(gettext("comissão %(amount)s"), { amount: short(bet.commission) })));
  return nodes;
}
