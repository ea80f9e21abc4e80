// The rounds of a day: cards against their shoe, results against the drawing rules, bets against their paytable.

import { hexOf, order, utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { play, settle } from "./game.js";
import { written } from "./json.js";
import { RoundLines } from "./ledger.js";
import { listed } from "./log.js";
import { isPaper } from "./paper.js";
import { sha256 } from "./sha256.js";
import { checkCard, checkShoe } from "./shoes.js";
import { Counter, same, said, sorted, whole } from "./values.js";

const told = (bet) => [bet.outcome, bet.prize, bet.commission, bet.returned];

/** Holds the rounds of one day to what cards, rules and ledger make of them. */
export class Rounds {
  constructor(day, { log, paper, names, book, sums, find, watch, withLedger }) {
    Object.assign(this, { day, log, paper, names, book, sums, find, watch, withLedger });
  }

  /** Check the day's rounds. `read` has the lines of each file, with their numbers. */
  async check(read) {
    this.paper.checkDay(this.day, this.names, read);
    const bets = new Map();
    for (const line of read.get("bets.jsonl")) listed(bets, line.record.round).push(line);
    const rules = this.rules(read.get("rules.jsonl"));
    for (const { number, record: round } of read.get("rounds.jsonl")) {
      const ours = bets.get(round.code) ?? [];
      bets.delete(round.code);
      this.round(number, round, ours, rules.get(round.rules));
      await this.watch.breathe();
    }
    for (const [key, [first]] of bets) this.find("bet-misplaid", this.day.where("bets.jsonl", { line: first.number, key, said: "bet", due: "round" }));
  }

  round(number, round, ours, known) {
    const where = this.day.where("rounds.jsonl", { line: number, key: round.code });
    if (!known || known.digest !== round.rules_digest) {
      this.find("round-misplayed", { ...where, said: round.rules, due: "rules.jsonl" });
      return;
    }
    if (round.phase === "settled") {
      const result = this.cards(where, round);
      if (result) for (const each of ours) this.bet(each, known.ruleset, result);
    } else this.voided(where, round, ours);
    this.sumsOfRound(where, round, ours);
    if (this.withLedger) this.money(where, round, ours);
  }

  // The rule sets of the day by version; each has the digest that it says, and that the log told.
  rules(lines) {
    const rules = new Map();
    for (const { number, record: line } of lines) {
      const { version, digest, ruleset } = line;
      const found = hexOf(sha256(utf8(written(ruleset))));
      if (found !== digest || !(this.log.rules.get(version) ?? [found]).includes(found)) {
        this.find("round-misplayed", this.day.where("rules.jsonl", { line: number, key: version, said: digest, due: found }));
      }
      rules.set(version, { digest, ruleset });
    }
    return rules;
  }

  // A settled round by its cards: they are proven, or as they were read, and it follows the drawing rules.
  cards(where, round) {
    const { cards, winner } = round;
    const paper = isPaper(round);
    let result;
    try {
      result = paper ? this.paper.play(round) : this.proven(round);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.find(paper ? "card-misread" : "card-unproven", { ...where, why: error.message });
      return null;
    }
    if (result.count !== cards.length || result.winner !== winner) {
      this.find("round-misplayed", { ...where, said: `${winner}/${cards.length}`, due: `${result.winner}/${result.count}` });
    }
    return result;
  }

  // Each card against the shoe's root, and the root against the log.
  proven(round) {
    const { shoe, cards, proofs } = round;
    const lead = checkShoe(shoe);
    if (proofs.length !== cards.length || !cards.length) throw new Malformed("the round has cards without proofs");
    const result = play(cards);
    for (const [at, card] of cards.entries()) {
      const place = (round.first_card + at) % shoe.count;
      checkCard(shoe, lead, proofs[at], card, place);
      if (this.book.wasDealt(shoe.root, place)) throw new Malformed(`place ${place} was dealt twice`);
    }
    this.inLog(round);
    return result;
  }

  // The shoe's root is in the log, before the day, and before the round opened.
  inLog({ shoe, opened_at: openedAt }) {
    const { place, leaf } = this.log.shoes.get(shoe.shoe) ?? { place: -1, leaf: {} };
    if (place < 0 || (place > this.day.place && this.day.place >= 0)) throw new Malformed("the shoe is not in the log before the day");
    for (const name of ["root", "decks", "count"]) if (!same(leaf[name] ?? null, shoe[name])) throw new Malformed("the log has another root, or other decks, of the shoe");
    if (order(openedAt, this.log.since) >= 0 && order(said(leaf.at), openedAt) > 0) throw new Malformed("the shoe came into the log after the round opened");
  }

  bet({ number, record: bet }, ruleset, result) {
    const where = this.day.where("bets.jsonl", { line: number, key: bet.round, chance: bet.chance });
    let due;
    try {
      due = settle(ruleset, bet.chance, bet.stake, result);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.find("bet-misplaid", { ...where, said: bet.chance, due: "rules" });
      return;
    }
    const [found, wanted] = [told(bet).join("/"), due.join("/")];
    if (found !== wanted) this.find("bet-misplaid", { ...where, said: found, due: wanted });
  }

  voided(where, round, ours) {
    if (round.phase !== "void" || round.cards.length || round.proofs.length || round.winner || !round.void_reason) {
      this.find("round-misplayed", { ...where, said: round.phase, due: "void" });
    }
    for (const { number, record: bet } of ours) {
      const [found, due] = [told(bet).join("/"), `void/0/0/${bet.stake}`];
      if (found !== due) this.find("bet-misplaid", this.day.where("bets.jsonl", { line: number, key: bet.round, chance: bet.chance, said: found, due }));
    }
  }

  sumsOfRound(where, round, ours) {
    const laid = new Counter();
    for (const { record: bet } of ours) laid.add(bet.chance, bet.stake);
    const due = sorted(laid.keys()).map((chance) => ({ chance, cents: whole(laid.of(chance)) }));
    if (!same(round.sums, due)) this.find("sums-differ", { ...where, rule: "S05", cents: whole(laid.total) });
    const { currency } = round;
    if (round.phase !== "settled") {
      this.sums.refunded.add(currency, laid.total);
      return;
    }
    this.sums.turnover.add(currency, laid.total);
    for (const { record: bet } of ours) for (const name of ["returned", "commission"]) this.sums[name].add(currency, bet[name]);
    for (const { record: bet } of ours) this.sums.prizes.add(currency, bet.prize);
  }

  // The ledger moved for the round what its bets say, player by player.
  money(where, round, ours) {
    const moved = this.book.rounds.get(round.code) ?? new RoundLines();
    this.book.rounds.delete(round.code);
    const [staked, back, of] = [new Counter(), new Counter(), new Counter()];
    for (const { record: bet } of ours) {
      staked.add(bet.person, bet.stake);
      back.add(bet.person, bet.returned);
      of.add("prizes", bet.prize);
      of.add("commission", bet.commission);
      if (bet.outcome === "lose") of.add("lost", bet.stake);
    }
    const { codes } = moved;
    const differences = [
      codes.of("prizes") + codes.of("prize") - of.of("prizes"),
      codes.of("commission") - of.of("commission"),
      codes.of("stakes-lost") - of.of("lost"),
      ...byPerson(moved.paid, back),
    ];
    if (this.book.day || round.opened_at.slice(0, 10) === this.day.day) differences.push(...byPerson(moved.staked, staked));
    const wrong = differences.find((each) => each !== 0n);
    if (wrong) this.find("sums-differ", { ...where, rule: "S02", other: moved.line, cents: whole(wrong) });
  }
}

const byPerson = (one, other) => sorted(new Set([...one.keys(), ...other.keys()])).map((person) => one.of(person) - other.of(person));
