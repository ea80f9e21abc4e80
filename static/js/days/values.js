// Values of JSON as messages write them and as sums compare them: like the Python file, so that both say the same.

import { order } from "./bytes.js";

/** A number with a decimal point or exponent: no line may have one, and a touched line may. */
export class Float {
  constructor(value) {
    this.value = value;
  }

  toString() {
    const { value } = this;
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    const sign = value < 0 || Object.is(value, -0) ? "-" : "";
    const [digits, power] = Math.abs(value).toExponential().split("e");
    return sign + placed(digits.replace(".", ""), Number(power));
  }
}

// The digits with their point where the power puts it, or with an exponent where that would be long.
function placed(digits, power) {
  if (power < -4 || power >= 16) {
    const tail = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${digits[0]}${tail}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  const whole = digits.padEnd(power + 1, "0");
  return `${whole.slice(0, power + 1)}.${whole.slice(power + 1) || "0"}`;
}

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Float);
export const isText = (value, form) => typeof value === "string" && form.test(value);
export const isWhole = (value, least = 0) => Number.isSafeInteger(value) && value >= least;

/** Whether an object has these keys and no others. */
export const hasKeys = (value, keys) => Object.keys(value).length === keys.size && Object.keys(value).every((each) => keys.has(each));

/** A value inside a message. */
export const said = (value) => (typeof value === "string" ? value : quoted(value));

/** A value inside another one inside a message. */
export function quoted(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return inQuotes(value);
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  if (!isObject(value)) return floatOrWhole(value);
  return `{${Object.entries(value).map(([key, each]) => `${inQuotes(key)}: ${quoted(each)}`).join(", ")}}`;
}

const floatOrWhole = (value) => (value instanceof Float ? String(value).replace("Infinity", "inf").replace("NaN", "nan") : String(value));
const ESCAPED = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

function inQuotes(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = Array.from(text, (letter) => {
    if (letter === mark) return `\\${mark}`;
    if (ESCAPED[letter]) return ESCAPED[letter];
    return letter === " " || !/[\p{C}\p{Z}]/u.test(letter) ? letter : numbered(letter.codePointAt(0));
  });
  return mark + inner.join("") + mark;
}

function numbered(number) {
  const digits = number.toString(16);
  if (number < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return number < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

const isNumber = (value) => typeof value === "number" || typeof value === "bigint";

// Truths count as 1 and 0, as in sums.
function plain(value) {
  if (typeof value === "boolean") return Number(value);
  return value instanceof Float ? value.value : value;
}

/** Whether two values are equal, however deep. */
export function same(one, other) {
  const [a, b] = [plain(one), plain(other)];
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, at) => same(each, b[at]));
  if (isObject(a) && isObject(b)) return hasKeys(a, new Set(Object.keys(b))) && Object.keys(a).every((key) => same(a[key], b[key]));
  return isNumber(a) && isNumber(b) ? a <= b && a >= b : a === b; // a number and a BigInt may be the same
}

/** A whole number as small as it can be written: a number where none is lost, else a BigInt. */
export const whole = (number) => (Number.isSafeInteger(Number(number)) ? Number(number) : BigInt(number));

/** Texts in the order of their bytes. */
export const sorted = (texts) => [...texts].sort(order);

/** Sums by name, as whole numbers of any size; a name that is not there is 0. */
export class Counter extends Map {
  /** Add to a name's sum. */
  add(name, amount) {
    this.set(name, this.of(name) + BigInt(amount));
  }

  /** A name's sum. */
  of(name) {
    return this.get(name) ?? 0n;
  }

  /** The sum of all. */
  get total() {
    let sum = 0n;
    for (const each of this.values()) sum += each;
    return sum;
  }
}
