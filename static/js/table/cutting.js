// The arithmetic of the cut, as docs/verify.md has it: what a seat is held to, and where the shoe is begun. Pure.

import { bytesOf, hexOf, sha256 } from "./sha256.js";

const NUMBER_BYTES = 16;
const PLACE_BYTES = 2;

// A number of 16 bytes, in hex: the place of the card that was touched, and random bytes that hide it.
export function numberAt(place, random) {
  return hexOf(Uint8Array.from([place >> 8, place & 0xff, ...random.slice(0, NUMBER_BYTES - PLACE_BYTES)]));
}

// The card that a number's seat touched.
export const placeOf = (number, count) => Number.parseInt(number.slice(0, 2 * PLACE_BYTES), 16) % count;

export const commitmentOf = (root, seat, number) => hexOf(sha256(Uint8Array.from([4, ...bytesOf(root), seat, ...bytesOf(number)])));

// `numbers`: in the order of the seats. Without one nothing is cut.
export function startOf(root, numbers, count) {
  if (!numbers.length) return 0;
  const digest = hexOf(sha256(Uint8Array.from([root, ...numbers].flatMap((text) => [...bytesOf(text)]))));
  return Number(BigInt(`0x${digest}`) % BigInt(count));
}

// Whether a cut that is over is what its numbers say, and each number what its seat was held to; null before its end.
// `noted`: seat → the commitment that this page saw while the cut was open, which no other may replace.
export function holdsCut({ phase, root, count, start, seats }, noted = new Map()) {
  if (phase !== "cut") return null;
  const shown = seats.filter((each) => each.number !== null);
  const held = shown.every((each) => commitmentOf(root, each.seat, each.number) === each.commitment);
  const kept = [...noted].every(([seat, commitment]) => seats.some((each) => each.seat === seat && each.commitment === commitment));
  return held && kept && startOf(root, shown.map((each) => each.number), count) === start;
}
