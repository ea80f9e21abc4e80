// The ledger's lines together: each account goes on where it ended, each code joins the kinds that it may.

import { Counter } from "./values.js";

/** Code of a ledger line -> the kinds of accounts that it may join, debit and credit. */
export const JOINS = {
  deposit: [["funding", "player"]],
  withdrawal: [["player", "funding"]],
  "withdrawal-requested": [["player", "payouts"]],
  "withdrawal-paid": [["payouts", "funding"]],
  "withdrawal-given-back": [["payouts", "player"]],
  "charge-back": [["player", "funding"]],
  "charge-back-loss": [["charge-backs", "funding"]],
  "play-top-up": [["play-source", "player"]],
  stake: [["player", "stakes"]],
  "stake-taken-back": [["stakes", "player"]],
  "stakes-lost": [["stakes", "gaming"]],
  prizes: [["gaming", "stakes"]],
  payout: [["stakes", "player"]],
  commission: [["gaming", "commission"]],
  refund: [["stakes", "player"]],
  "stake-returned": [["stakes", "player"]],
  prize: [["gaming", "player"]],
  adjustment: [["player", "adjustments"], ["adjustments", "player"]],
};

function keep(kept, account, taken) {
  if (!kept.has(account)) kept.set(account, []);
  kept.get(account).push(taken);
}

const OTHER_KINDS = "it joins kinds of accounts that its code may not, or its id does not grow";

/** What the ledger moved for one round. */
export class RoundLines {
  constructor() {
    this.staked = new Counter();
    this.paid = new Counter();
    this.codes = new Counter();
    this.line = 0;
  }
}

const DAY = 86_400_000;
const written = (time) => new Date(time).toISOString().slice(0, 10);

/** The day on which clocks change, in a month of 31 days. */
function lastSunday(year, month) {
  const last = new Date(`${year}-${month}-31T00:00:00Z`);
  return written(last.getTime() - last.getUTCDay() * DAY);
}

/**
 * Five minutes after a day begins in Lisbon, and five before it ends, as lines write moments: longer than any line waits
 * for its account after its moment was taken.
 */
export function aroundMidnight(day) {
  const [march, october] = ["03", "10"].map((month) => lastSunday(day.slice(0, 4), month));
  const early = march < day && day <= october ? `${written(Date.parse(day) - DAY)}T23:05` : `${day}T00:05`;
  const late = march <= day && day < october ? `${day}T22:55` : `${day}T23:55`;
  return [early, late].map((each) => `${each}:00.000000Z`);
}

/** What is carried from day to day: the end of each account, the lines of rounds, the places dealt of each shoe. */
export class Book {
  constructor() {
    this.ends = new Map(); // account -> its last line's id and balance
    this.early = new Map(); // account -> its lines around the midnight with which the day begins
    this.late = new Map(); // account -> its lines shortly before the midnight with which the day ends
    this.begun = new Set(); // accounts whose early lines are over
    this.rounds = new Map();
    this.dealt = new Map();
    this.closing = new Map();
    this.lastLine = 0;
    this.day = "";
  }

  /**
   * Begin a day's lines, and end them. A line's moment is taken before its account is free, so that lines around a midnight
   * may stand the other way round: they follow each other by their ids, once both days are known.
   */
  begin(day) {
    this.lastLine = 0; // ids grow within a day
    [this.earlyUntil, this.lateFrom] = aroundMidnight(day);
    [this.early, this.late, this.begun] = [this.late, new Map(), new Set()];
  }

  end() {
    for (const account of [...this.early.keys()].sort((one, other) => one - other)) this.beginAccount(account);
  }

  /** Take up one line of the ledger. `find` is told what does not hold; `moved` sums what players' balances moved. */
  take(day, number, line, { find, moved }) {
    const kinds = [line.debit_kind, line.credit_kind];
    const allowed = Object.hasOwn(JOINS, line.code) ? JOINS[line.code] : [];
    if (!allowed.some((pair) => pair[0] === kinds[0] && pair[1] === kinds[1]) || line.id <= this.lastLine) {
      find("not-canonical", day.where("ledger.jsonl", { line: number, column: 1, why: OTHER_KINDS }));
    }
    this.lastLine = Math.max(this.lastLine, line.id);
    if (kinds.includes("player")) this.step(day, number, line, { find, moved });
    else if (line.player !== null || line.before !== null || line.after !== null) {
      find("ledger-chain", day.where("ledger.jsonl", { line: number, key: line.id, cents: line.amount }));
    }
    if (kinds.includes("stakes") || line.code === "prize" || line.code === "commission") this.ofRound(line);
  }

  step(day, number, line, { find, moved }) {
    const { before, after, amount } = line;
    const down = line.debit_kind === "player";
    const account = down ? line.debit : line.credit;
    const where = (more) => day.where("ledger.jsonl", { line: number, key: line.id, account, ...more });
    if (line.player === null || before === null || after === null || Math.min(before, after) < 0) {
      find("ledger-chain", where({ before: this.lastLine, cents: amount }));
      return;
    }
    if (after - before !== (down ? -amount : amount)) find("ledger-chain", where({ before: line.id, cents: after - before }));
    moved.add(line.currency, after - before);
    const taken = { id: line.id, before, after, wrong: (more) => find("ledger-chain", where(more)) };
    if (this.late.has(account) || line.at >= this.lateFrom) keep(this.late, account, taken);
    else if (!this.begun.has(account) && line.at < this.earlyUntil) keep(this.early, account, taken);
    else {
      this.beginAccount(account);
      this.follow(account, taken);
    }
  }

  /**
   * The account's lines around the day's first midnight are all known: each follows the one with the id before. Of the
   * first day the lines of the day before are not at hand, so that lines among these may be missing.
   */
  beginAccount(account) {
    this.begun.add(account);
    const taken = (this.early.get(account) ?? []).sort((one, other) => one.id - other.id);
    this.early.delete(account);
    for (const each of taken) {
      if (this.day) this.follow(account, each);
      else this.ends.set(account, each);
    }
  }

  follow(account, taken) {
    const last = this.ends.get(account);
    this.ends.set(account, taken);
    if (last && last.after !== taken.before) taken.wrong({ before: last.id, cents: taken.before - last.after });
  }

  ofRound(line) {
    if (!this.rounds.has(line.reference)) this.rounds.set(line.reference, new RoundLines());
    const moved = this.rounds.get(line.reference);
    moved.line = line.id;
    moved.codes.add(line.code, line.amount);
    if (line.player === null) return;
    if (line.code === "stake") moved.staked.add(line.player, line.amount);
    else if (line.code === "stake-taken-back") moved.staked.add(line.player, -line.amount);
    else moved.paid.add(line.player, line.amount);
  }

  /** Whether a place of a shoe was dealt already; it is now. */
  wasDealt(root, place) {
    if (!this.dealt.has(root)) this.dealt.set(root, new Set());
    const places = this.dealt.get(root);
    if (places.has(place)) return true;
    places.add(place);
    return false;
  }
}
