// The rule that would refuse the slip being written, said before it is asked; and offers, which fill the slip and no more.

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

export const changeTo = (cents) => fill(gettext("Change to %(amount)s"), { amount: money(cents) });

function words({ chance, rule, most }, { minimum, apart }) {
  const facts = { chance: chanceName(chance), most: money(most), rule: `${ruleWords(rule)}${ruleMark(rule)}` };
  if (rule === "R14") return fill(gettext("%(chance)s: the minimum bet of this table is %(minimum)s (R14)."), { ...facts, minimum: money(minimum) });
  if (rule === "R13") return fill(gettext("On Ponto and Banca at the same time, your bets must differ by at least %(apart)s (R13): bet on one side only, or leave that difference between them."), { apart: money(apart) });
  if (rule === "FUNDS") return fill(gettext("Your balance, %(most)s, does not cover this bet."), facts);
  if (!chance) return fill(gettext("The limits that you set for yourself allow you to bet %(most)s more."), facts);
  if (most <= 0) return fill(gettext("%(chance)s: nothing more is accepted for now, %(rule)s."), facts);
  return fill(gettext("%(chance)s: only %(most)s more can be accepted, %(rule)s."), facts);
}
