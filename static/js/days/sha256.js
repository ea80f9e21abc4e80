// SHA-256 (FIPS 180-4) of bytes as they come: a browser keeps its own to pages over https, and answers late.

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);

// The first 32 bits of the fraction of a prime's square or cube root, found bit by bit.
function fraction(n, power) {
  const goal = BigInt(n) << BigInt(32 * power);
  let root = 0n;
  for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(power) <= goal) root += bit;
  return Number(root & 0xffffffffn);
}

const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2));
const ROUND = Int32Array.from(primes, (prime) => fraction(prime, 3));

/** A digest that bytes are added to. It may be begun again as often as one likes. */
export class Sha256 {
  constructor() {
    this.state = new Int32Array(8);
    this.words = new Int32Array(64);
    this.rest = new Uint8Array(64);
    this.begin();
  }

  /** Forget all bytes. */
  begin() {
    this.state.set(START);
    this.length = 0;
    return this;
  }

  /** Add the bytes of a block from `start` to `end`. */
  add(block, start = 0, end = block.length) {
    let at = start;
    const held = this.length & 63;
    this.length += end - start;
    if (held) {
      const taken = Math.min(64 - held, end - at);
      this.rest.set(block.subarray(at, at + taken), held);
      at += taken;
      if (held + taken < 64) return this;
      this.mix(this.rest, 0);
    }
    for (; at + 64 <= end; at += 64) this.mix(block, at);
    this.rest.set(block.subarray(at, end));
    return this;
  }

  /** Write the digest of all bytes into a block, and begin again. */
  end(into = new Uint8Array(32), at = 0) {
    const { rest, state, length } = this;
    let held = length & 63;
    rest[held] = 0x80;
    rest.fill(0, held + 1);
    held += 1;
    if (held > 56) {
      this.mix(rest, 0);
      rest.fill(0);
    }
    const view = new DataView(rest.buffer);
    view.setUint32(56, Math.floor(length / 0x20000000));
    view.setUint32(60, (length << 3) >>> 0);
    this.mix(rest, 0);
    for (let place = 0; place < 8; place += 1) {
      const word = state[place];
      into[at + 4 * place] = word >>> 24;
      into[at + 4 * place + 1] = word >>> 16;
      into[at + 4 * place + 2] = word >>> 8;
      into[at + 4 * place + 3] = word;
    }
    this.begin();
    return into;
  }

  /** Mix 64 bytes into the state. */
  mix(block, start) {
    const { words, state } = this;
    spread(words, block, start);
    let [a, b, c, d] = state;
    let e = state[4];
    let f = state[5];
    let g = state[6];
    let h = state[7];
    for (let i = 0; i < 64; i += 1) {
      const first = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const second = ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

function spread(words, block, start) {
  for (let i = 0, at = start; i < 16; i += 1, at += 4) words[i] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15];
    const late = words[i - 2];
    const small = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const large = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[i] = (words[i - 16] + small + words[i - 7] + large) | 0;
  }
}

const whole = new Sha256();

/** The digest of blocks, one after the other. */
export function sha256(...blocks) {
  for (const each of blocks) whole.add(each);
  return whole.end();
}
