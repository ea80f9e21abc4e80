// The game, as data: who draws, what wins, what is kept. A test holds these tables to verify_days.py's.

import { Malformed } from "./findings.js";
import { isObject } from "./values.js";

export const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
/** Ponto's totals on which it draws; banca's too, when ponto took no third card. */
export const PONTO_DRAWS = [0, 1, 2, 3, 4, 5];
/** Banca's total in two cards -> the values of ponto's third card on which it draws (Regulation 812/2015). */
export const BANCA_DRAWS_ON = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""];
/** Commission -> the total that banca wins with -> the part of the prize that the house keeps. */
export const KEPT = {
  none: {},
  "5-percent": { 1: [1, 20], 2: [1, 20], 3: [1, 20], 4: [1, 20], 5: [1, 20], 6: [1, 20], 7: [1, 20], 8: [1, 20], 9: [1, 20] },
  "half-on-5": { 5: [1, 2] },
  "half-on-6": { 6: [1, 2] },
  "half-on-5-and-6": { 5: [1, 2], 6: [1, 2] },
};

const points = (card) => Math.min(RANKS.indexOf(card[0]) + 1, 10) % 10;
/** What a hand's cards come to. */
export const total = (cards) => cards.reduce((sum, card) => sum + points(card), 0) % 10;
/** Whether a text is a card. */
export const isCard = (card) => typeof card === "string" && card.length === 2 && RANKS.includes(card[0]) && SUITS.includes(card[1]);

// 0: no pair, 1: of a rank, 2: the same card twice.
const pair = ([one, other]) => (one === other ? 2 : Number(one[0] === other[0]));

/** A round as its cards decide it. */
export class Played {
  constructor(count, ponto, banca, totals = [total(ponto), total(banca)]) {
    this.count = count; // how many cards it takes
    this.cards = { ponto, banca };
    [this.ponto, this.banca] = totals;
    this.winner = this.ponto === this.banca ? "empate" : this.ponto > this.banca ? "ponto" : "banca";
  }

  /** What the round is for a bet on that chance; null for a loss. Throws `Malformed` for an unknown one. */
  event(chance) {
    const simple = this.simple();
    if (Object.hasOwn(simple, chance)) return simple[chance] ? "win" : null;
    if (["ponto", "banca", "banca-no-commission"].includes(chance)) {
      if (this.winner === "empate") return "tie";
      return this.winner === (chance === "ponto" ? "ponto" : "banca") ? "win" : null;
    }
    if (chance === "bonus-ponto" || chance === "bonus-banca") return this.bonus(chance.slice(6), simple);
    if (chance !== "lucky-six") throw new Malformed(chance);
    if (!this.six) return null;
    return this.cards.banca.length === 2 ? "two-cards" : "three-cards";
  }

  get six() {
    return this.winner === "banca" && this.banca === 6;
  }

  simple() {
    const { ponto, banca } = this.cards;
    const [one, other] = [pair(ponto), pair(banca)];
    return {
      empate: this.winner === "empate",
      "par-ponto": one > 0,
      "par-banca": other > 0,
      "qualquer-par": Math.max(one, other) > 0,
      "par-perfeito": Math.max(one, other) > 1,
      "natural-ponto": ponto.length === 2 && this.ponto > 7,
      "natural-banca": banca.length === 2 && this.banca > 7,
      "lucky-six-2": this.six && banca.length === 2,
      "lucky-six-3": this.six && banca.length === 3,
    };
  }

  bonus(side, simple) {
    if (this.winner === "empate") return simple["natural-ponto"] ? "natural-tie" : null;
    if (this.winner !== side) return null;
    return simple[`natural-${side}`] ? "natural-win" : `by-${Math.abs(this.ponto - this.banca)}`;
  }
}

