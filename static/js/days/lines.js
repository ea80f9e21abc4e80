// The lines of a day's files: what entries each has, of which kinds, in which order (docs/sealed-days.md).

import { linesOf, order, textOf } from "./bytes.js";
import { Malformed } from "./findings.js";
import { DIGEST, MOMENT, UUID } from "./forms.js";
import { columnOf, parse, readLine } from "./json.js";
import { isObject, isText, said } from "./values.js";

const orNull = (form) => (value) => value === null || form(value);
const isString = (value) => typeof value === "string";
const isMoment = (value) => isText(value, MOMENT);

// A letter says what stands in an entry.
const TYPES = {
  s: isString,
  S: orNull(isString),
  n: Number.isInteger,
  N: orNull(Number.isInteger),
  c: (value) => Number.isInteger(value) && value >= 0,
  "+": (value) => Number.isInteger(value) && value > 0,
  t: isMoment,
  T: orNull(isMoment),
  d: (value) => isText(value, DIGEST),
  u: (value) => isText(value, UUID),
  b: (value) => typeof value === "boolean",
  l: Array.isArray,
  o: isObject,
  O: orNull(isObject),
};

function schema(key, entries) {
  const pairs = entries.split(" ").map((each) => each.split(":"));
  return { key: key ? key.split(" ") : [], entries: new Map(pairs.map(([name, letter]) => [name, TYPES[letter]])) };
}

const SCHEMAS = new Map(
  Object.entries({
    "acts.jsonl": schema("id", "id:s at:t by:s what:s subject:s facts:o commitment:d"),
    "bets.jsonl": schema("round person chance", "round:s person:s chance:s session:u stake:+ outcome:s prize:c commission:c returned:c"),
    "cards.jsonl": schema("id", "id:+ at:t table:s shoe:S round:S what:s slot:s card:s deck:s source:s device:s refusal:s croupier:S decided_by:S replaces:N"),
    "court.jsonl": schema("place stream", "place:s stream:s rounds:+ last:+ threshold:s rules_before:s rules:s before:l after:l alarms:l"),
    "files.json": schema("", "profile:s package:O files:l reason:s"),
    "judged.jsonl": schema("number", "number:+ round:s left:l shown:l"),
    "ledger.jsonl": schema("id", "id:n at:t code:s key:u currency:s amount:+ debit:n debit_kind:s credit:n credit_kind:s player:S before:N after:N reference:s"),
    "persons.jsonl": schema("id at", "id:s at:t commitment:d"),
    "report.json": schema("", "day:s definition:s revision:n sha256:d text:s"),
    "rounds.jsonl": schema("code", "code:s table:s number:n currency:s rules:s rules_digest:d shoe:o round_of_shoe:n first_card:c phase:s opened_at:t closed_at:T ended_at:t cards:l winner:s proofs:l void_reason:s sums:l"),
    "rules.jsonl": schema("version", "version:s ruleset:o digest:d reference:s"),
    "sessions.jsonl": schema("id", "id:u person:s table:s currency:s seat:n started_at:t ended_at:t end_reason:s rounds:c staked:c returned:c prizes:c commission:c"),
    "shoes.jsonl": schema("shoe", "shoe:s table:s decks:l shuffled_by:s begun_by:S begun_at:t burns:b"),
    "signins.jsonl": schema("id", "id:n at:t person:S what:s outcome:s factor:s device:s registers:l"),
    "slips.jsonl": schema("taken_at number key", "taken_at:t number:s key:u received_at:t round:s person:s session:S lines:l accepted:b rejection:O"),
    "software.json": schema("", "version:s checked_at:T files:l"),
  }),
);
const ANY = { key: [], entries: new Map() };
export const NEEDED = ["bets.jsonl", "ledger.jsonl", "report.json", "rounds.jsonl", "rules.jsonl", "software.json"];

/** Sealed together; days sealed before the drift court's evidence was kept have neither. */
export const OF_COURT = ["court.jsonl", "judged.jsonl"];

/** Sealed together, of days on which cards of paper were dealt. */
export const OF_PAPER = ["cards.jsonl", "shoes.jsonl"];

/** The key that a line says it has; empty if it cannot be read. */
export function keyText(name, line) {
  const record = parse(textOf(line));
  const { key } = SCHEMAS.get(name) ?? ANY;
  return isObject(record) && key.every((each) => Object.hasOwn(record, each)) ? key.map((each) => said(record[each])).join("/") : "";
}

/** Give `take` each line of a file that is canonical, of its schema and in its order, with its number from 1. */
export async function eachRecord(day, name, block, { findings, watch }, take) {
  const form = SCHEMAS.get(name) ?? ANY;
  let number = 0;
  let before = null;
  for (const [start, end] of linesOf(block)) {
    number += 1;
    await watch.breathe(end - start);
    const line = block.subarray(start, end);
    let record;
    try {
      record = recordOf(line, form);
      const now = form.key.map((each) => record[each]);
      if (before && form.key.length && !follows(before, now)) throw new Malformed("it is not in the order of its key");
      before = now;
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const column = columnOf(line.at(-1) === 10 ? line.subarray(0, -1) : line);
      findings.find("not-canonical", day.where(name, { line: number, column, why: error.message }));
      continue;
    }
    take(number, record);
  }
  findings.lines += number;
}

function recordOf(line, { entries }) {
  if (line.at(-1) !== 10) throw new Malformed("it does not end");
  const record = readLine(line.subarray(0, -1));
  if (!entries.size) return record;
  const keys = Object.keys(record);
  if (keys.length !== entries.size || !keys.every((each) => entries.has(each))) throw new Malformed("it has other entries");
  for (const [each, holding] of entries) if (!holding(record[each])) throw new Malformed(`${each} is not of its kind`);
  return record;
}

function follows(before, now) {
  for (let at = 0; at < now.length; at += 1) {
    const step = typeof now[at] === "string" ? order(before[at], now[at]) : before[at] - now[at];
    if (step) return step < 0;
  }
  return false;
}
