// SHA-512 (FIPS 180-4) in whole numbers: slow, and only for the few signatures of a log.

const WORD = (1n << 64n) - 1n;
const primes = [];
for (let n = 2; primes.length < 80; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

// The first 64 bits of the fraction of a prime's square or cube root, found bit by bit.
function fraction(n, power) {
  const goal = BigInt(n) << BigInt(64 * power);
  let root = 0n;
  for (let bit = 1n << 69n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(power) <= goal) root += bit;
  return root & WORD;
}

const START = primes.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUND = primes.map((prime) => fraction(prime, 3));
const turn = (word, by) => ((word >> by) | (word << (64n - by))) & WORD;

/** The digest of bytes, as bytes. */
export function sha512(bytes) {
  const padded = new Uint8Array(((bytes.length + 144) >> 7) << 7);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) << 3n);
  let state = START;
  for (let at = 0; at < padded.length; at += 128) state = mixed(state, spread(view, at));
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => {
    digest.setBigUint64(8 * place, word);
  });
  return new Uint8Array(digest.buffer);
}

function spread(view, at) {
  const words = Array.from({ length: 16 }, (_, place) => view.getBigUint64(at + 8 * place));
  for (let i = 16; i < 80; i += 1) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small = turn(early, 1n) ^ turn(early, 8n) ^ (early >> 7n);
    const large = turn(late, 19n) ^ turn(late, 61n) ^ (late >> 6n);
    words.push((words[i - 16] + small + words[i - 7] + large) & WORD);
  }
  return words;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 80; i += 1) {
    const first = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & WORD & g)) + ROUND[i] + words[i];
    const second = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & WORD, c, b, a, (first + second) & WORD];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) & WORD);
}
