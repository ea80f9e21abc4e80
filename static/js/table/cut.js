// The cut of a new shoe: the deck over the hands' places, this player's number, and the page's own check of the start.

import { say } from "./announce.js";
import { commitmentOf, holdsCut, numberAt, placeOf } from "./cutting.js";
import { byId, el, rebuilt, setFlag, setText } from "./dom.js";
import { tellEars } from "./ears.js";
import { onLayout, put } from "./layout.js";
import { fill, gettext } from "./texts.js";

const LAST_MS = 2_000; // before the close the browser of a player who did not touch the deck cuts by itself
const AGAIN_MS = 1_500;
const STAY_MS = 3_000; // how long the deck stays with the start that was found; bets are open by then
const STEP = 10; // cards of an arrow key with Shift
const noted = new Map(); // root → Map of seat → the commitment seen while the cut was open
const KEPT = "sabot-cut";
let present = null; // the cut and what may be done about it, as last drawn
let sentAt = 0;
let heard = "";

// Whether the table waits for its cut, so that no bets are taken yet.
export const cutting = (cut) => Boolean(cut) && cut.phase !== "cut";

// `cut`: the section of the table's state, or null; `view`: {seat: own or null, now, up: whether the line is, tell}
export function drawCut(cut, view) {
  present = cut && { cut, view };
  const stays = cut?.phase === "cut" && cut.seats.length > 0 && view.now - cut.decided_at < STAY_MS;
  const open = cutting(cut) || stays;
  byId("cut").hidden = !open;
  setFlag(byId("table"), "data-cutting", open);
  setFlag(byId("table"), "data-uncut", cutting(cut));
  if (cut) announce(cut, view);
  if (!open) return;
  if (cut.phase === "cutting") noted.set(cut.root, new Map(cut.seats.map((each) => [each.seat, each.commitment])));
  act(cut, view);
  drawDeck(cut, view);
  setText(byId("cut-word"), wordOf(cut, view));
}

// Whether the start is what the numbers say; null while nothing is known of one.
export const cutHolds = (cut) => (cut ? holdsCut(cut, noted.get(cut.root)) : null);

const mineOf = (cut, { seat }) => (seat === null ? null : (cut.seats.find((each) => each.seat === seat) ?? null));

// --- this player's number ------------------------------------------------------------------------------------------

const kept = (root) => {
  const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  return found?.root === root ? found : null;
};

// Sends what is due: the commitment once one cut, and after the close the number, until the table has it.
function act(cut, view) {
  const own = kept(cut.root);
  const mine = own && cut.seats.find((each) => each.seat === own.seat && each.commitment === commitmentOf(cut.root, own.seat, own.number));
  if (!view.up || view.now - sentAt < AGAIN_MS) return;
  if (cut.phase === "cutting") {
    if (!own && view.seat !== null && view.now > cut.closes_at - LAST_MS) return choose(cut, view, chosen());
    if (own && !mine && own.seat === view.seat && !mineOf(cut, view)) commit(cut, view, own);
  } else if (cut.phase === "showing" && mine && !mine.shown) {
    sentAt = view.now;
    view.tell({ do: "show", shoe: cut.shoe, number: own.number });
  }
}

function choose(cut, view, place) {
  if (kept(cut.root) || view.seat === null || cut.phase !== "cutting") return;
  const own = { root: cut.root, seat: view.seat, number: numberAt(place, crypto.getRandomValues(new Uint8Array(14))) };
  sessionStorage.setItem(KEPT, JSON.stringify(own));
  commit(cut, view, own);
}

function commit(cut, view, own) {
  sentAt = view.now;
  view.tell({ do: "cut", shoe: cut.shoe, commitment: commitmentOf(cut.root, own.seat, own.number) });
}

const chosen = () => Number(byId("cut-range").value) - 1;
const anywhere = (count) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * count);

function here() {
  if (present) choose(present.cut, present.view, chosen());
}

// --- showing -------------------------------------------------------------------------------------------------------

function drawDeck(cut, view) {
  const range = byId("cut-range");
  const may = cut.phase === "cutting" && view.seat !== null && !kept(cut.root) && !mineOf(cut, view);
  if (range.dataset.root !== cut.root) {
    Object.assign(range, { max: String(cut.count), value: String(1 + anywhere(cut.count)) });
    range.dataset.root = cut.root;
  }
  const own = kept(cut.root);
  if (cut.start !== null) range.value = String(cut.start + 1);
  else if (own) range.value = String(1 + placeOf(own.number, cut.count));
  range.disabled = !may;
  for (const id of ["cut-here", "cut-any"]) byId(id).disabled = !may;
  setFlag(byId("cut-acts"), "data-idle", view.seat === null || cut.phase !== "cutting"); // their place is kept
  setFlag(byId("cut-deck"), "data-watching", view.seat === null && !own && cut.start === null);
  setFlag(byId("cut-deck"), "data-found", cut.start !== null);
  markPlace(cut.count);
  const others = cut.seats.filter((each) => each.number !== null);
  rebuilt(byId("cut-others"), JSON.stringify(others), () => others.map((each) => {
    const mark = el("span", { class: "cut__other" }, String(each.seat));
    mark.style.left = `${((placeOf(each.number, cut.count) + 0.5) / cut.count) * 100}%`;
    return mark;
  }));
}

