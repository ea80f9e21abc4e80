// Bytes and texts: hexadecimal, base64 in its one form, UTF-8, and the order of texts by their bytes.

import { Malformed } from "./findings.js";

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The UTF-8 of a text. */
export const utf8 = (text) => encoder.encode(text);

/** The text of UTF-8, or null for bytes that are none. */
export function textOf(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes as hexadecimal digits in small letters. */
export function hexOf(bytes) {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** The bytes that hexadecimal digits stand for. */
export function bytesOf(hex) {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (digit(hex, 2 * at) << 4) | digit(hex, 2 * at + 1);
  return bytes;
}

function digit(hex, at) {
  const letter = hex.charCodeAt(at);
  return letter < 58 ? letter - 48 : letter - 87;
}

/** Bytes as base64. */
export function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Decode base64 in its one form. Throws `Malformed`. */
export function base64Of(text) {
  if (!BASE64.test(text)) throw new Malformed("something is not base64");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  if (base64(bytes) !== text) throw new Malformed("something is not base64 in its one form");
  return bytes;
}

/** Several blocks of bytes, one after the other. */
export function joined(...blocks) {
  const whole = new Uint8Array(blocks.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of blocks) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}

/** Whether two blocks are the same bytes. */
export function sameBytes(one, other) {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

const FAR = /[\ud800-\uffff]/;

/** Below 0, 0 or above: the order of two texts by their bytes in UTF-8, which is that of their letters' numbers. */
export function order(one, other) {
  if (one === other) return 0;
  if (!FAR.test(one) && !FAR.test(other)) return one < other ? -1 : 1;
  const [letters, others] = [Array.from(one), Array.from(other)];
  for (let at = 0; at < Math.min(letters.length, others.length); at += 1) {
    const step = letters[at].codePointAt(0) - others[at].codePointAt(0);
    if (step) return step;
  }
  return letters.length - others.length;
}

/** The lines of a block: where each begins, and where it ends behind its line feed; the last one as it is. */
export function* linesOf(block) {
  for (let start = 0; start < block.length; ) {
    const at = block.indexOf(10, start);
    const end = at < 0 ? block.length : at + 1;
    yield [start, end];
    start = end;
  }
}
