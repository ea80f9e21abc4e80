// The squeeze: the player with the highest stake on a side lifts and turns its cards, and the others see the same. The
// cards are fixed, and the window has the same end for all: at it, or before, the house turns what still lies there.

import { say } from "./announce.js";
import { byId, el, setAttr, setFlag, svg } from "./dom.js";
import { tellEars } from "./ears.js";
import { moves } from "./options.js";
import { count } from "./show.js";
import { play } from "./sound.js";
import { cardName, chanceName, fill, gettext } from "./texts.js";

const SIDES = ["ponto", "banca"];
const WHOLE = 100; // a card lifted so far lies open
const TURNS = 80; // let go above this, it falls over
const STEP = 10; // of an arrow key
const TAP_PX = 6; // a press that moved less turns the card at once
const EVERY_MS = 150; // between two steps that the others are sent
const AGAIN_MS = 1_500;
const drawing = (code) => svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, svg("use", { href: `${byId("main").dataset.cards}#${code}` }));

let present = null; // {round, scene, seat, elapsed, up, tell}, as last drawn
let code = null; // the round that all of this is about
let lifts = new Map(); // "ponto0" → {lift, edge}: cards on their way
let opened = new Map(); // "ponto0" → when, in milliseconds of the deal: cards that were turned before the table said so
let sent = 0; // when the others were last sent a step
let asked = new Map(); // "ponto0" → when the table was last told that these cards are turned
let heard = new Set();
let held = null; // the card under the pointer
const bound = new WeakSet(); // cards that hear this player's hand

const keyOf = (side, card) => `${side}${card}`;
const CONTROL = ["tabindex", "role", "aria-label", "aria-valuemin", "aria-valuemax", "aria-valuenow", "aria-valuetext"];
const isMine = (side) => present !== null && present.seat !== null && present.round.squeeze?.[side] === present.seat;
const turnsOf = (hand) => (hand?.squeeze ? [0, 1, 2].filter((card) => (card === 2) === (hand.squeeze.index === 2) && hand.cards[card]?.turned === null) : []);

// The scene with the cards that were turned already, by the player here or by one whom the page has heard of.
export function withTurned(round, scene) {
  if (round.code !== code) forget(round.code);
  if (!scene) return scene;
  for (const side of SIDES) {
    const hand = scene[side];
    for (const card of turnsOf(hand)) {
      const at = opened.get(keyOf(side, card));
      if (at !== undefined) Object.assign(hand.cards[card], { turned: Math.max(at, hand.squeeze.from), squeezed: true });
    }
    count(hand);
  }
  return scene;
}

function forget(next) {
  code = next;
  lifts = new Map();
  opened = new Map();
  asked = new Map();
  heard = new Set();
  held = null;
}

// What another player's hand does, as the table passes it on.
export function hearLift({ round, hand, card, edge, lift }) {
  if (round !== code || isMine(hand)) return;
  if (lift >= WHOLE && present) opened.set(keyOf(hand, card), present.elapsed);
  else lifts.set(keyOf(hand, card), { lift, edge });
}

// `view`: {seat: own or null, elapsed, up: whether the line is, tell, redraw, hint: puts a line where the table speaks}
export function drawSqueeze(round, scene, view) {
  present = { round, scene, ...view };
  for (const side of SIDES) {
    const hand = scene?.[side];
    const turns = turnsOf(hand);
    for (const node of byId(`cards-${side}`).querySelectorAll(".dealt")) drawCard(node, side, turns.includes(Number(node.dataset.card)));
    if (hand?.squeeze) announce(side, hand.squeeze);
    if (hand?.squeeze && isMine(side) && !turns.length) tellTurned(side, hand.squeeze.index);
  }
}

function drawCard(node, side, open) {
  const card = Number(node.dataset.card);
  const lifted = open ? lifts.get(keyOf(side, card)) : null;
  const mine = open && isMine(side);
  setFlag(node, "data-squeezed", open);
  setFlag(node, "data-mine", mine);
  drawFlap(node, side, card, lifted);
  if (mine) control(node, side, card, lifted?.lift ?? 0);
  else for (const name of CONTROL) node.removeAttribute(name);
}

// The edge of a card that is lifted: its face seen from above, folded back over its own back.
function drawFlap(node, side, card, lifted) {
  const leaf = node.firstChild;
  let flap = leaf.querySelector(".card--flap");
  if (flap && lifted && leaf.dataset.edge !== lifted.edge) {
    flap.remove(); // another edge is another movement
    flap = null;
  }
  if (!lifted?.lift || !(moves() || isMine(side))) {
    flap?.remove();
    leaf.style.removeProperty("--lift");
    return;
  }
  if (!flap) leaf.append(el("span", { class: "card card--flap", "aria-hidden": "true" }, drawing(present.scene[side].cards[card].code)));
  leaf.style.setProperty("--lift", String(lifted.lift / WHOLE));
  setAttr(leaf, "data-edge", lifted.edge);
  setFlag(leaf, "data-held", held?.node === node);
}

// --- this player's hand --------------------------------------------------------------------------------------------

function control(node, side, card, lift) {
  for (const [name, value] of [["tabindex", "0"], ["role", "slider"], ["aria-valuemin", "0"], ["aria-valuemax", "100"]]) setAttr(node, name, value);
  setAttr(node, "aria-label", fill(gettext("%(side)s, card %(card)s, face down. Arrows lift it, Enter turns it."), { side: chanceName(side), card: card + 1 }));
  setAttr(node, "aria-valuenow", String(lift));
  setAttr(node, "aria-valuetext", fill(gettext("lifted %(lift)s of 100"), { lift }));
  if (bound.has(node)) return;
  bound.add(node);
  node.addEventListener("pointerdown", (event) => grab(event, node, side, card));
  node.addEventListener("pointermove", pull);
  for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, letGo);
  node.addEventListener("keydown", (event) => key(event, side, card));
}

