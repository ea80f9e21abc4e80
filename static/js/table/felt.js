// The cloth's middle: cards as they are dealt and turned, totals, calls, and who won.

import { byId, el, icon, rebuilt, setAttr, setFlag, setText, svg } from "./dom.js";
import { onLayout, places, put } from "./layout.js";
import { roundSigned, signed } from "./money.js";
import { moves, options } from "./options.js";
import { play } from "./sound.js";
import { cardName, chanceName, fill, gettext, winnerWords } from "./texts.js";

const FRESH_MS = 900;
const sheet = () => byId("main").dataset.cards;
const drawing = (id) => svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, svg("use", { href: `${sheet()}#${id}` }));

let roundOnCloth = null;
const lying = new WeakMap(); // card on the cloth -> its code

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
  setFlag(box, "data-dealt", cards.length);
  // A card that a croupier's supervisor took back lies there no more, or another lies in its place.
  for (const node of box.querySelectorAll(".dealt")) if (cards[Number(node.dataset.card)]?.code !== lying.get(node)) node.remove();
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
  const node = el("span", { class: card.across ? "dealt dealt--across" : "dealt", "data-card": index, "data-place": index }, leaf);
  lying.set(node, card.code);
  box.append(node);
  put(node, placeOf(node));
  if (elapsed - card.at < FRESH_MS) {
    play("card");
    if (moves()) fly(node, byId("shoe"));
  } else node.classList.add("still");
  return node;
}

// Where a card lies: its hand's place in the room's present size.
function placeOf(node) {
  const side = node.closest(".hand--ponto") ? "ponto" : "banca";
  return places()?.hands[side].places[Number(node.dataset.place)];
}

onLayout(() => {
  for (const node of document.querySelectorAll(".dealt")) put(node, placeOf(node));
});

function turn(node, card, elapsed) {
  if (node.hasAttribute("data-turned")) return;
  node.firstChild.append(el("span", { class: "card card--face", role: "img", "aria-label": cardName(card.code) }, drawing(card.code)));
  const fresh = elapsed - card.turned < FRESH_MS;
  node.classList.toggle("still", !fresh || !moves() || card.across || card.squeezed);
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
    [
      { transform: `translate(${x}px, ${y}px) rotate(24deg) scale(.8)`, opacity: 0.4, easing: "cubic-bezier(.2,.7,.2,1)" },
      { transform: "rotate(2deg)", opacity: 1, offset: 0.86, easing: "ease-out" },
      { transform: "none", opacity: 1 },
    ],
    { duration: 420 },
  );
}

// A new round: the old cards go to the tray.
function sweep(code) {
  const had = roundOnCloth !== null;
  roundOnCloth = code;
  for (const side of ["ponto", "banca"]) {
    const box = byId(`cards-${side}`);
    if (had && moves() && options.collect) for (const node of box.querySelectorAll(".dealt")) gone(node);
    for (const node of box.querySelectorAll(".dealt")) node.remove();
  }
}

function gone(node) {
  const here = node.getBoundingClientRect();
  const there = byId("discard").getBoundingClientRect();
  const copy = node.cloneNode(true);
  const room = byId("flying").getBoundingClientRect();
  Object.assign(copy.style, { left: `${here.left - room.left}px`, top: `${here.top - room.top}px` });
  byId("flying").append(copy);
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

const ORDER = { ponto: [0, 2, 4], banca: [1, 3, 5] };

// A tick on each open card that this page has proven itself, and never before; a cross where it could not.
export function tickCards({ deal }, checks) {
  if (!checks.length) return;
  const drawn = deal.cards.flatMap((card, place) => (card ? [place] : []));
  for (const side of ["ponto", "banca"])
    for (const node of byId(`cards-${side}`).querySelectorAll(".dealt[data-turned]:not(:has(.dealt__tick))")) {
      const check = checks[drawn.indexOf(ORDER[side][Number(node.dataset.card)])];
      if (!check) continue;
      const tick = el("span", { class: "dealt__tick", title: check.holds ? gettext("proven on this page") : gettext("not proven") }, icon(check.holds ? "check" : "close"));
      setFlag(tick, "data-failed", !check.holds);
      node.append(tick);
    }
}

// What the page knows of the shoe: fixed before the bets; then, card by card, proven.
// `cut`: whether the start of a shoe that was cut holds, or null.
export function drawSeal(round, checks, cut) {
  const node = byId("seal");
  const failed = checks.some((check) => !check.holds) || cut === false;
  setFlag(node, "data-done", checks.length && !failed);
  setFlag(node, "data-failed", failed);
  const facts = { proven: checks.filter((check) => check.holds).length, all: checks.length };
  setText(byId("seal-word"), checks.length ? fill(gettext("%(proven)s of %(all)s proven"), facts) : round.paper ? gettext("paper cards") : cut ? gettext("fixed and cut") : round.root ? gettext("shoe fixed") : "–");
}

// The box in the middle once all is seen: who won, what it meant for this player, and when it goes on.
// `mine`: the player's own part of the round, or null.
export function drawOutcome(round, scene, mine) {
  const box = byId("outcome");
  const shown = Boolean(scene?.done) && round.phase !== "betting";
  box.hidden = !shown;
  byId("ring").hidden = shown;
  if (shown) rebuilt(box, `${round.code}${Boolean(mine)}`, () => outcome(round, mine));
}

function outcome({ deal: { winner, ponto, banca, natural } }, mine) {
  const tone = mine?.result > 0 ? "money-up" : mine?.result < 0 ? "money-down" : "";
  const score = winner === "banca" ? [banca.total, ponto.total] : [ponto.total, banca.total];
  return [
    el("span", { class: `outcome__who side-${winner}` }, winnerWords(winner)),
    el("span", { class: "outcome__score" }, fill(gettext("%(one)s to %(other)s"), { one: score[0], other: score[1] }), natural ? ` · ${gettext("“Natural!”")}` : null),
    mine ? el("span", { class: `outcome__mine ${tone}`, id: "outcome-mine" }, signed(mine.result)) : null,
    mine?.bets.length > 1 ? el("span", { class: "outcome__parts" }, mine.bets.map((bet) => `${chanceName(bet.chance)} ${roundSigned(bet.returned - bet.stake)}`).join(" · ")) : null,
    el("span", { class: "next", id: "next" }, el("b", { id: "next-seconds" }), " ", el("span", { id: "next-word" })),
  ].filter(Boolean);
}