function markPlace(count) {
  const place = Number(byId("cut-range").value);
  const at = (place - 0.5) / count;
  byId("cut-card").style.left = `${at * 100}%`;
  byId("cut-card").style.setProperty("--at", at); // its words never leave the deck
  const words = fill(gettext("card %(place)s of %(count)s"), { place, count });
  setText(byId("cut-place"), words);
  byId("cut-range").setAttribute("aria-valuetext", words);
}

function wordOf(cut, view) {
  if (cut.phase === "cut") return startWords(cut);
  if (cut.phase === "showing") return gettext("The cut is closed: the numbers are being shown.");
  const seconds = Math.max(0, Math.ceil((cut.closes_at - view.now) / 1000));
  if (mineOf(cut, view)) return fill(gettext("You have cut. The numbers are shown in %(seconds)s s, all together."), { seconds });
  if (view.seat === null) return fill(gettext("The seats cut for %(seconds)s s more."), { seconds });
  return fill(gettext("%(seconds)s s to cut. If you do not, your browser cuts where the card is."), { seconds });
}

// Once for each step, for those who hear the table.
function announce(cut, view) {
  const step = `${cut.shoe}${cut.phase}`;
  if (step === heard) return;
  const first = heard === "";
  heard = step;
  if (first && cut.phase === "cut") return;
  const text = { cutting: gettext("A new shoe: cut it before the first bet."), showing: gettext("The cut is closed: the numbers are being shown."), cut: startWords(cut) }[cut.phase];
  say(text);
  tellEars(text);
  if (cut.phase === "cutting" && view.seat !== null && document.activeElement === document.body) byId("cut-range").focus({ preventScroll: true });
}

export function startWords(cut) {
  const by = cut.seats.filter((each) => each.number !== null).map((each) => each.seat);
  const out = cut.seats.filter((each) => each.number === null).map((each) => each.seat);
  const left = out.length ? ` ${fill(gettext("Left out, for their numbers were not shown: seats %(seats)s."), { seats: out.join(", ") })}` : "";
  if (!by.length) return `${gettext("No seat cut this shoe: it begins with its first card.")}${left}`;
  return `${fill(gettext("The shoe begins with card %(place)s, by the numbers of seats %(seats)s."), { place: cut.start + 1, seats: by.join(", ") })}${left}`;
}

const ROOM = 208; // what a deck with all its words wants

// Over the hands' places and what is between them; where that is low, over the beam's too.
onLayout((laid) => {
  const desk = laid.mode === "desk";
  const boxes = [laid.mid, laid.call, ...["ponto", "banca"].flatMap((side) => [laid.hands[side].name, ...laid.hands[side].places])].filter(Boolean);
  const top = Math.max(laid.rack ? laid.rack.y + laid.rack.h + 4 : 0, Math.min(...boxes.map((each) => each.y)));
  const lowest = (places) => Math.max(...places.map((each) => each.y + each.h));
  const above = lowest(boxes) + (laid.lettering ? 24 : 0);
  const over = Boolean(laid.beam) && !(desk && above - top >= ROOM);
  const bottom = over ? lowest([...boxes, laid.beam]) : above;
  const table = laid.table ?? byId("table").clientWidth;
  const side = desk ? table * 0.085 : 14;
  setFlag(byId("table"), "data-cut-over-beam", over);
  put(byId("cut"), { x: side, y: top, w: table - 2 * side, h: bottom - top });
});

export function bindCut() {
  const range = byId("cut-range");
  range.addEventListener("input", () => present && markPlace(present.cut.count));
  range.addEventListener("pointerup", () => requestAnimationFrame(here)); // one gesture: where the card is let go
  range.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
    if (event.key === "Enter") here();
    else if (event.shiftKey && by) range.value = String(Number(range.value) + by);
    else return;
    event.preventDefault();
    if (present) markPlace(present.cut.count);
  });
  byId("cut-here").addEventListener("click", here);
  byId("cut-any").addEventListener("click", () => present && choose(present.cut, present.view, anywhere(present.cut.count)));
}
