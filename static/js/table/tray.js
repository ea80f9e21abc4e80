// The tray: which chip is in the hand, the typed amount, the slip's acts, and one line of words.

import { chip, denominations } from "./chips.js";
import { byId, el, icon, rebuilt, setAttr, setText } from "./dom.js";
import { money, parse, short } from "./money.js";
import { fill, gettext } from "./texts.js";

let inHand = 0;

// The stake of one touch, in cents: the typed amount, or the chip. Null where the typed text cannot be read.
export const unit = () => (typedText() ? parse(typedText()) : inHand);

export const typedText = () => byId("typed").value.trim();

// Said instead of laying anything.
export const unreadable = () =>
  fill(gettext("“%(typed)s” cannot be read as an amount: nothing was placed. Type an amount above zero, such as 5 or 12.50."), { typed: typedText() });

export function buildTray(minimum, acts, alone) {
  byId("tray").toggleAttribute("data-alone", alone);
  for (const name of ["deal", "redeal"]) byId(`act-${name}`).hidden = !alone;
  byId("act-confirm").hidden = alone;
  const chips = denominations(minimum);
  if (!chips.includes(inHand)) [inHand] = chips;
  rebuilt(byId("chips"), chips.join(), () => [byId("chips").querySelector("legend"), ...chips.map(choice)]);
  if (byId("tray").dataset.bound) return;
  byId("tray").dataset.bound = "yes";
  const instead = (act) => (event) => {
    event.preventDefault();
    act();
  };
  for (const [name, act] of Object.entries(acts)) byId(`act-${name}`)?.addEventListener("click", instead(act));
  byId("tray").addEventListener("submit", instead(() => acts.primary()));
  byId("typed").addEventListener("input", typed);
}

function choice(value, index) {
  const input = el("input", {
    type: "radio", name: "chip", value, "data-index": index + 1, "aria-label": money(value),
    onchange: () => take(value),
  });
  input.checked = value === inHand;
  return el("label", { class: "tray__chip" }, input, chip(value));
}

function take(value) {
  inHand = value;
  byId("typed").value = "";
  typed();
}

// A typed amount is in the hand; one that cannot be read leaves the hand empty, and the chip is not taken in its place.
function typed() {
  const field = byId("typed");
  setAttr(field, "aria-invalid", String(unit() === null));
  field.toggleAttribute("data-in-hand", Boolean(typedText()) && unit() !== null);
}

export function takeChip(index) {
  const input = byId("chips").querySelector(`[data-index="${index}"]`);
  if (!input) return;
  input.checked = true;
  take(Number(input.value));
}

// `view`: {seated, open, standing: whether the round goes on, draft (cents), accepted, last, waiting, alone, refused: whether the slip is known to be, lost: without a connection, away, shutOut: whether the player may not play any more}
export function drawTray(view) {
  byId("tray").hidden = !view.seated;
  const off = (name, disabled) => {
    byId(`act-${name}`).disabled = disabled;
  };
  byId("chips").disabled = view.shutOut;
  byId("typed").disabled = view.shutOut;
  off("undo", !view.draft);
  off("clear", !view.draft);
  off("double", !view.open || !(view.draft || view.accepted));
  off("rebet", !view.open || !view.last);
  if (view.alone) return drawDealing(view, off);
  off("confirm", !view.open || !view.draft || view.waiting || view.refused);
  setText(byId("act-confirm"), confirmWords(view));
}

function confirmWords(view) {
  if (view.lost) return gettext("No connection");
  if (view.waiting) return gettext("Sending…");
  if (!view.open && view.uncut) return gettext("Bets after the cut");
  if (!view.open) return view.away ? gettext("On a break") : gettext("Bets closed");
  return view.draft ? fill(gettext("Confirm %(amount)s"), { amount: short(view.draft) }) : gettext("Confirm");
}

// At an individual table one press lays what is written and deals.
function drawDealing(view, off) {
  const stake = view.draft + view.accepted;
  // While play is stopped, the bets that were accepted may still be dealt, and no others.
  off("deal", !(view.draft ? view.open : view.standing) || !stake || view.waiting || view.refused);
  off("redeal", !view.open || !view.last || stake > 0 || view.waiting);
  const text = view.lost ? gettext("No connection") : view.waiting ? gettext("Dealing…") : stake ? fill(gettext("Deal · %(amount)s"), { amount: short(stake) }) : gettext("Deal");
  setText(byId("deal-word"), text);
}

// One line above the chips: what was answered, or what stands in the way; with one touch where one helps.
export function word(text, tone = "", act = null) {
  const line = byId("word");
  line.dataset.tone = tone;
  const button = act && el("button", { class: "act act--small", type: "button", onclick: act.do }, act.text);
  line.replaceChildren(...(tone === "warn" || tone === "bad" ? [icon("warn")] : []), el("span", { class: "word__text" }, text), ...(button ? [" ", button] : []));
}

export const said = () => byId("word").querySelector(".word__text")?.textContent ?? "";

// The offer beside the words does not stand any more; the words do.
export const dropOffer = () => byId("word").querySelector("button")?.remove();
