// The inbox by keyboard, and one thing beside the list. Without this module links lead on and forms are sent as anywhere.
// A, Z and W act on what is chosen, or on the row in focus; X chooses it. J, K, Enter and Esc are those of every list;
// Enter once more goes on into the thing.
import { busy, lettersOn } from "./keys.js";

const ROW = "[data-rows] > li";
const WIDE = matchMedia("(width >= 68.75rem)");

const form = () => document.getElementById("chosen");
const row = () => document.activeElement?.closest?.(ROW);
const box = (at) => at?.querySelector("[name=things]");
const boxes = () => [...document.querySelectorAll(`${ROW} [name=things]`)];

// What the act is about: what is chosen, else the row in focus, else the thing that is open.
function chosen() {
  if (boxes().some((each) => each.checked)) return true;
  const one = box(row() ?? document.querySelector(`${ROW}[data-opened]`));
  if (one) one.checked = true;
  return Boolean(one);
}

const acts = {
  a: () => chosen() && focus("person"),
  z: () => chosen() && (press("z") || focus("until")),
  w: () => chosen() && press("w"),
  x: () => {
    const one = box(row());
    if (one) one.checked = !one.checked;
    return Boolean(one);
  },
};

function focus(name) {
  const field = form()?.elements[name];
  field?.focus({ focusVisible: true });
  return Boolean(field);
}

function press(key) {
  const button = form()?.querySelector(`[data-do="${key}"]`);
  if (button) form().requestSubmit(button);
  return Boolean(button);
}

// Before the office's own keys: on this page these letters are the list's.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "enter" && (sent(event.target) || enter(event.target))) event.preventDefault();
    if (key === "escape" && form()?.contains(event.target)) return back(event.target);
    if (key === "escape" && !busy(event.target) && leave(event.target)) return event.preventDefault();
    if (!lettersOn() || busy(event.target) || document.documentElement.dataset.going !== undefined) return;
    if (!acts[key]?.()) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// Enter in a choice of the bar sends it with the button beside it.
function sent(target) {
  const button = target.matches?.("#chosen select") && target.parentElement.querySelector("button");
  if (button) form().requestSubmit(button);
  return Boolean(button);
}

// Enter on the row that is open already goes on into the thing; Esc there goes back to the row.
function enter(target) {
  const head = document.querySelector("#case h2");
  if (!WIDE.matches || !head || !target.matches?.(`${ROW}[data-opened] a`)) return false;
  head.tabIndex = -1;
  head.focus({ focusVisible: true });
  return true;
}

function leave(target) {
  const way = document.querySelector(`${ROW}[data-opened] a`);
  if (!target.closest?.("#case") || !way?.checkVisibility()) return false;
  way.focus({ focusVisible: true });
  return true;
}

// Esc leaves the bar for the list.
function back(target) {
  target.blur();
  const way = boxes().find((each) => each.checked)?.closest(ROW)?.querySelector("a");
  way?.focus({ focusVisible: true });
}

// Where there is no room for both, a thing is a page of its own.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  if (!elt.matches(`${ROW} a`)) return;
  if (byItself && elt !== byItself) window.htmx.trigger(byItself, "htmx:abort"); // someone chose meanwhile
  if (WIDE.matches) return;
  event.preventDefault();
  location.assign(elt.href);
});

// An act on the open thing leads back to it: the form says where it was sent from.
document.addEventListener("submit", ({ target }) => {
  if (target.method !== "post" || !target.closest(".inbox-case__body")) return;
  const sentFrom = document.createElement("input");
  Object.assign(sentFrom, { type: "hidden", name: "inbox", value: location.pathname + location.search });
  const way = document.querySelector(`${ROW}[data-opened] a`);
  if (way) sentFrom.value = way.pathname + way.search;
  target.append(sentFrom);
});

// After an act by keyboard the page is made anew: J and K go on from the row of the thing or, where it is gone, from the
// one that took its place.
const PLACE = "sabot-inbox-place";
const words = () => boxes().map((each) => each.value);
let last = "";
let byKeys = false;
document.addEventListener("focusin", () => {
  last = box(row())?.value ?? last;
});
for (const heard of ["keydown", "pointerdown"]) {
  const hear = () => {
    byKeys = heard === "keydown";
  };
  document.addEventListener(heard, hear, true);
}

document.addEventListener("submit", ({ target }) => {
  const within = target.closest(".inbox-case__body");
  if (!byKeys || !(within || target.matches(".inbox__acts"))) return;
  const open = document.querySelector("#case [name=open]")?.value;
  const things = within ? [open] : new FormData(target).getAll("things");
  keep(JSON.stringify({ word: things.includes(last) ? last : things[0], words: words() }));
});

// The module that marks the row in focus listens by then.
addEventListener("DOMContentLoaded", () => {
  const way = place(JSON.parse(keep() ?? "null"));
  if (way?.checkVisibility()) {
    way.focus({ focusVisible: true });
    way.closest(ROW).scrollIntoView({ block: "nearest" });
  }
  openByItself(way ?? document.querySelector(`${ROW} a`));
  if (WIDE.matches) document.querySelector(`${ROW}[data-opened]`)?.scrollIntoView({ block: "nearest" });
});

// The way to the row that was kept or, where it is gone, to the one that took its place.
function place(kept) {
  const at = kept?.words.indexOf(kept.word) ?? -1;
  if (at < 0) return null;
  const now = words();
  const word = [...kept.words.slice(at), ...kept.words.slice(0, at).reverse()].find((each) => now.includes(each));
  return boxes().find((each) => each.value === word)?.closest(ROW).querySelector("a") ?? null;
}

// Where there is room and no thing is open, the first one opens beside the list. The address stays that of the list, and
// screen readers do not read the thing out.
let byItself = null;
function openByItself(way) {
  if (!way || !WIDE.matches || document.querySelector(".inbox--opened")) return;
  byItself = way;
  document.getElementById("case").ariaLive = "off";
  window.htmx.trigger(way, "click");
}

// Keeps `place` until the next page; without one, takes what was kept. A browser may refuse to keep anything.
function keep(place) {
  try {
    const kept = sessionStorage.getItem(PLACE);
    if (place) sessionStorage.setItem(PLACE, place);
    else sessionStorage.removeItem(PLACE);
    return kept;
  } catch {
    return null;
  }
}

// The open thing stands in the address; going back fetches the page that was there.
let here = location.pathname + location.search;
addEventListener("popstate", () => {
  if (location.pathname + location.search !== here) location.reload();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const way = event.detail.requestConfig?.elt;
  if (event.detail.target?.id !== "case") return;
  for (const each of document.querySelectorAll("[data-opened]")) delete each.dataset.opened;
  for (const each of document.querySelectorAll(`${ROW} [aria-current]`)) each.removeAttribute("aria-current");
  if (way) {
    way.setAttribute("aria-current", "true");
    way.closest(ROW).dataset.opened = "";
    if (way !== byItself) history.pushState(null, "", way.href);
    here = location.pathname + location.search;
  }
  byItself = null;
  event.detail.target.ariaLive = "polite";
  document.querySelector(".inbox")?.classList.add("inbox--opened");
  document.getElementById("case").scrollTop = 0;
});
