// The table for ears: one line to type, one list of what was said, every card called in its order, at one's own pace.

import { commandOf, vocabulary } from "./commands.js";
import { byId, el } from "./dom.js";
import { money } from "./money.js";
import { onOption, options, setOption } from "./options.js";
import { cardName, chanceName, fill, gettext } from "./texts.js";

const KEPT = 60;
const waiting = []; // what is still to be said, where the listener takes one line at a time
const called = new Set(); // the cards of the round that were called

// `acts`: what a line may do; each answers what to say, or nothing.
export function bindEars(acts) {
  byId("ears-switch").addEventListener("click", () => setOption("ears", !options.ears));
  byId("ears-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = byId("ears-line").value;
    byId("ears-line").value = "";
    run(line, acts);
  });
  onOption((name) => name === "ears" && show(true));
  show(false);
}

function show(chosen) {
  byId("ears").hidden = !options.ears;
  document.documentElement.toggleAttribute("data-ears", options.ears);
  byId("ears-switch").setAttribute("aria-pressed", String(options.ears));
  if (chosen && options.ears) byId("ears-line").focus();
}

function run(line, acts) {
  if (line.trim()) put(line, "asked");
  const command = commandOf(line, acts.chances());
  if (command.do === "next") return next();
  if (command.do === "pace") {
    setOption("ownPace", !options.ownPace);
    return put(options.ownPace ? gettext("At your own pace: press Enter for the next line.") : gettext("Everything is said as it happens."));
  }
  if (command.do === "help") return put(helpWords());
  if (command.do === "unknown") return put(gettext("That is no command here. Type “help” to hear them all."));
  if (command.do === "amount") return put(fill(gettext("%(chance)s: type the amount after it, such as “p 50”."), { chance: chanceName(command.chance) }));
  const said = acts[command.do]?.(command);
  if (said) put(said);
}

const helpWords = () => vocabulary().map(({ words }) => [...new Set(words)].join(" / ")).join("; ");

// Says a line of the table's own: at once, or when the listener asks for it.
export function tellEars(text) {
  if (!options.ears || !text) return;
  if (options.ownPace) waiting.push(text);
  else put(text);
  count();
}

function next() {
  const text = waiting.shift();
  put(text ?? gettext("Nothing new."));
  count();
}

function count() {
  byId("ears-waiting").textContent = waiting.length ? fill(gettext("%(count)s still to be heard"), { count: waiting.length }) : "";
}

function put(text, kind = "said") {
  const list = byId("ears-log");
  list.append(el("p", { class: `ears__${kind}` }, text));
  while (list.children.length > KEPT) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
}

// A new round: unheard words of the old one are of no use any more but for its result, which the list keeps.
export function newRoundForEars() {
  called.clear();
}

// Calls each card as it is turned; one who comes late hears them in the order in which they were.
export function callCards(scene) {
  if (!options.ears || !scene) return;
  const cards = ["ponto", "banca"].flatMap((side) => scene[side].cards.map((card, place) => ({ ...card, side, name: `${side}${place}` })));
  const turned = cards.filter((card) => card.turned !== null).sort((one, other) => one.turned - other.turned);
  for (const { side, code, name } of turned) {
    if (called.has(name)) continue;
    called.add(name);
    tellEars(fill(gettext("%(side)s: %(card)s."), { side: chanceName(side), card: cardName(code) }));
  }
}

// The headroom of a chance, and the amount that a line staked.
export const layWords = (chance, cents) => fill(gettext("%(chance)s: %(amount)s to confirm. Type “ok”."), { chance: chanceName(chance), amount: money(cents) });
