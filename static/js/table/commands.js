// A typed line as an act at the table: "p 50", "-p", "ok", "?", "last", "room b". Pure. Words are the reader's language's and
// English; letters are the keys' own.

import { parse } from "./money.js";
import { chanceLetter, chanceName, gettext } from "./texts.js";

const KEYS = { p: "ponto", b: "banca", e: "empate", q: "par-ponto", w: "par-banca" };
const WORDS = {
  confirm: ["ok", "confirm", () => gettext("confirm")],
  deal: ["g", "deal", () => gettext("deal")],
  undo: ["z", "undo", () => gettext("undo")],
  clear: ["c", "clear", () => gettext("clear")],
  double: ["d", "double", () => gettext("double")],
  repeat: ["r", "repeat", () => gettext("repeat")],
  now: ["?", "t", "now", () => gettext("now")],
  last: ["l", "last", () => gettext("last")],
  room: ["h", "room", () => gettext("room")],
  balance: ["j", "balance", () => gettext("balance")],
  who: ["u", "who", () => gettext("who")],
  sit: ["s", "sit", () => gettext("sit")],
  away: ["v", "pause", () => gettext("pause")],
  leave: ["x", "leave", () => gettext("leave")],
  pace: ["n", "pace", () => gettext("pace")],
  help: ["help", () => gettext("help")],
};

// As a hurried hand writes: without accents, in any case.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

// {do, chance, cents, seat}: `do` is a name above, "lay" or "back"; or {do: "unknown"}, {do: "amount"} where only that cannot be read.
export function commandOf(line, chances) {
  const [first = "", ...rest] = plain(line).split(/\s+/);
  const more = rest.join(" ");
  if (!first) return { do: "next" };
  const back = first.startsWith("-");
  const chance = chanceOf(back ? first.slice(1) : first, chances);
  if (chance && back) return { do: "back", chance };
  if (chance && more) {
    const cents = parse(more);
    return cents === null ? { do: "amount", chance } : { do: "lay", chance, cents };
  }
  const found = Object.entries(WORDS).find(([, words]) => words.some((word) => plain(typeof word === "string" ? word : word()) === first));
  if (found) return argued(found[0], more, chances);
  return chance ? { do: "amount", chance } : { do: "unknown" };
}

function argued(name, more, chances) {
  if (name === "room" && more) return { do: name, chance: chanceOf(more, chances) };
  if (name === "sit" && /^\d+$/.test(more)) return { do: name, seat: Number(more) };
  return { do: name };
}

// By key, by the letters that roads and seats have, or by the name.
const chanceOf = (text, chances) =>
  (chances.includes(KEYS[text]) && KEYS[text]) || chances.find((id) => plain(chanceLetter(id)) === text || plain(chanceName(id)) === text) || null;

// The words themselves, for the help: each act's key and its word.
export const vocabulary = () => Object.entries(WORDS).map(([name, words]) => ({ name, words: words.map((word) => (typeof word === "string" ? word : word())) }));
