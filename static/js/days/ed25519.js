// Ed25519 (RFC 8032): the browser's own where it has it, else in whole numbers. A point is [X, Y, Z, T].

import { bytesOf, hexOf, joined, sameBytes } from "./bytes.js";
import { sha512 } from "./sha512.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const NEUTRAL = [0n, 1n, 1n, 0n];
const mod = (number) => ((number % P) + P) % P;

function power(base, exponent) {
  let [found, square, left] = [1n, mod(base), exponent];
  for (; left; left >>= 1n) {
    if (left & 1n) found = (found * square) % P;
    square = (square * square) % P;
  }
  return found;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

function add(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const c = mod(2n * one[3] * other[3] * D);
  const d = mod(2n * one[2] * other[2]);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(number, point) {
  let [found, doubled, left] = [NEUTRAL, point, number];
  for (; left; left >>= 1n) {
    if (left & 1n) found = add(found, doubled);
    doubled = add(doubled, doubled);
  }
  return found;
}

const numberOf = (bytes) => BigInt(`0x0${hexOf(Uint8Array.from(bytes).reverse())}`);

// The point that 32 bytes stand for; null for bytes that stand for none.
function pointOf(bytes) {
  const number = numberOf(bytes);
  const [sign, y] = [number >> 255n, number & ((1n << 255n) - 1n)];
  if (bytes.length !== 32 || y >= P) return null;
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = (x * ROOT_OF_MINUS_ONE) % P;
  if (mod(x * x - square) || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

function bytesOfPoint(point) {
  const inverse = power(point[2], P - 2n);
  const [x, y] = [(point[0] * inverse) % P, (point[1] * inverse) % P];
  return bytesOf((y | ((x & 1n) << 255n)).toString(16).padStart(64, "0")).reverse();
}

const BASE = pointOf(bytesOf("58".padEnd(64, "6")));

/** Whether the signature is that key's, in whole numbers. */
export function slowHolds(key, signature, message) {
  if (signature.length !== 64) return false;
  const [point, first, number] = [pointOf(key), pointOf(signature.subarray(0, 32)), numberOf(signature.subarray(32))];
  if (!point || !first || number >= L) return false;
  const digest = numberOf(sha512(joined(signature.subarray(0, 32), key, message))) % L;
  return sameBytes(bytesOfPoint(times(number, BASE)), bytesOfPoint(add(first, times(digest, point))));
}

const imported = (key) => crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
let native = null; // whether the browser has it, once that was asked

async function isNative() {
  if (native === null) native = await imported(bytesOfPoint(BASE)).then(() => true, () => false).catch(() => false);
  return native;
}

/** Whether the signature is that key's over the message. */
export async function holds(key, signature, message) {
  if (!globalThis.crypto?.subtle || !(await isNative())) return slowHolds(key, signature, message);
  try {
    return await crypto.subtle.verify({ name: "Ed25519" }, await imported(key), signature, message);
  } catch {
    return false;
  }
}
