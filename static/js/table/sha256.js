// SHA-256 (FIPS 180-4), since a browser keeps its own to pages that come over https.

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

// The first 32 bits of the fraction of a prime's square or cube root, worked out instead of listed: found bit by bit.
function fraction(n, power) {
  const goal = BigInt(n) << BigInt(32 * power);
  let root = 0n;
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(power) <= goal) root += bit;
  return Number(root & 0xffffffffn);
}

const START = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUND = primes.map((prime) => fraction(prime, 3));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

// The digest of bytes, as bytes.
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) mix(state, spread(words, view, at));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => {
    digest.setUint32(4 * place, word);
  });
  return new Uint8Array(digest.buffer);
}

function spread(words, view, at) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  return words;
}

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words[i]) >>> 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
