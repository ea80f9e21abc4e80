// The sentences of the verifier's page: why a hand drew, what is wrong with a proof, how the noted root compares.

import { cardName, fill, gettext } from "../table/texts.js";

export function reasons({ first, second, natural, third, pontoDraws, bancaDraws }) {
  if (natural) return [naturals(first, second), gettext("Neither hand draws.")];
  const told = { total: second, third };
  const ponto = fill(pontoDraws ? gettext("Ponto has %(total)s and draws.") : gettext("Ponto stands on %(total)s."), { total: first });
  if (third === null) return [ponto, fill(bancaDraws ? gettext("Banca has %(total)s and draws.") : gettext("Banca stands on %(total)s."), told)];
  return [ponto, fill(bancaDraws ? gettext("Banca has %(total)s and draws on Ponto’s %(third)s.") : gettext("Banca has %(total)s and stands on Ponto’s %(third)s."), told)];
}

function naturals(ponto, banca) {
  if (Math.min(ponto, banca) >= 8) return fill(gettext("Ponto has a natural %(ponto)s and Banca a natural %(banca)s."), { ponto, banca });
  if (ponto >= 8) return fill(gettext("Ponto has a natural %(total)s."), { total: ponto });
  return fill(gettext("Banca has a natural %(total)s."), { total: banca });
}

// A fault as the verifier names it: the card first, where it is one's.
export function faultWords(fault, texts) {
  const { card, index } = fault.about;
  const what = fault.fault === "unproven" ? gettext("it does not lead to the fingerprint") : (texts[fault.fault] ?? fault.fault);
  if (index === undefined) return fill(gettext("%(field)s: %(fault)s."), { field: fault.field, fault: what });
  const named = /^[A23456789TJQK][SHDC]$/.test(card ?? "") ? cardName(card) : "?";
  return fill(gettext("%(card)s, place %(place)s: %(fault)s."), { card: capital(named), place: index, fault: what });
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const notedWords = (agreed) =>
  ({
    true: gettext("They agree: it is the fingerprint you noted."),
    false: gettext("They do not agree: this is not the fingerprint you noted."),
  })[agreed] ?? gettext("Put in the fingerprint that you noted before the first card; its first eight digits are enough.");
