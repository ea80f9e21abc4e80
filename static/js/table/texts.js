// The table's words. `gettext` and `interpolate` come from the server's catalogue (/texts.js), in the user's language.

const { gettext } = window;
export const fill = (text, values) => window.interpolate(text, values, true);
export const plural = (one, many, count) => fill(window.ngettext(one, many, count), { count });

export const chanceName = (id) =>
  ({
    ponto: gettext("Ponto"),
    banca: gettext("Banca"),
    "banca-no-commission": gettext("Banca sem comissão"),
    empate: gettext("Empate"),
    "par-ponto": gettext("Par ponto"),
    "par-banca": gettext("Par banca"),
    "qualquer-par": gettext("Qualquer par"),
    "par-perfeito": gettext("Par perfeito"),
    "natural-ponto": gettext("Natural ponto"),
    "natural-banca": gettext("Natural banca"),
    "bonus-ponto": gettext("Bónus ponto"),
    "bonus-banca": gettext("Bónus banca"),
    "lucky-six": gettext("Lucky six"),
    "lucky-six-2": gettext("Lucky six, 2 cartas"),
    "lucky-six-3": gettext("Lucky six, 3 cartas"),
  })[id] ?? id;

// The letter that stands for a chance where there is little room; never colour alone.
export const chanceLetter = (id) =>
  ({
    ponto: "P",
    banca: "B",
    "banca-no-commission": "BS",
    empate: "E",
    "par-ponto": "PP",
    "par-banca": "PB",
    "qualquer-par": "QP",
    "par-perfeito": "PF",
    "natural-ponto": "NP",
    "natural-banca": "NB",
    "bonus-ponto": "BP",
    "bonus-banca": "BB",
    "lucky-six": "L6",
    "lucky-six-2": "L6·2",
    "lucky-six-3": "L6·3",
  })[id] ?? id;

export const commissionNote = (mode) =>
  ({
    none: gettext("sem comissão"),
    "5-percent": gettext("menos 5 %"),
    "half-on-5": gettext("com 5, metade"),
    "half-on-6": gettext("com 6, metade"),
    "half-on-5-and-6": gettext("com 5 ou 6, metade"),
  })[mode] ?? "";

export const ruleWords = (rule) =>
  ({
    R13: gettext("a diferença para o outro lado tem de chegar ao mínimo"),
    R14: gettext("nada, ou pelo menos o mínimo"),
    R15: gettext("máximo por jogador"),
    cap: gettext("máximo da casa"),
    R43a: gettext("equilíbrio entre Ponto e Banca"),
    R43b: gettext("10 % do prémio máximo"),
    R43c: gettext("8 % do prémio máximo"),
    FUNDS: gettext("o seu saldo"),
    "PT-22": gettext("o seu próprio limite"),
    offered: gettext("não disponível nesta jogada"),
  })[rule] ?? rule ?? "";

// The law's number of a rule, to be looked up. The house's own marks, such as PT-22, say nothing to a player.
export const ruleMark = (rule) => (/^R\d/.test(rule ?? "") ? ` (${rule})` : "");

const RANKS = {
  A: () => gettext("Ás"),
  J: () => gettext("Valete"),
  Q: () => gettext("Dama"),
  K: () => gettext("Rei"),
  T: () => "10",
};
const SUITS = {
  S: () => gettext("espadas"),
  H: () => gettext("copas"),
  D: () => gettext("ouros"),
  C: () => gettext("paus"),
};

export const cardName = (code) => 
  fill(gettext("%(rank)s de %(suit)s"), { rank: RANKS[code[0]]?.() ?? code[0], suit: SUITS[code[1]]() });

export const winnerWords = (winner) =>
  ({ ponto: gettext("Ganha o Ponto"), banca: gettext("Ganha a Banca"), empate: gettext("Empate") })[winner] ?? "";

export { gettext };
