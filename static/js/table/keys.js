// Everything of the table by keyboard; the list is in the help dialog. Off in fields, in dialogs, and when switched off.

import { options } from "./options.js";

const CHANCES = { p: "ponto", b: "banca", e: "empate", q: "par-ponto", w: "par-banca" };

// Shift and R is a press for a whole round: rebet and deal.
export function bindKeys(acts) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") return event.preventDefault(); // held down, it confirms nothing twice
    if (!options.keys || event.ctrlKey || event.altKey || event.metaKey || busy(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "enter" && event.target.closest("button, a, summary")) return;
    if (run(key, event.shiftKey, acts)) event.preventDefault();
  });
}

const busy = (target) =>
  document.querySelector("dialog[open]") !== null || Boolean(target.closest?.("input:not([type=radio]), select, textarea")?.checkVisibility());

function run(key, shift, acts) {
  if (CHANCES[key]) return done(shift ? acts.takeBack(CHANCES[key]) : acts.place(CHANCES[key]));
  if (/^[1-5]$/.test(key)) return done(acts.chip(Number(key)));
  if (key === "r" && shift) return done(acts.redeal());
  const act = {
    enter: acts.primary, g: acts.deal, k: acts.toggle, v: acts.away, z: acts.undo, c: acts.clear, d: acts.double, r: acts.rebet, t: acts.time,
    l: acts.last, h: acts.room, j: acts.balance, u: acts.who,
    s: acts.sit, m: acts.sound, i: acts.film, f: acts.full, o: acts.options, "?": acts.help, x: acts.leave,
  }[key];
  return act ? done(act()) : false;
}

const done = () => true;
