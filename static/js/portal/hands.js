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

// Whether the outcome of a bet on a hand is that of the round; other bets and ties, which houses pay differently, pass.
export const decided = (chance, outcome, winner) =>
  !["ponto", "banca", "empate"].includes(chance) || winner === "empate" ? chance !== "empate" || outcome === "win" : (outcome === "win") === (chance === winner);

// Whether a root is the one that was noted: whole, or its first digits as a receipt shows them; null where none was.
export function agrees(noted, root) {
  const digits = noted.toLowerCase().replace(/[^0-9a-z]/g, "");
  if (digits === "") return null;
  return digits.length >= 8 && root.startsWith(digits);
}