const mayTurn = (side, card) => isMine(side) && turnsOf(present.scene?.[side]).includes(card);

function grab(event, node, side, card) {
  if (!mayTurn(side, card)) return;
  event.preventDefault();
  node.setPointerCapture(event.pointerId);
  node.focus({ preventScroll: true });
  held = { node, side, card, x: event.clientX, y: event.clientY, edge: null, moved: 0 };
}

// A card is pulled up by its short edge, or sideways by its long one: the first way that it is pulled decides.
function pull(event) {
  if (!held || held.node !== event.currentTarget) return;
  const across = held.node.classList.contains("dealt--across");
  const dx = event.clientX - held.x;
  const dy = event.clientY - held.y;
  held.moved = Math.max(held.moved, Math.hypot(dx, dy));
  if (held.moved < TAP_PX) return;
  held.edge ??= Math.abs(dx) > Math.abs(dy) === across ? "short" : "long";
  const box = held.node.getBoundingClientRect();
  const far = Math.abs(dx) > Math.abs(dy) ? Math.abs(dx) / box.width : Math.abs(dy) / box.height;
  lift(held.side, held.card, Math.min(WHOLE - 1, Math.round(far * 110)), held.edge);
}

function letGo(event) {
  if (!held || held.node !== event.currentTarget) return;
  const { side, card, moved } = held;
  held = null;
  const now = lifts.get(keyOf(side, card))?.lift ?? 0;
  if (event.type === "pointerup" && (moved < TAP_PX || now >= TURNS)) return turn(side, card);
  lift(side, card, 0, "short");
}

function key(event, side, card) {
  if (!mayTurn(side, card) || event.ctrlKey || event.altKey || event.metaKey) return;
  const by = { ArrowUp: [STEP, "short"], ArrowDown: [-STEP, null], ArrowLeft: [STEP, "long"], ArrowRight: [STEP, "long"] }[event.key];
  if (event.key === "Enter" || event.key === " ") turn(side, card);
  else if (by) {
    const now = lifts.get(keyOf(side, card)) ?? { lift: 0, edge: "short" };
    const edge = by[1] ?? now.edge; // by another edge it is lifted anew
    lift(side, card, Math.max(0, Math.min(WHOLE - 1, (edge === now.edge ? now.lift : 0) + by[0])), edge);
  } else return;
  event.preventDefault();
  event.stopPropagation(); // Enter is no bet here
}

function lift(side, card, to, edge) {
  if (!mayTurn(side, card)) return;
  lifts.set(keyOf(side, card), { lift: to, edge });
  const node = byId(`cards-${side}`).querySelector(`[data-card="${card}"]`);
  if (node) drawCard(node, side, true);
  const now = performance.now();
  if (to && now - sent < EVERY_MS) return;
  sent = now;
  pass(side, card, to, edge);
}

const pass = (side, card, to, edge) => present.up && present.tell({ do: "lift", round: code, hand: side, card, edge, lift: to });

function turn(side, card) {
  if (!mayTurn(side, card)) return;
  opened.set(keyOf(side, card), present.elapsed);
  lifts.delete(keyOf(side, card));
  pass(side, card, WHOLE, "short");
  const text = fill(gettext("%(side)s: %(card)s."), { side: chanceName(side), card: cardName(present.scene[side].cards[card].code) });
  say(text);
  present.redraw();
  const next = byId(`cards-${side}`).querySelector(`.dealt[data-mine]:not([data-card="${card}"])`);
  next?.focus({ preventScroll: true });
}

// All cards of this window lie open here: the table is told until it says so itself.
function tellTurned(side, index) {
  const key = keyOf(side, index);
  if (!present.up || present.elapsed - (asked.get(key) ?? -AGAIN_MS) < AGAIN_MS) return;
  asked.set(key, present.elapsed);
  present.tell({ do: "turn", round: code, hand: side, index });
}

// --- words ---------------------------------------------------------------------------------------------------------

const secondsTo = (until) => Math.max(0, Math.ceil((until - present.elapsed) / 1000));

// The line in the middle of the table while cards are squeezed; empty while none are.
export function squeezeCall() {
  const { round, scene } = present;
  const open = SIDES.find((side) => turnsOf(scene?.[side]).length); // one hand at a time (R18)
  if (!open) return "";
  const seconds = secondsTo(scene[open].squeeze.until);
  if (isMine(open)) return fill(gettext("Turn %(side)s · %(seconds)s s"), { side: chanceName(open), seconds });
  return fill(gettext("Seat %(seat)s turns · %(seconds)s s"), { seat: round.squeeze[open], seconds });
}

// Once for each window, for those who hear the table.
function announce(side, squeeze) {
  const name = keyOf(side, squeeze.index);
  if (heard.has(name)) return;
  heard.add(name);
  play("card");
  const facts = { side: chanceName(side), seat: present.round.squeeze?.[side], seconds: secondsTo(squeeze.until) };
  if (isMine(side)) present.hint(gettext("Pull an edge of your cards, or tap to turn them. At the end of the time the house does."));
  const text = fill(isMine(side) ? gettext("You turn the cards of %(side)s: %(seconds)s seconds.") : gettext("Seat %(seat)s turns the cards of %(side)s: %(seconds)s seconds."), facts);
  say(text);
  tellEars(text);
  const first = isMine(side) ? byId(`cards-${side}`).querySelector(".dealt[data-mine]") : null;
  if (first && (document.activeElement === document.body || document.activeElement === null)) first.focus({ preventScroll: true });
}
