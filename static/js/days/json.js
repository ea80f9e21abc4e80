// Canonical lines (RFC 8785, restricted): read whole or not at all, written, and where another way of writing differs.

import { order, textOf, utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { Float, isObject, quoted } from "./values.js";

const KEY = /^[a-z][a-z0-9_]*$/;
const DEPTH_MOST = 16;
const NESTED_MOST = 900;
const DIGITS_MOST = 4300;
const BLANK = /[ \t\n\r]*/y;
const PLAIN = /[ !#-[\]-\uffff]*/y; // all but marks, backslashes and control characters
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const HEX = /[0-9a-fA-F]{4}/y;
const WORDS = [["null", null], ["true", true], ["false", false], ["NaN", Number.NaN], ["Infinity", Infinity], ["-Infinity", -Infinity]];
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

class NotJson extends Error {}

// Reads JSON letter by letter; whole numbers keep every digit. `refuse` says which floats are an error.
class Reader {
  constructor(text, refuse) {
    this.text = text;
    this.refuse = refuse;
    this.at = 0;
  }

  whole() {
    this.take(BLANK);
    const value = this.value(0);
    this.take(BLANK);
    if (this.at < this.text.length) throw new NotJson();
    return value;
  }

  take(form) {
    form.lastIndex = this.at;
    const found = form.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  value(depth) {
    if (depth > NESTED_MOST) throw new NotJson();
    const letter = this.text[this.at];
    if (letter === '"') return this.string();
    if (letter === "{") return this.object(depth);
    if (letter === "[") return this.list(depth);
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at));
    return word ? this.word(...word) : this.number();
  }

  word(name, value) {
    this.at += name.length;
    if (typeof value !== "number") return value;
    return this.float(name, value);
  }

  float(text, value) {
    if (this.refuse) throw new Malformed(`${text} is no whole number`);
    return new Float(value);
  }

  number() {
    const found = this.take(NUMBER);
    if (!found) throw new NotJson();
    const [text, point, power] = found;
    if (point || power) return this.float(text, Number(text));
    if (text.length <= 15) return Number(text) + 0;
    if (text.replace("-", "").length > DIGITS_MOST) throw new NotJson();
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  }

  string() {
    let text = "";
    this.at += 1;
    for (;;) {
      text += this.take(PLAIN)[0];
      const letter = this.text[this.at];
      this.at += 1;
      if (letter === '"') return text;
      if (letter !== "\\") throw new NotJson();
      text += this.escaped();
    }
  }

  escaped() {
    const letter = this.text[this.at];
    this.at += 1;
    if (letter !== "u") {
      if (!Object.hasOwn(ESCAPES, letter ?? "")) throw new NotJson();
      return ESCAPES[letter];
    }
    const digits = this.take(HEX);
    if (!digits) throw new NotJson();
    return String.fromCharCode(Number.parseInt(digits[0], 16));
  }

  list(depth) {
    const found = [];
    this.at += 1;
    this.take(BLANK);
    if (this.ends("]")) return found;
    for (;;) {
      found.push(this.value(depth + 1));
      this.take(BLANK);
      if (this.ends("]")) return found;
      this.next(",");
      this.take(BLANK);
    }
  }

  object(depth) {
    const found = Object.create(null);
    this.at += 1;
    this.take(BLANK);
    if (this.ends("}")) return found;
    for (;;) {
      if (this.text[this.at] !== '"') throw new NotJson();
      const key = this.string();
      this.take(BLANK);
      this.next(":");
      this.take(BLANK);
      found[key] = this.value(depth + 1);
      this.take(BLANK);
      if (this.ends("}")) return found;
      this.next(",");
      this.take(BLANK);
    }
  }

  ends(letter) {
    if (this.text[this.at] !== letter) return false;
    this.at += 1;
    return true;
  }

  next(letter) {
    if (!this.ends(letter)) throw new NotJson();
  }
}

/** The value of any JSON, its whole numbers with every digit; undefined for a text that is none. */
export function parse(text) {
  try {
    return text === null ? undefined : new Reader(text, false).whole();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

/** Canonical text. */
export function written(value) {
  if (typeof value === "string") return inQuotes(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (!isObject(value)) return String(value);
  const keys = Object.keys(value).sort(order);
  return `{${keys.map((key) => `${inQuotes(key)}:${written(value[key])}`).join(",")}}`;
}

const ALONE = /\p{Surrogate}/u;
const inQuotes = (text) => (ALONE.test(text) ? `"${Array.from(text, (each) => (ALONE.test(each) ? each : JSON.stringify(each).slice(1, -1))).join("")}"` : JSON.stringify(text));

/** The record of a line without its line feed. Throws `Malformed` for bytes that are not canonical. */
export function readLine(body) {
  const text = textOf(body);
  if (text === null) throw new Malformed("it is not UTF-8");
  const ascii = text.length === body.length;
  return quick(text, ascii) ?? slow(text, ascii);
}

// The common case by the browser's own JSON; null for any doubt.
function quick(text, ascii) {
  if (/\\u[dD]/.test(text)) return null;
  try {
    const record = JSON.parse(text);
    return isObject(record) && JSON.stringify(record) === text && sound(record, 0, ascii) ? record : null;
  } catch {
    return null;
  }
}

const known = new Set();

function isKey(key) {
  if (known.has(key)) return true;
  if (!KEY.test(key)) return false;
  if (known.size < 1000) known.add(key);
  return true;
}

function sound(value, depth, ascii) {
  if (typeof value === "string") return ascii || value.normalize("NFC") === value;
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (value === null || typeof value !== "object") return true;
  if (depth >= DEPTH_MOST) return false;
  if (Array.isArray(value)) return value.every((each) => sound(each, depth + 1, ascii));
  let before = "";
  for (const key of Object.keys(value)) {
    if (key <= before || !isKey(key) || !sound(value[key], depth + 1, ascii)) return false;
    before = key;
  }
  return true;
}

function slow(text, ascii) {
  let record;
  try {
    record = new Reader(text, true).whole();
  } catch (error) {
    throw error instanceof NotJson ? new Malformed("it is not JSON") : error;
  }
  if (!isObject(record) || written(record) !== text) throw new Malformed("it is written in another way than canonical bytes");
  check(record, 0, ascii);
  return record;
}

function check(value, depth, ascii) {
  if (typeof value === "string") {
    if (!ascii && value.normalize("NFC") !== value) throw new Malformed("a string is not in Unicode's form C");
  } else if (typeof value === "bigint") throw new Malformed("a number is beyond 2^53 - 1");
  if (value === null || typeof value !== "object") return;
  for (const [key, each] of Object.entries(value)) {
    if (isObject(value) && !isKey(key)) throw new Malformed(`the key ${quoted(key)} is not allowed`);
    check(each, depth + 1, ascii);
  }
  if (depth >= DEPTH_MOST) throw new Malformed("it lies too deep");
}

/** The first byte, from 1, at which a line differs from the canonical text of its own data; 1 if it has none. */
export function columnOf(body) {
  const value = parse(textOf(body));
  const text = value === undefined ? "" : written(value);
  if (ALONE.test(text)) return 1;
  const due = utf8(text);
  const at = due.findIndex((byte, place) => place < body.length && byte !== body[place]);
  return 1 + Math.max(at, 0);
}
