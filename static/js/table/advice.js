// What stands in the way of the slip being written, said before it is asked; and offers, which fill the slip and no more.

import { money } from "./money.js";
import { offerFor, trouble } from "./slip.js";
import { chanceName, fill, gettext, ruleMark, ruleWords } from "./texts.js";

// Why this slip cannot be confirmed, or null: `text`, and in `offer` the slip that may be put in its place, if any.
// `view`: as `trouble` has it.
export function adviceOn(lines, view) {
  const found = trouble(lines, view);
  if (!found) return null;
  const offer = offerFor(lines, view);
  return { text: words(found, view), offer, act: offer && changeTo(offer[found.chance]) };
}

export const changeTo = (cents) => fill(gettext("Mudar para %(amount)s"), { amount: money(cents) });

function words({ chance, rule, most }, { minimum, apart }) {
  const facts = { chance: chanceName(chance), most: money(most), rule: `${ruleWords(rule)}${ruleMark(rule)}` };
  if (rule === "R14") return fill(gettext("%(chance)s: a aposta mínima desta mesa é %(minimum)s (R14)."), { ...facts, minimum: money(minimum) });
  if (rule === "R13") return fill(gettext("No Ponto e na Banca ao mesmo tempo, as apostas têm de diferir, pelo menos, %(apart)s (R13): aposte só num dos lados, ou deixe entre eles essa diferença."), { apart: money(apart) });
  if (rule === "FUNDS") return fill(gettext("O seu saldo, %(most)s, não chega para esta aposta."), facts);
  if (!chance) return fill(gettext("Os limites que definiu para si deixam apostar mais %(most)s."), facts);
  if (most <= 0) return fill(gettext("%(chance)s: de momento não se aceita mais nada, %(rule)s."), facts);
  return fill(gettext("%(chance)s: só se aceitam mais %(most)s, %(rule)s."), facts);
}