/** Play a round off the front of these cards. Throws `Malformed` if there are too few or one is none. */
export function play(cards) {
  if (!cards.every(isCard)) throw new Malformed("a card is none");
  if (cards.length < 4) throw new Malformed("there are too few cards");
  const [ponto, banca] = [[cards[0], cards[2]], [cards[1], cards[3]]];
  const [first, second] = [total(ponto), total(banca)];
  let taken = 4;
  if (Math.max(first, second) < 8) {
    let drawn = null;
    if (PONTO_DRAWS.includes(first)) {
      ponto.push(...cards.slice(4, 5));
      drawn = String(total(ponto.slice(2)));
      taken += 1;
    }
    if (drawn === null ? PONTO_DRAWS.includes(second) : BANCA_DRAWS_ON[second].includes(drawn)) {
      banca.push(...cards.slice(taken, taken + 1));
      taken += 1;
    }
  }
  if (taken > cards.length) throw new Malformed("there are too few cards");
  return new Played(taken, ponto, banca);
}

/** An entry of what a rule set says. Throws `Malformed` where it is not there. */
export function entry(record, name) {
  if (!isObject(record) || !Object.hasOwn(record, name)) throw new Malformed(name);
  return record[name];
}

/** The elements of a list. Throws `Malformed` for what is none. */
export function elements(value) {
  if (Array.isArray(value)) return value;
  if (value === "" || (isObject(value) && !Object.keys(value).length)) return [];
  throw new Malformed("no list");
}

const NUMBER = /^\s*[+-]?[0-9]+(?:_[0-9]+)*\s*$/;

function parted(ratio) {
  const parts = typeof ratio === "string" ? ratio.split(":") : [];
  if (parts.length !== 2 || !parts.every((each) => NUMBER.test(each))) throw new Malformed("ratio");
  return parts.map((each) => BigInt(each.trim().replace(/_/g, "").replace("+", "")));
}

function divided(number, by) {
  if (by === 0n) throw new Malformed("ratio");
  const part = number / by;
  return number % by !== 0n && number < 0n !== by < 0n ? part - 1n : part;
}

const isNothing = (value) => !value || (Array.isArray(value) ? !value.length : isObject(value) && !Object.keys(value).length);

/** The commission on a bet: its own, or on banca the rules'. */
export function modeOf(ruleset, offer, chance) {
  const mode = entry(offer, "commission");
  if (!isNothing(mode)) return mode;
  return chance === "banca" ? entry(ruleset, "commission") : "none";
}

function keptOf(ruleset, offer, chance, played, event) {
  const mode = modeOf(ruleset, offer, chance);
  if (typeof mode !== "string" || !Object.hasOwn(KEPT, mode)) throw new Malformed("commission");
  const [part, unit] = (event !== "tie" && KEPT[mode][played.banca]) || [0, 1];
  return [BigInt(part), BigInt(unit)];
}

/**
 * Outcome, prize, commission and what came back of a stake, all in cents. A prize with a broken cent is rounded up, a
 * commission down. Throws `Malformed` for a bet that the rules lack.
 */
export const settle = (ruleset, chance, stake, played) => paid(price(ruleset, chance, played), stake);

/**
 * What any stake on a chance comes to: it wins so many for so many staked, of which so many of so many parts are kept;
 * null: lost. Throws `Malformed` for a bet that the rules lack.
 */
export function price(ruleset, chance, played) {
  const offer = elements(entry(ruleset, "offers")).find((each) => entry(each, "chance") === chance);
  if (!offer) throw new Malformed(chance);
  const event = played.event(chance);
  const found = elements(entry(offer, "pays")).find((each) => entry(each, "event") === event);
  const ratio = found ? entry(found, "ratio") : null;
  if (ratio === null) return null;
  const [prize, unit] = parted(ratio);
  return prize === 0n ? [0n, 1n, 0n, 1n] : [prize, unit, ...keptOf(ruleset, offer, chance, played, event)];
}

/** Outcome, prize, commission and what came back of a stake at that price. */
export function paid(at, stake) {
  if (at === null) return ["lose", 0n, 0n, 0n];
  const [prize, unit, part, parts] = at;
  const laid = BigInt(stake);
  if (prize === 0n) return ["push", 0n, 0n, laid];
  const kept = divided(laid * prize * part, unit * parts);
  const net = -divided(-laid * prize, unit) - kept;
  return ["win", net, kept, laid + net];
}
