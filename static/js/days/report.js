// The day's report against what bets and balances come to (S06, S08).

import { hexOf, utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { parse } from "./json.js";
import { sha256 } from "./sha256.js";
import { Float, isObject, same, sorted, whole } from "./values.js";

const NAMES = ["turnover", "returned", "prizes", "commission", "refunded"];
const OTHER_TEXT = "the report's text is not what its digest says";

/** Hold a report to the sums of its day; `book` carries the closing balances from day to day. */
export function checkReport(day, lines, { sums, book, find }) {
  const where = (more) => day.where("report.json", { line: 1, ...more });
  try {
    const { totals, owed } = readReport(lines);
    for (const currency of sorted(new Set([...totals.keys(), ...sums.turnover.keys(), ...sums.refunded.keys()]))) {
      for (const name of NAMES) {
        const [told, due] = [entryOr(totals.get(currency), name, 0), sums[name].of(currency)];
        if (!same(told, due)) find("sums-differ", where({ rule: "S06", sum: name, cents: less(told, due) }));
      }
    }
    for (const currency of sorted(new Set([...owed.keys(), ...sums.moved.keys()]))) {
      checkOwed(where, currency, owed.get(currency) ?? { opening: 0, closing: 0 }, { moved: sums.moved.of(currency), book, find });
    }
    book.closing = new Map([...owed].map(([currency, each]) => [currency, entry(each, "closing")]));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    find("not-canonical", where({ column: 1, why: OTHER_TEXT }));
  }
}

function readReport(lines) {
  const text = lines[0]?.record.text ?? "";
  const report = parse(text);
  const found = { totals: byCurrency(entry(report, "totals")), owed: byCurrency(entry(report, "liabilities")) };
  if (lines.length !== 1 || hexOf(sha256(utf8(text))) !== lines[0].record.sha256) throw new Malformed("sha256");
  return found;
}

function byCurrency(list) {
  if (!Array.isArray(list)) throw new Malformed("no list");
  return new Map(
    list.map((each) => {
      const currency = entry(each, "currency");
      if (typeof currency !== "string") throw new Malformed("currency");
      return [currency, each];
    }),
  );
}

function entry(record, name) {
  if (!isObject(record) || !Object.hasOwn(record, name)) throw new Malformed(name);
  return record[name];
}

const entryOr = (record, name, other) => (record && Object.hasOwn(record, name) ? record[name] : other);

// One number less another, as small as it can be written. Throws `Malformed` for what is no number.
function less(one, other) {
  const [a, b] = [one, other].map((each) => (typeof each === "boolean" ? Number(each) : each));
  if (![a, b].every((each) => typeof each === "number" || typeof each === "bigint" || each instanceof Float)) throw new Malformed("no number");
  if (a instanceof Float || b instanceof Float) return Number(a.value ?? a) - Number(b.value ?? b);
  return whole(BigInt(a) - BigInt(b));
}

function checkOwed(where, currency, told, { moved, book, find }) {
  const grown = less(entry(told, "closing"), entry(told, "opening"));
  if (!same(grown, moved)) find("sums-differ", where({ rule: "S08", sum: currency, cents: less(grown, moved) }));
  const before = book.closing.get(currency);
  if (before !== undefined && before !== null && !same(before, told.opening)) {
    find("sums-differ", where({ rule: "S08", sum: currency, cents: less(told.opening, before) }));
  }
}
