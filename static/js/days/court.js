// The drift court: the evidence of each day worked out from its rounds, in the order in which the court judged them.

import { Malformed } from "./findings.js";
import { entry } from "./game.js";
import { Factors, isEvent, rankOf, SIZES, take } from "./factors.js";
import { OF_COURT } from "./lines.js";
import { isDecks } from "./ends.js";
import { isPaper } from "./paper.js";
import { hasKeys, isObject, isText, isWhole, said, same } from "./values.js";

const BITS = /^[0-9a-f]{16}$/;
const PARTS = ["bets.jsonl", "court.jsonl", "judged.jsonl", "rounds.jsonl", "rules.jsonl"];
const ALARM_KEYS = new Set(["number", "threshold"]);
const view = new DataView(new ArrayBuffer(8));

/** The float that 16 digits stand for. Throws `Malformed` for others, and for one below 0 or without end. */
export function floatOf(text) {
  if (!isText(text, BITS)) throw new Malformed("a value is not 64 bits");
  view.setBigUint64(0, BigInt(`0x${text}`));
  const value = view.getFloat64(0);
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) throw new Malformed("a value is below 0 or without end");
  return value;
}

/** The 16 digits of a float. */
export function bitsOf(value) {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

function alarmOf(alarm) {
  if (!isObject(alarm) || !hasKeys(alarm, ALARM_KEYS) || !isWhole(alarm.number)) throw new Malformed("an alarm");
  return [alarm.number, floatOf(alarm.threshold)];
}

/** M of each alternative of one stream at one place, and of money at a table the version of its rules. */
class Evidence {
  constructor({ values, rules, threshold, alarms }) {
    Object.assign(this, { values, rules, threshold, alarms, moved: 0 });
  }

  /** One more round: M becomes (1 + M) times the factor. Returns the average. */
  move(factors) {
    this.values = this.values.map((value, at) => (1 + value) * factors[at]);
    this.moved += 1;
    let total = 0;
    for (const value of this.values) total += value;
    return total / this.values.length;
  }

  /** Anew. */
  begin() {
    this.values = this.values.map(() => 0);
  }
}

// The evidence with which a line's day began. Throws `Malformed`.
function openedOf(line) {
  const { stream, before, after } = line;
  if (!Object.hasOwn(SIZES, stream) || ![before, after].every(({ length }) => length === 0 || length === SIZES[stream])) {
    throw new Malformed("the stream, or how many values it has");
  }
  const values = before.map(floatOf);
  after.forEach(floatOf);
  const alarms = new Map(line.alarms.map(alarmOf));
  return new Evidence({ values: values.length ? values : Array(SIZES[stream]).fill(0), rules: line.rules_before, threshold: floatOf(line.threshold), alarms });
}

const keyOf = (place, stream) => `${place}/${stream}`;

export class Court {
  constructor(find, watch, paper) {
    // `events`: pairs and banca's 6 are judged, from the first day on that has a line of theirs.
    Object.assign(this, { find, watch, paper, factors: new Factors(), events: false });
    this.forget();
  }

  // Something of the day was named: the next day's beginning is taken as it says.
  forget() {
    // `kept`: the line of the last day on which a place's stream moved; `begun`: the day before had the court's files.
    Object.assign(this, { kept: new Map(), waiting: new Map(), shoes: new Map(), begun: false });
  }

  /** Hold a day's court to its rounds; days that were sealed before it was kept have none. `read` has the lines. */
  async checkDay(day, names, read) {
    if (!this.begun && !OF_COURT.some((name) => names.includes(name))) return;
    for (const name of OF_COURT) if (!names.includes(name)) this.find("file-missing", day.where(name));
    if (PARTS.some((name) => !read.has(name))) {
      this.forget();
      return;
    }
    this.expect(day, read);
    this.events ||= read.get("court.jsonl").some(({ record }) => isEvent(record.stream));
    const turns = this.opened(day, read.get("court.jsonl"));
    if (!turns) {
      this.forget();
      return;
    }
    const whole = await this.judge(day, read.get("judged.jsonl"), turns);
    this.late(day);
    if (whole) for (const turn of turns.values()) this.close(day, turn);
    for (const [key, { line }] of turns) this.kept.set(key, line);
    this.begun = true;
  }

  differs(day, file, line, key, why) {
    this.find("court-differs", day.where(file, { line, key, why }));
  }

  // The day's rounds wait for their turn.
  expect(day, read) {
    const rules = new Map(read.get("rules.jsonl").map(({ record }) => [record.version, record.ruleset]));
    const bets = new Map();
    for (const { record: bet } of read.get("bets.jsonl")) {
      if (!bets.has(bet.round)) bets.set(bet.round, []);
      bets.get(bet.round).push(bet);
    }
    for (const { record: round } of read.get("rounds.jsonl")) {
      const cards = this.paper.known && isPaper(round) ? this.paper.cards(round.code) : null;
      this.waiting.set(round.code, { round, cards, ruleset: rules.get(round.rules) ?? {}, bets: bets.get(round.code) ?? [], day: day.day });
    }
  }

  // Key -> number, line and evidence of each line, as its day began; null where one cannot be read.
  opened(day, lines) {
    const turns = new Map();
    for (const { number, record: line } of lines) {
      const key = keyOf(line.place, line.stream);
      let evidence;
      try {
        evidence = openedOf(line);
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        this.differs(day, "court.jsonl", number, key, error.message);
        return null;
      }
      const before = this.kept.get(key);
      const due = before ?? { after: [], rules: "" };
      if ((this.begun || before) && !(same(due.after, line.before) && due.rules === line.rules_before)) {
        this.differs(day, "court.jsonl", number, key, "it does not begin as it ended");
      }
      turns.set(key, { number, line, evidence });
    }
    return turns;
  }

  // Move the evidence on, round by round. Whether all of it could be worked out.
  async judge(day, judged, turns) {
    let whole = true;
    for (const { number, record: line } of judged) {
      await this.watch.breathe();
      const waiting = this.waiting.get(line.round);
      this.waiting.delete(line.round);
      if (!waiting && this.begun) this.differs(day, "judged.jsonl", number, line.number, "no day has the round");
      const factors = waiting && this.factorsOf(day, { number, line, ...waiting });
      if (factors) whole = this.moveAll(day, { number, line, factors, round: waiting.round }, turns) && whole;
      else whole = false;
    }
    return whole;
  }

  moveAll(day, { number, line, factors, round }, turns) {
    let whole = true;
    for (const [stream, values] of Object.entries(factors)) {
      for (const place of ["house", `table/${round.table}`]) {
        const turn = turns.get(keyOf(place, stream));
        if (turn) this.move(day, turn, line.number, { values, rules: stream === "money" && place !== "house" ? round.rules : "" });
        else {
          this.differs(day, "judged.jsonl", number, line.number, `${place}/${stream} has no line`);
          whole = false;
        }
      }
    }
    return whole;
  }

  // One round for one stream at one place: another version begins money anew, and so does an alarm.
  move(day, { number: at, line, evidence }, number, { values, rules }) {
    if (rules !== evidence.rules) {
      evidence.begin();
      evidence.rules = rules;
    }
    const found = evidence.move(values);
    const alarm = evidence.alarms.get(number);
    if (alarm === undefined ? found >= evidence.threshold : found < alarm) {
      this.differs(day, "court.jsonl", at, keyOf(line.place, line.stream), `round ${number} is ${alarm === undefined ? "no alarm" : "an alarm"}`);
    }
    if (alarm !== undefined) evidence.begin();
  }

  // The factors of a round by stream, of a void one none; null where strange rules, cards or stakes give none.
  factorsOf(day, turn) {
    try {
      return this.streamsOf(day, turn, this.left(day, turn));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return null;
    }
  }

  streamsOf(day, { number, round, line, ruleset, bets, cards }, left) {
    if (round.phase !== "settled") {
      if (cards && !same(line.shown, cards)) this.differs(day, "judged.jsonl", number, line.number, "its cards are not those that were read");
      take(left, line.shown.map(rankOf));
      return {};
    }
    const { decks } = round.shoe;
    const found = { outcomes: this.factors.outcomes(decks, round.winner), cards: this.factors.cards(left, round.cards) };
    if (this.events) Object.assign(found, this.factors.events(ruleset, decks, round.cards));
    if (round.currency === "EUR" && bets.length) found.money = this.factors.money(round.rules_digest, ruleset, bets);
    return found;
  }

  // What lay in the shoe before the round, by rank: whole decks, less what rounds before it showed.
  left(day, { number, line, round, ruleset }) {
    const { shoe } = round;
    if (!isDecks(shoe.decks) || typeof shoe.root !== "string") throw new Malformed("the shoe");
    const full = Array(13).fill(4 * shoe.decks);
    const differs = (why) => this.differs(day, "judged.jsonl", number, line.number, why);
    if (entry(ruleset, "shuffle") === "every-round") {
      if (line.left.length) differs("the round has whole decks of its own");
      return full;
    }
    if (line.left.length !== 13 || !line.left.every((each) => isWhole(each) && each <= full[0])) {
      differs("what is left in the shoe");
      throw new Malformed("what is left");
    }
    const key = shoe.root || said(shoe.shoe); // paper cards have no root: theirs are told apart by their names
    const due = this.shoes.get(key) ?? (round.round_of_shoe === 1 ? full : line.left);
    if (!same(due, line.left)) differs("what is left in the shoe");
    this.shoes.set(key, [...line.left]);
    return this.shoes.get(key);
  }

  // Rounds of days before whose turn never came.
  late(day) {
    for (const [code, { round, day: of }] of [...this.waiting]) {
      if (of >= day.day) continue;
      this.waiting.delete(code);
      if (round.phase === "settled") this.differs(day, "judged.jsonl", 0, code, "a round was not judged");
    }
  }

  // The line says what the rounds came to.
  close(day, { number, line, evidence }) {
    const key = keyOf(line.place, line.stream);
    const differs = (why) => this.differs(day, "court.jsonl", number, key, why);
    const before = this.kept.get(key);
    if (before && line.rounds - before.rounds !== evidence.moved) differs(`${evidence.moved} rounds moved it`);
    if (evidence.rules !== line.rules) differs("its rules are others");
    const due = evidence.values.map(bitsOf);
    if (same(due, line.after)) return;
    const at = Math.max(0, due.findIndex((each, place) => line.after.length > place && line.after[place] !== each));
    differs(`value ${at + 1}: said ${line.after[at] ?? ""}, due ${due[at]}`);
  }
}
