// The table's words. `gettext` and `interpolate` come from the server's catalogue (/static/texts/), in the user's language.

const { gettext } = window;
export const fill = (text, values) => window.interpolate(text, values, true);
export const plural = (one, many, count) => fill(window.ngettext(one, many, count), { count });

// Name and letters of each bet, from the page, which has them from tables/labels.py.
const CHANCES = JSON.parse(document.getElementById("main").dataset.chances);

export const chanceName = (id) => CHANCES[id]?.name ?? id;

// The letters that stand for a chance where there is little room; never colour alone.
export const chanceLetter = (id) => CHANCES[id]?.letters ?? id;

export const commissionNote = (mode) =>
  ({
    none: gettext("no commission"),
    "5-percent": gettext("less 5%"),
    "half-on-5": gettext("half on a 5"),
    "half-on-6": gettext("half on a 6"),
    "half-on-5-and-6": gettext("half on a 5 or 6"),
  })[mode] ?? "";

export const ruleWords = (rule) =>
  ({
    R13: gettext("must differ from the other side by at least the minimum"),
    R14: gettext("nothing, or at least the minimum"),
    R15: gettext("maximum per player"),
    cap: gettext("house maximum"),
    R43a: gettext("balance between Ponto and Banca"),
    R43b: gettext("10% of the maximum prize"),
    R43c: gettext("8% of the maximum prize"),
    FUNDS: gettext("your balance"),
    "PT-22": gettext("your own limit"),
    offered: gettext("not offered in this round"),
  })[rule] ?? rule ?? "";

// The law's number of a rule, to be looked up. The house's own marks, such as PT-22, say nothing to a player.
export const ruleMark = (rule) => (/^R\d/.test(rule ?? "") ? ` (${rule})` : "");

const RANKS = {
  A: () => gettext("Ace"),
  J: () => gettext("Jack"),
  Q: () => gettext("Queen"),
  K: () => gettext("King"),
  T: () => "10",
};
const SUITS = {
  S: () => gettext("spades"),
  H: () => gettext("hearts"),
  D: () => gettext("diamonds"),
  C: () => gettext("clubs"),
};

export const cardName = (code) => 
  fill(gettext("%(rank)s of %(suit)s"), { rank: RANKS[code[0]]?.() ?? code[0], suit: SUITS[code[1]]() });

export const winnerWords = (winner) =>
  ({ ponto: gettext("Ponto wins"), banca: gettext("Banca wins"), empate: gettext("Tie") })[winner] ?? "";

export { gettext };
