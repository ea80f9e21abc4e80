// The tree of RFC 6962 over leaves that stand one after the other, 32 bytes each.

import { Sha256 } from "./sha256.js";

const SIZE = 32;
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];
const hash = new Sha256();

/** The root over no leaf: the digest of nothing. */
export const EMPTY = new Sha256().end();

/** Hashes laid end to end in one block, which grows by itself. */
export class Hashes {
  constructor(block = new Uint8Array(0)) {
    this.length = Math.floor(block.length / SIZE);
    this.block = block.subarray(0, this.length * SIZE);
  }

  /** Add the leaf of a line, which stands in a block from `start` to `end`. */
  addLeaf(block, start = 0, end = block.length) {
    const at = this.length * SIZE;
    if (at + SIZE > this.block.length) this.grow();
    hash.add(LEAF).add(block, start, end).end(this.block, at);
    this.length += 1;
  }

  grow() {
    const more = new Uint8Array(Math.max(64, 2 * this.length) * SIZE);
    more.set(this.block);
    this.block = more;
  }

  /** The bytes of the hashes from `start` to `end`. */
  bytes(start = 0, end = this.length) {
    return this.block.subarray(start * SIZE, Math.min(end, this.length) * SIZE);
  }

  /** Some of the hashes. */
  part(start, end) {
    return new Hashes(this.bytes(start, end));
  }

  /** Whether one hash is another one's. */
  isSame(place, other, there) {
    const [one, two] = [place * SIZE, there * SIZE];
    for (let at = 0; at < SIZE; at += 1) if (this.block[one + at] !== other.block[two + at]) return false;
    return true;
  }

  /** The first place at which two differ, as far as both go; -1 for none. */
  differs(other) {
    for (let place = 0; place < Math.min(this.length, other.length); place += 1) if (!this.isSame(place, other, place)) return place;
    return -1;
  }

  /** Whether the hashes from a place on are those of another from there on, to the end of both. */
  endsAs(place, other, there) {
    if (this.length - place !== other.length - there) return false;
    for (let at = 0; place + at < this.length; at += 1) if (!this.isSame(place + at, other, there + at)) return false;
    return true;
  }

  /** The root over all of them. */
  root() {
    if (!this.length) return EMPTY;
    const level = this.bytes().slice();
    for (let count = this.length; count > 1; count = Math.ceil(count / 2)) {
      for (let at = 0; at + 1 < count; at += 2) hash.add(NODE).add(level, at * SIZE, (at + 2) * SIZE).end(level, (at / 2) * SIZE);
      if (count % 2) level.copyWithin(((count - 1) / 2) * SIZE, (count - 1) * SIZE, count * SIZE);
    }
    return level.slice(0, SIZE);
  }
}

/** The digest of two nodes. */
export const nodeOf = (left, right) => hash.add(NODE).add(left).add(right).end();
