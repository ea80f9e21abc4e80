/* The floor by keyboard, and its silence told. Without this module the page works: links lead on, one button stops.
   J and K walk the tables, Enter opens one; E, P, S, L and A press what the table's row offers. Off in fields and dialogs,
   and where letters are switched off. */
import { busy, lettersOn } from "./keys.js";

const SILENT_MS = 5000;
const ROW = "[data-row]";

const room = () => document.getElementById("tables");
const places = () => [...(room()?.querySelectorAll(`${ROW} [data-open]`) ?? [])];
const present = () => document.activeElement?.closest(ROW);

function choose(place) {
  if (!place) return;
  place.focus();
  place.closest(ROW).scrollIntoView({ block: "nearest" });
  history.replaceState(history.state, "", `#${place.id}`); // the chosen table lives in the address
}

function walk(step) {
  const all = places();
  const at = all.indexOf(present()?.querySelector("[data-open]"));
  choose(all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]);
}

function press(key) {
  const offered = present()?.querySelector(`[data-key="${key}"]`);
  offered?.click();
  return Boolean(offered);
}

// Before the office's own keys: on this page a letter is the chosen table's.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || busy(event.target) || !lettersOn()) return;
    if ("going" in document.documentElement.dataset) return; // G was pressed: the next letter is the name of a page
    const key = event.key.toLowerCase();
    if (key === "j" || key === "k") walk(key === "j" ? 1 : -1);
    else if (event.repeat || !/^[epsla]$/.test(key) || !press(key)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// The buttons stand outside the form that they press: the button that was pressed names the scope.
document.addEventListener("htmx:configRequest", (event) => {
  const pressed = event.detail.triggeringEvent?.submitter;
  if (event.detail.elt.id === "stop" && pressed?.name) event.detail.parameters[pressed.name] = pressed.value;
});

// A row that moved to another place was made anew: the focus that was in it returns to it. Heard after calm.js, which
// puts what was fetched in its place.
let stood = "";
document.addEventListener("focusin", (event) => {
  stood = room()?.contains(event.target) ? event.target.id : "";
});
document.addEventListener("pointerdown", () => {
  stood = ""; // a press beside everything lets go
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== room()) return;
  say(event.detail.xhr);
  if (stood && document.activeElement === document.body) document.getElementById(stood)?.focus({ preventScroll: true });
});

function say(xhr) {
  if (xhr.status !== 200) return;
  const fresh = new DOMParser().parseFromString(xhr.responseText, "text/html").getElementById("news");
  if (fresh) document.getElementById("news").textContent = fresh.textContent;
}

// Silence: figures that may be old are soft, and a line says since when. Acts stay.
let heard = performance.now();
const stale = document.getElementById("stale");

function tell(silent) {
  if (!stale || stale.hidden === !silent) return;
  const line = stale.querySelector("[data-say]");
  line.textContent = silent ? line.dataset.say.replace("{at}", document.querySelector("#seen-at time")?.textContent ?? "") : "";
  stale.hidden = !silent;
  room()?.classList.toggle("is-stale", silent);
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target !== room() || !event.detail.successful) return;
  heard = performance.now();
  tell(false);
});
setInterval(() => tell(performance.now() - heard > SILENT_MS), 500);

const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (named?.matches("[data-open]")) choose(named);
