// The acts of the table for ears, over what the page knows: each answers what to say, or nothing where the table answers.

import { adviceOn } from "./advice.js";
import { byId } from "./dom.js";
import { layWords } from "./ears.js";
import { money, signed } from "./money.js";
import { timeWords } from "./ring.js";
import { resultWords, totalsWords } from "./said.js";
import { closedWords } from "./sides.js";
import { trouble } from "./slip.js";
import { chanceName, fill, gettext } from "./texts.js";

const NOTHING = () => gettext("Nothing is waiting to be confirmed.");
const lastAsDeal = (round) => ({ winner: round.winner, ponto: { total: round.ponto }, banca: { total: round.banca } });

// `table`: what the page's script knows and does, by name.
export function typedActs(table) {
  const chances = () => (table.store.state?.rules ? table.store.state.rules.chances.map((each) => each.id) : []);
  const draft = () => (table.slip.empty ? NOTHING() : fill(gettext("%(lines)s to be confirmed."), { lines: totalsWords(table.slip.lines) }));
  const done = (act) => () => {
    act();
    return draft();
  };
  return {
    chances,
    lay: (command) => lay(table, command),
    back: ({ chance }) => {
      table.takeBack(chance);
      return fill(gettext("%(chance)s: taken back."), { chance: chanceName(chance) });
    },
    confirm: () => confirm(table),
    deal: () => (table.alone() ? void table.deal() : gettext("At this table the house deals.")),
    undo: done(() => table.acts().undo()),
    clear: done(() => table.acts().clear()),
    double: done(() => table.acts().double()),
    repeat: done(table.rebet),
    now: () => [byId("call").textContent, timeWords(table.store.state.round, table.clock.now()), table.slip.empty ? "" : draft()].filter(Boolean).join(" "),
    last: () => lastWords(table.shown()),
    room: ({ chance }) => roomWords(table.roomOf(), chance ? [chance] : chances()),
    balance: () => fill(gettext("Balance %(balance)s. This session %(result)s."), { balance: money(table.shown().balance ?? 0), result: signed(table.shown().session_result ?? 0) }),
    who: () => totalsWords(table.store.state.sums) || gettext("No player has bet yet."),
    sit: ({ seat }) => (table.seated() ? fill(gettext("You are in seat %(seat)s."), { seat: table.you().seat }) : void table.sit(seat ?? null)),
    away: () => void table.away(),
    leave: () => void table.leave(),
  };
}

function lay(table, { chance, cents }) {
  if (!table.seated()) return gettext("Sit down to bet: type “sit”.");
  if (!table.open()) return gettext("Betting is closed.");
  const closed = closedWords(chance, table.store.state.round);
  if (closed) return `${chanceName(chance)}: ${closed}.`;
  table.slip.add({ [chance]: cents });
  table.advise();
  table.draw();
  return table.advice() || layWords(chance, table.slip.lines[chance]);
}

function confirm(table) {
  if (table.slip.empty) return NOTHING();
  if (!table.open()) return gettext("Betting is closed.");
  const found = trouble(table.slip.lines, table.rulesView()) && adviceOn(table.slip.lines, table.rulesView());
  if (found) return found.text;
  table.confirm();
}

function lastWords({ last, latest }) {
  if (last) return resultWords(lastAsDeal(last), last);
  return latest ? resultWords(lastAsDeal(latest), null) : gettext("No results yet.");
}

const roomWords = (room, chances) =>
  chances.map((id) => fill(gettext("%(chance)s %(most)s"), { chance: chanceName(id), most: room[id]?.most == null ? gettext("no ceiling") : money(room[id].most) })).join(", ");
