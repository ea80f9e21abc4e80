// What the drawing rules make of cards in the order in which a shoe gives them: P B P B, then the third cards. Pure.

const value = (card) => "A23456789".indexOf(card[0]) + 1; // tens and court cards count 0
const total = (cards) => cards.reduce((sum, card) => sum + value(card), 0) % 10;

// Banca's total in two cards → the values of Ponto's third card on which Banca draws.
const BANCA_DRAWS_ON = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""];

// Both hands, why each drew or stood, and who wins; null where the cards end before the round does.
export function laid(cards) {
  const [ponto, banca, rest] = [[cards[0], cards[2]], [cards[1], cards[3]], cards.slice(4)];
  if (cards.length < 4) return null;
  const [first, second] = [total(ponto), total(banca)];
  const natural = Math.max(first, second) >= 8;
  const pontoDraws = !natural && first <= 5;
  if (pontoDraws) ponto.push(...rest.splice(0, 1));
  const third = pontoDraws && ponto[2] ? value(ponto[2]) : null;
  const bancaDraws = !natural && (third === null ? second <= 5 : BANCA_DRAWS_ON[second].includes(third));
  if (bancaDraws) banca.push(...rest.splice(0, 1));
  if (cards.length < 4 + pontoDraws + bancaDraws) return null;
  const [p, b] = [total(ponto), total(banca)];
  const winner = p > b ? "ponto" : b > p ? "banca" : "empate";
  return { ponto, banca, first, second, natural, third, pontoDraws, bancaDraws, totals: { ponto: p, banca: b }, winner, left: rest.length };
}

// Whether a settled bet came to what it says: {stake, outcome, commission, returned, pays}, cents and «11 : 1 / 25 : 1».
// A broken cent of a payout counts as a whole one.
export function paid({ stake, outcome, commission, returned, pays }) {
  if (outcome === "lose") return returned === 0;
  if (outcome === "push") return returned === stake;
  return pays.split("/").some((ratio) => {
    const [prize, unit] = ratio.split(":").map(Number);
    return returned === stake + Math.ceil((stake * prize) / unit) - commission;
  });
}

const twins = ([first, second]) => first[0] === second[0];
const same = ([first, second]) => first === second;
const natural = (hands, side) => hands[side].length === 2 && hands.totals[side] >= 8;
const side = (name) => ({ winner }) => (winner === "empate" ? null : winner === name);
const six = (hands, count) => hands.winner === "banca" && hands.totals.banca === 6 && (!count || hands.banca.length === count);

// Chance → whether it won; null where the house's own table of prizes has a word to say: a side's tie, a bonus.
const WON = {
  ponto: side("ponto"),
  banca: side("banca"),
  "banca-no-commission": side("banca"),
  empate: ({ winner }) => winner === "empate",
  "par-ponto": ({ ponto }) => twins(ponto),
  "par-banca": ({ banca }) => twins(banca),
  "qualquer-par": ({ ponto, banca }) => twins(ponto) || twins(banca),
  "par-perfeito": ({ ponto, banca }) => same(ponto) || same(banca),
  "natural-ponto": (hands) => natural(hands, "ponto"),
  "natural-banca": (hands) => natural(hands, "banca"),
  "bonus-ponto": ({ winner }) => (winner === "banca" ? false : null),
  "bonus-banca": ({ winner }) => (winner === "ponto" ? false : null),
  "lucky-six": (hands) => six(hands),
  "lucky-six-2": (hands) => six(hands, 2),
  "lucky-six-3": (hands) => six(hands, 3),
};

// Whether the outcome that a bet had can be that of the round: {ponto, banca, totals, winner}, as `laid` gives it.
export function decided(chance, outcome, hands) {
  const won = WON[chance]?.(hands) ?? null;
  return won === null || won === (outcome === "win");
}

// Whether a root is the one that was noted: whole, or its first digits as a receipt shows them; null where none was.
export function agrees(noted, root) {
  const digits = noted.toLowerCase().replace(/[^0-9a-z]/g, "");
  if (digits === "") return null;
  return digits.length >= 8 && root.startsWith(digits);
}
