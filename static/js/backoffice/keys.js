// The office by keyboard. Single letters act outside fields only, and can be switched off (WCAG 2.1.4).

const KEY = "sabot-office-letters";
const GOING_MS = 1500;
const ROWS = "main tbody tr, main [data-rows] > li";
const WAY = "th a[href], td a[href], a[href]";

let going = 0;

// Calls `others[key]` for keys that are not its own.
export function bindKeys(others = {}) {
  bindSwitch();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || busy(event.target)) return;
    if (run(event, others)) event.preventDefault();
  });
  document.addEventListener("focusin", mark);
}

function run(event, others) {
  const key = event.key.toLowerCase();
  if (key === "arrowdown" || key === "arrowup") return inRow() && step(key === "arrowdown" ? 1 : -1);
  if (key === "escape") return leave();
  if (!lettersOn() || event.repeat) return lettersOn() && (key === "j" || key === "k") && step(key === "j" ? 1 : -1);
  if (going) return go(key);
  if (key === "g") return wait();
  if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
  if (key === "?") return toggleKeys();
  others[key]?.();
  return key in others || press(key);
}

// What the page itself offers by a letter that is printed on it: a way, an act, something folded, or a field to write in.
function press(key) {
  const offered = document.querySelector(`main [data-letter="${CSS.escape(key)}"]`);
  if (!offered?.checkVisibility()) return false;
  const stays = offered.matches(`summary, ${FIELDS}`);
  if (!offered.matches(FIELDS)) offered.click();
  if (stays) offered.focus({ focusVisible: true });
  if (stays) offered.scrollIntoView({ block: "center" });
  return true;
}

// Whether letters are for a field or a dialog. A field that has just gone from sight keeps the focus until the next frame: letters are not for it.
const FIELDS = "input:not([type=checkbox], [type=radio], [type=submit]), select, textarea, [contenteditable]";
export const busy = (target) => document.querySelector("dialog:modal") !== null || Boolean(target.closest?.(FIELDS)?.checkVisibility());

function wait() {
  document.documentElement.dataset.going = "";
  going = setTimeout(stay, GOING_MS);
  return true;
}

function stay() {
  clearTimeout(going);
  going = 0;
  delete document.documentElement.dataset.going;
}

function go(key) {
  stay();
  const way = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (way) location.assign(way.href);
  return true;
}

function toggleKeys() {
  document.getElementById("keys").togglePopover();
  return true;
}

// Rows: those that are seen and lead somewhere. The focus is on the row's own link, so Enter opens it as anywhere.
const ways = () =>
  [...document.querySelectorAll(ROWS)].map((row) => row.querySelector(WAY)).filter((way) => way?.checkVisibility());

const inRow = () => document.activeElement?.closest?.(ROWS) !== null && document.activeElement?.matches?.(WAY);

function step(by) {
  const all = ways();
  if (!all.length) return false;
  const row = document.activeElement?.closest?.(ROWS);
  const at = all.findIndex((way) => row?.contains(way));
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1);
  all[next].focus({ focusVisible: true });
  all[next].closest(ROWS).scrollIntoView({ block: "nearest" });
  return true;
}

function leave() {
  if (going) stay();
  if (!inRow()) return false;
  document.activeElement.blur();
  mark();
  return false; // the browser closes what is open
}

function mark() {
  for (const row of document.querySelectorAll("[data-here]")) delete row.dataset.here;
  const row = inRow() ? document.activeElement.closest(ROWS) : null;
  if (row && document.activeElement.matches(":focus-visible")) row.dataset.here = "";
}

// The switch, under the person's name.
export function lettersOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function bindSwitch() {
  const letters = document.getElementById("letters");
  if (!letters) return;
  letters.closest("[hidden]").hidden = false;
  letters.checked = lettersOn();
  letters.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, letters.checked ? "on" : "off");
    } catch {
      letters.checked = true;
    }
    say();
  });
  say();
}

function say() {
  document.documentElement.dataset.letters = lettersOn() ? "on" : "off";
}
