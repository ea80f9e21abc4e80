// The cloth's middle: cards as they are dealt and turned, totals, calls, and who won.

import { byId, el, setAttr, setFlag, setText, svg } from "./dom.js";
import { signed } from "./money.js";
import { moves, options } from "./options.js";
import { play } from "./sound.js";
import { cardName, chanceName, gettext, winnerWords } from "./texts.js";

const FRESH_MS = 900;
const sheet = () => byId("main").dataset.cards;
const drawing = (id) => svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, svg("use", { href: `${sheet()}#${id}` }));

let roundOnCloth = null;

// Shows a scene of show.js. `elapsed` tells which steps have just happened and deserve a movement.
export function drawHands(round, scene, elapsed) {
  if (roundOnCloth !== round.code) sweep(round.code);
  for (const side of ["ponto", "banca"]) drawHand(side, scene?.[side], elapsed);
  const winner = scene?.done ? round.deal.winner : null;
  for (const side of ["ponto", "banca"]) {
    setFlag(byId(`hand-${side}`), "data-won", winner === side || winner === "empate");
    setFlag(byId(`hand-${side}`), "data-lost", winner && winner !== side && winner !== "empate");
  }
}

function drawHand(side, hand, elapsed) {
  const box = byId(`cards-${side}`);
  const cards = hand?.cards ?? [];
  cards.forEach((card, index) => {
    const node = box.querySelector(`[data-card="${index}"]`) ?? lay(box, card, index, elapsed);
    if (card.turned !== null) turn(node, card, elapsed);
  });
  const total = byId(`total-${side}`);
  setText(total, hand?.total == null ? "–" : String(hand.total));
  setFlag(total, "data-known", hand?.total != null);
  setText(byId(`call-${side}`), callOf(hand));
  setAttr(byId(`hand-${side}`), "aria-label", handWords(side, hand));
}

function lay(box, card, index, elapsed) {
  const leaf = el("span", { class: "dealt__leaf" }, el("span", { class: "card card--back" }, drawing("back")));
  const node = el("span", { class: card.across ? "dealt dealt--across" : "dealt", "data-card": index }, leaf);
  const place = box.querySelector(".hand__place");
  if (place && !card.across) place.replaceWith(node);
  else box.append(node);
  if (elapsed - card.at < FRESH_MS) {
    play("card");
    if (moves()) fly(node, byId("shoe"));
  } else node.classList.add("still");
  return node;
}

function turn(node, card, elapsed) {
  if (node.hasAttribute("data-turned")) return;
  node.firstChild.append(el("span", { class: "card card--face", role: "img", "aria-label": cardName(card.code) }, drawing(card.code)));
  const fresh = elapsed - card.turned < FRESH_MS;
  node.classList.toggle("still", !fresh || !moves() || card.across);
  // The leaf must be seen face down once before it can be seen to turn.
  if (fresh) node.getBoundingClientRect();
  node.setAttribute("data-turned", "");
  if (fresh) play("turn");
}

function fly(node, from) {
  const here = node.getBoundingClientRect();
  const there = from.getBoundingClientRect();
  const [x, y] = there.width ? [there.left - here.left, there.top - here.top] : [innerWidth - here.left, -80];
  node.animate(
    [{ transform: `translate(${x}px, ${y}px) rotate(24deg) scale(.8)`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
    { duration: 420, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

// A new round: the old cards go to the tray.
function sweep(code) {
  const had = roundOnCloth !== null;
  roundOnCloth = code;
  for (const side of ["ponto", "banca"]) {
    const box = byId(`cards-${side}`);
    if (had && moves() && options.collect) for (const node of box.querySelectorAll(".dealt")) gone(node);
    box.replaceChildren(el("span", { class: "hand__place" }), el("span", { class: "hand__place" }));
  }
}

function gone(node) {
  const here = node.getBoundingClientRect();
  const there = byId("discard").getBoundingClientRect();
  const copy = node.cloneNode(true);
  Object.assign(copy.style, { position: "fixed", left: `${here.left}px`, top: `${here.top}px`, width: `${here.width}px`, zIndex: 4 });
  node.closest(".room").append(copy);
  copy.animate(
    [{ opacity: 1 }, { transform: `translate(${there.left - here.left}px, ${there.top - here.top}px) scale(.5)`, opacity: 0 }],
    { duration: 380, easing: "ease-in" },
  ).finished.finally(() => copy.remove());
}

function callOf(hand) {
  if (!hand || hand.total === null) return "";
  if (hand.natural) return gettext("“Natural!”");
  return hand.total === 0 ? gettext("“Baccarat”") : "";
}

function handWords(side, hand) {
  const known = (hand?.cards ?? []).filter((card) => card.turned !== null).map((card) => cardName(card.code));
  return [chanceName(side), hand?.total ?? null, ...known].filter((part) => part !== null).join(", ");
}

// The box in the middle once all is seen: who won, and what it meant for this player.
export function drawOutcome(round, scene, mine) {
  const box = byId("outcome");
  const shown = Boolean(scene?.done) && round.phase !== "betting";
  box.hidden = !shown;
  byId("ring").hidden = shown;
  if (!shown) return;
  const { winner, ponto, banca } = round.deal;
  const tone = mine > 0 ? "money-up" : mine < 0 ? "money-down" : "";
  box.replaceChildren(
    el("span", { class: `outcome__winner side-${winner}` }, winnerWords(winner)),
    el("span", { class: "num soft" }, `${ponto.total} – ${banca.total}`),
    ...(mine === null ? [] : [el("span", { class: `outcome__mine ${tone}` }, signed(mine))]),
  );
}
