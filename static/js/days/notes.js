// Signed notes, keys and checkpoints (C2SP signed-note, tlog-cosignature, tlog-checkpoint).

import { base64, base64Of, hexOf, joined, textOf, utf8 } from "./bytes.js";
import { holds } from "./ed25519.js";
import { Malformed, WrongUsage } from "./findings.js";
import { sha256 } from "./sha256.js";
import { whole } from "./values.js";

const BLANKS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LINE = new RegExp(`^— ([^+${BLANKS}]+) ([A-Za-z0-9+/]+={0,2})$`);
const NUMBER = /^(?:0|[1-9][0-9]{0,18})$/;
const CONTROL = /[^\n -~\u0080-\uffff]/;
export const SIGNS = 1;
export const COSIGNS = 4;
const COSIGNS_ML_DSA = 6;
const KEY_BYTES = new Map([[SIGNS, 32], [COSIGNS, 32], [COSIGNS_ML_DSA, 1312]]);

/** A key to check with: name, kind (1 signs, 4 witnesses), its bytes, and its weight among witnesses. */
export class Key {
  constructor(name, kind, bytes, weight = 1) {
    this.name = name;
    this.kind = kind;
    this.bytes = bytes;
    this.weight = weight;
    this.id = hexOf(sha256(utf8(name), Uint8Array.of(10, kind), bytes).subarray(0, 4));
  }

  /** `NAME+KEYID+KEY`. */
  get text() {
    return `${this.name}+${this.id}+${base64(joined(Uint8Array.of(this.kind), this.bytes))}`;
  }

  /** Whether the signature is this key's over a note's text. */
  async holds(text, signature) {
    if (this.kind === SIGNS) return holds(this.bytes, signature, utf8(text));
    if (signature.length !== 72) return false;
    const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    return holds(this.bytes, signature.subarray(8), utf8(`cosignature/v1\ntime ${time}\n${text}`));
  }

  /** The signatures of this key among those of a note. */
  own(signatures) {
    return signatures.filter((each) => each.name === this.name && hexOf(each.block.subarray(0, 4)) === this.id).map((each) => each.block.subarray(4));
  }

  /** Whether one of these signatures is this key's over the text. */
  async signed(text, signatures) {
    for (const each of signatures) if (await this.holds(text, each)) return true;
    return false;
  }
}

/** Read `NAME+KEYID+KEY`, for a witness with its weight behind an @. Throws `WrongUsage`. */
export function readKey(given, kind) {
  const text = given.trim();
  const weighed = /^(.*)@([1-9][0-9]*)$/s.exec(text);
  const bare = weighed ? weighed[1] : text;
  const [, name, id, encoded] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(bare) ?? [];
  const block = decoded(encoded ?? "");
  const kinds = kind === SIGNS ? [SIGNS] : [COSIGNS, COSIGNS_ML_DSA];
  if (!kinds.includes(block[0]) || block.length !== 1 + KEY_BYTES.get(block[0])) {
    throw new WrongUsage(`not a key of ${kind === SIGNS ? "a log" : "a witness"}: ${given}`, kind === SIGNS ? "no-log-key" : "no-witness-key", { text: given });
  }
  if (block[0] === COSIGNS_ML_DSA) throw new WrongUsage(`the key of ${name} is of ML-DSA: that needs \`cryptography\``, "ml-dsa", { name });
  const key = new Key(name, block[0], block.subarray(1), Number(weighed?.[2] ?? 1));
  if (key.id !== id) throw new WrongUsage(`the number ${id} is not that of the key of ${name}`, "other-number", { name, id });
  return key;
}

function decoded(text) {
  try {
    return base64Of(text);
  } catch {
    return new Uint8Array(0);
  }
}

/** A note's text, and the names and bytes of its signatures. Throws `Malformed`. */
export function splitNote(block) {
  const note = textOf(block);
  if (note === null) throw new Malformed("it is not UTF-8");
  const at = note.lastIndexOf("\n\n");
  if (at < 0 || !note.endsWith("\n") || note.length === at + 2 || CONTROL.test(note)) {
    throw new Malformed("it is not a text, an empty line and lines of signatures");
  }
  const lines = note.slice(at + 2, -1).split("\n");
  const signatures = lines.map((line) => {
    const found = LINE.exec(line);
    if (!found) throw new Malformed("a line is not «— NAME SIGNATURE»");
    return { name: found[1], block: base64Of(found[2]) };
  });
  return { text: `${note.slice(0, at)}\n`, signatures };
}

/** A signed state of a log. */
export class Checkpoint {
  /** Read a signed checkpoint, nothing verified. Throws `Malformed`. */
  static parse(block) {
    const { text, signatures } = splitNote(block);
    const lines = text.split("\n");
    if (lines.length !== 4 || !lines[0] || !NUMBER.test(lines[1])) throw new Malformed("its text is not origin, size and root");
    const root = base64Of(lines[2]);
    if (root.length !== 32) throw new Malformed("its root is not 32 bytes");
    return Object.assign(new Checkpoint(), { text, origin: lines[0], size: whole(BigInt(lines[1])), root, signatures });
  }

  /** Whether the key signed: null when no line is its own. */
  async signedBy(key) {
    const own = key.own(this.signatures);
    return own.length ? key.signed(this.text, own) : null;
  }

  /** Who signed, as the lines say. */
  get names() {
    return this.signatures.map((each) => `${each.name} (${hexOf(each.block.subarray(0, 4))})`).join(", ");
  }
}
