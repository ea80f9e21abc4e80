// The factors that a round gives each alternative of the drift court (docs/drift.md), to the last bit.

import { Malformed } from "./findings.js";
import { elements, entry, modeOf, paid, play, price, RANKS } from "./game.js";
import { endsOf } from "./ends.js";

const MILLION = 1_000_000n;
const OUTCOME_SIZES = [[1_010_050n, 990_050n], [1_020_201n, 980_199n], [1_040_811n, 960_789n], [1_083_287n, 923_116n], [1_173_511n, 852_144n], [1_377_128n, 726_149n]];
const CARD_SIZES = [1.020201, 0.980199, 1.083287, 0.923116, 1.349859, 0.740818];
const MONEY_SHARES = [0.015, 0.03, 0.06, 0.12, 0.25, 0.5].flatMap((size) => [size, -size]);
const SIDES = ["ponto", "banca", "empate"];
const CARD_WEIGHTS = Array.from(RANKS, (_, rank) => CARD_SIZES.map((weight) => ({ rank, weight }))).flat();
const EVENT_SIZES = OUTCOME_SIZES.flat();
// Streams of outcomes that come or do not -> the bet that wins then.
const EVENTS = { "par-ponto": "par-ponto", "par-banca": "par-banca", "par-perfeito": "par-perfeito", "banca-6": "lucky-six" };
const BY_SIX = ["lucky-six", "lucky-six-2", "lucky-six-3"];
const SIX_APART = ["half-on-6", "half-on-5-and-6"];
/** Stream -> how many alternatives it has. */
export const SIZES = { outcomes: 4 * OUTCOME_SIZES.length, cards: CARD_WEIGHTS.length, money: MONEY_SHARES.length };
for (const stream of Object.keys(EVENTS)) SIZES[stream] = EVENT_SIZES.length;
// The factor of a card of which none is left in the shoe.
const IMPOSSIBLE = 1e12;
const BITS_KEPT = 66;

const sizeOf = (number) => number.toString(2).length;

/** The float nearest to a quotient of two whole numbers, the second above 0. */
export function quotient(above, below) {
  if (!above) return 0;
  const number = above < 0n ? -above : above;
  const power = BITS_KEPT - (sizeOf(number) - sizeOf(below));
  const [top, bottom] = power > 0 ? [number << BigInt(power), below] : [number, below << BigInt(-power)];
  const part = (top / bottom) | (top % bottom ? 1n : 0n); // so that the remainder is told from a half
  return (above < 0n ? -1 : 1) * Number(part) * 2 ** -power;
}

/** The place of a card's rank, ace to king. Throws `Malformed` for what is no card. */
export function rankOf(card) {
  const rank = typeof card === "string" && Array.from(card).length === 2 ? RANKS.indexOf(card[0]) : -1;
  if (rank < 0) throw new Malformed("a card is none");
  return rank;
}

/** Take cards of these ranks from what is left, as far as there are any. */
export function take(left, ranks) {
  for (const rank of ranks) left[rank] = Math.max(0, left[rank] - 1);
}

const weightsOf = ([up, down]) => [
  { banca: up, ponto: down, empate: MILLION },
  { ponto: up, banca: down, empate: MILLION },
  { ponto: MILLION, banca: MILLION, empate: up },
  { ponto: MILLION, banca: MILLION, empate: down },
];

function outcomeFactors(ends) {
  const won = { ponto: 0n, banca: 0n, empate: 0n };
  for (const { played, count } of ends) won[played.winner] += count;
  const total = won.ponto + won.banca + won.empate;
  const found = { ponto: [], banca: [], empate: [] };
  for (const weights of OUTCOME_SIZES.flatMap(weightsOf)) {
    const whole = SIDES.reduce((sum, side) => sum + won[side] * weights[side], 0n);
    for (const side of SIDES) found[side].push(quotient(weights[side] * total, whole));
  }
  return found;
}

/** Whether a stream is one of an outcome that comes or does not. Days of a house's first years have none. */
export const isEvent = (stream) => Object.hasOwn(EVENTS, stream);

// By whether it came, 0 or 1.
function eventFactors(ends, chance) {
  let [came, total] = [0n, 0n];
  for (const { played, count } of ends) {
    total += count;
    if (played.event(chance) !== null) came += count;
  }
  const wholes = EVENT_SIZES.map((weight) => ({ weight, whole: total * MILLION + came * (weight - MILLION) }));
  return [wholes.map(({ whole }) => quotient(total * MILLION, whole)), wholes.map(({ weight, whole }) => quotient(total * weight, whole))];
}

