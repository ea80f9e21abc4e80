// How often a round ends in each way, exactly: of all orders of six cards off whole decks, how many lead to each end.

import { Malformed } from "./findings.js";
import { BANCA_DRAWS_ON, Played } from "./game.js";
import { isWhole } from "./values.js";

const DECKS_MOST = 64;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const KINDS = [0, 1, 2]; // no pair, a pair of a rank, the same card twice

/** Whether it is a number of decks. */
export const isDecks = (number) => isWhole(number, 1) && number <= DECKS_MOST;

// In how many orders two of the things can come.
const twoOf = (things) => things * (things - 1n);
const cardsOf = (decks) => DIGITS.map((value) => (value ? 4n : 16n) * decks);
const ranksOf = (value) => (value ? 1n : 4n);

// The orders of two cards of one value that are of that kind.
function twos(decks, value, kind) {
  const ranks = ranksOf(value);
  const perfect = 4n * ranks * twoOf(decks);
  const alike = ranks * twoOf(4n * decks);
  return [twoOf(4n * ranks * decks) - alike, alike - perfect, perfect][kind];
}

// The orders of two and two cards out of one value: each two of one value, rank, or card at least.
function atLeast(decks, ranks, one, other) {
  const sizes = [4n * ranks * decks, 4n * decks, decks];
  const groups = [1n, ranks, 4n * ranks];
  const [small, large] = [Math.max(one, other), Math.min(one, other)];
  const [few, many] = [twoOf(sizes[small]), sizes[large]];
  return groups[small] * few * (twoOf(many - 2n) + (groups[large] - 1n) * twoOf(many));
}

// The orders of two cards of a value and then two of a value, by both kinds; told apart by differences.
function both(decks, [first, second], one, other) {
  if (first !== second) return twos(decks, first, one) * twos(decks, second, other);
  let found = 0n;
  for (const up of KINDS.slice(one, one + 2)) {
    for (const across of KINDS.slice(other, other + 2)) {
      const sign = (up - one + across - other) % 2 ? -1n : 1n;
      found += sign * atLeast(decks, ranksOf(first), up, across);
    }
  }
  return found;
}

// The orders of four cards of these values, each side's folded (3 and 7 are 7 and 3), told apart by the kinds.
function byKinds(decks, [a, b, c, d]) {
  if (a === b && c === d) return KINDS.flatMap((one) => KINDS.map((other) => [[one, other], both(decks, [a, c], one, other)]));
  const left = cardsOf(decks);
  let weight = (a === b ? 1n : 2n) * (c === d ? 1n : 2n);
  for (const value of [a, b, c, d]) {
    weight *= left[value];
    left[value] -= 1n;
  }
  if (a !== b && c !== d) return [[[0, 0], weight]];
  // One side has two cards of one value; the other has as many choices for any such two.
  const like = a === b ? a : c;
  const plain = twoOf(cardsOf(decks)[like]);
  return KINDS.map((kind) => [a === b ? [kind, 0] : [0, kind], plain ? (weight * twos(decks, like, kind)) / plain : 0n]);
}

// What four cards of these values lead to: the orders of the two cards that are left, by the end. `add` is told.
function finish(decks, [a, b, c, d], add) {
  const left = cardsOf(decks);
  for (const value of [a, b, c, d]) left[value] -= 1n;
  const cards = left.reduce((sum, each) => sum + each, 0n);
  const [ponto, banca] = [(a + b) % 10, (c + d) % 10];
  if (Math.max(ponto, banca) >= 8 || Math.min(ponto, banca) > 5) add([ponto, banca, 2, 2], twoOf(cards));
  else if (ponto > 5) for (const third of DIGITS) add([ponto, (banca + third) % 10, 2, 3], left[third] * (cards - 1n));
  else for (const third of DIGITS) thirdCard({ ponto: (ponto + third) % 10, banca, third, left, cards }, add);
}

function thirdCard({ ponto, banca, third, left, cards }, add) {
  if (!BANCA_DRAWS_ON[banca].includes(String(third))) {
    add([ponto, banca, 3, 2], left[third] * (cards - 1n));
    return;
  }
  for (const last of DIGITS) add([ponto, (banca + last) % 10, 3, 3], left[third] * (left[last] - (last === third ? 1n : 0n)));
}

function counted(decks) {
  const found = new Map();
  for (const a of DIGITS) for (const b of DIGITS.slice(a)) for (const c of DIGITS) for (const d of DIGITS.slice(c)) countFour(decks, [a, b, c, d], found);
  return [...found.values()].filter(({ count }) => count > 0n);
}

function countFour(decks, cells, found) {
  const kinds = byKinds(decks, cells).filter(([, weight]) => weight > 0n);
  if (!kinds.length) return;
  finish(decks, cells, (end, orders) => {
    for (const [pairs, weight] of kinds) {
      const name = [...end, ...pairs].join();
      const known = found.get(name);
      if (known) known.count += weight * orders;
      else found.set(name, { played: endOf(end, pairs), count: weight * orders });
    }
  });
}

const HANDS = [["AS", "2S"], ["AS", "AH"], ["AS", "AS"]];

// A round that ended so, with cards that stand for its pairs.
function endOf([ponto, banca, ofPonto, ofBanca], pairs) {
  const hand = (kind, count) => [...HANDS[kind], ...Array(count - 2).fill("AS")];
  return new Played(ofPonto + ofBanca, hand(pairs[0], ofPonto), hand(pairs[1], ofBanca), [ponto, banca]);
}

const KNOWN = new Map();

/** The ends of a round off whole decks, each a `played` and its `count` of orders. Throws `Malformed`. */
export function endsOf(decks) {
  if (!isDecks(decks)) throw new Malformed("the number of decks");
  if (!KNOWN.has(decks)) KNOWN.set(decks, counted(BigInt(decks)));
  return KNOWN.get(decks);
}