/** Whether a bet of these rules goes by banca's win with 6, as by none of its other wins. */
export function paysBySix(ruleset) {
  return elements(entry(ruleset, "offers")).some((offer) => {
    const chance = entry(offer, "chance");
    const mode = modeOf(ruleset, offer, chance);
    if (typeof chance !== "string" || typeof mode !== "string") throw new Malformed("a chance");
    return BY_SIX.includes(chance) || SIX_APART.includes(mode);
  });
}

// All orders of six cards, and the ends of a round that pay differently: each chance's price, and its orders.
function pricesOf(ruleset) {
  const chances = elements(entry(ruleset, "offers")).map((offer) => entry(offer, "chance"));
  if (!chances.every((each) => typeof each === "string")) throw new Malformed("a chance");
  const found = new Map();
  let total = 0n;
  for (const { played, count } of endsOf(entry(ruleset, "decks"))) {
    const prices = chances.map((chance) => price(ruleset, chance, played));
    const name = prices.map(String).join(";");
    if (!found.has(name)) found.set(name, { prices: new Map(chances.map((chance, at) => [chance, prices[at]])), count: 0n });
    found.get(name).count += count;
    total += count;
  }
  return { total, ends: [...found.values()] };
}

// Equal bets pay alike: chance and stake, and how often.
function laidOf(bets) {
  const laid = new Map();
  for (const { chance, stake } of bets) {
    const name = `${chance} ${stake}`;
    if (!laid.has(name)) laid.set(name, { chance, stake: BigInt(stake), times: 0n });
    laid.get(name).times += 1n;
  }
  return [...laid.values()];
}

function wonAt(prices, laid) {
  let won = 0n;
  for (const { chance, stake, times } of laid) {
    if (!prices.has(chance)) throw new Malformed("a chance");
    won += times * (stake - paid(prices.get(chance), stake)[3]);
  }
  return won;
}

/** Factors, kept for decks and rules that come again. */
export class Factors {
  constructor() {
    Object.assign(this, { byWinner: new Map(), byEvent: new Map(), prices: new Map() });
  }

  /** By the winner, off whole decks. */
  outcomes(decks, winner) {
    if (!this.byWinner.has(decks)) this.byWinner.set(decks, outcomeFactors(endsOf(decks)));
    if (!SIDES.includes(winner)) throw new Malformed("the winner");
    return this.byWinner.get(decks)[winner];
  }

  /** By whether each outcome that is judged under these rules came, off whole decks. */
  events(ruleset, decks, cards) {
    const played = play(cards);
    const judged = Object.keys(EVENTS).filter((stream) => stream !== "banca-6" || paysBySix(ruleset));
    return Object.fromEntries(judged.map((stream) => [stream, this.event(decks, EVENTS[stream])[played.event(EVENTS[stream]) === null ? 0 : 1]]));
  }

  event(decks, chance) {
    const name = `${decks} ${chance}`;
    if (!this.byEvent.has(name)) this.byEvent.set(name, eventFactors(endsOf(decks), chance));
    return this.byEvent.get(name);
  }

  /** By each card's rank and what is left in the shoe; the cards are taken from `left`. */
  cards(left, cards) {
    const ranks = cards.map(rankOf);
    const now = [...left];
    let product = CARD_WEIGHTS.map(() => 1);
    for (const rank of ranks) {
      if (now[rank] < 1) {
        take(left, ranks);
        return CARD_WEIGHTS.map(() => IMPOSSIBLE);
      }
      product = afterCard(product, now, rank);
      now[rank] -= 1;
    }
    left.splice(0, left.length, ...now);
    return product;
  }

  /** By where the house's result lies between the ends that these stakes have. */
  money(digest, ruleset, bets) {
    if (!this.prices.has(digest)) this.prices.set(digest, pricesOf(ruleset));
    const { total, ends } = this.prices.get(digest);
    const laid = laidOf(bets);
    const results = ends.map(({ prices, count }) => ({ won: wonAt(prices, laid), count }));
    // All of it times the orders of six cards, so that the average is whole.
    const mean = results.reduce((sum, { won, count }) => sum + won * count, 0n);
    const far = results.map(({ won }) => won * total - mean);
    const reach = far.reduce((most, each) => (each < 0n ? -each : each) > most ? (each < 0n ? -each : each) : most, 0n);
    const result = bets.reduce((sum, bet) => sum + BigInt(bet.stake) - BigInt(bet.returned), 0n) * total - mean;
    const place = reach ? Math.max(-1, Math.min(1, quotient(result, reach))) : 0;
    return MONEY_SHARES.map((share) => 1 + share * place);
  }
}

function afterCard(product, left, rank) {
  const size = left.reduce((sum, each) => sum + each, 0);
  return CARD_WEIGHTS.map(({ rank: tilted, weight }, at) => {
    const whole = size + left[tilted] * (weight - 1);
    return product[at] * (tilted === rank ? (weight * size) / whole : size / whole);
  });
}
