// Checks each card as it comes out against the shoe's fingerprint, which was published before the first bet. Pure but for
// the memory of what was seen here: the page trusts no message that says "proven".

import { bytesOf, hexOf, sha256 } from "./sha256.js";

const seen = new Map(); // root → when this page first saw it, by the server's clock
const during = new Map(); // round → the root that stood while its bets were open

// Remembers the fingerprint that stands over the betting: no other will do for that round's cards.
export function note(round, now) {
  if (!round.root) return;
  if (!seen.has(round.root)) seen.set(round.root, now);
  if (round.phase === "betting" && !during.has(round.code)) during.set(round.code, round.root);
}

export const seenAt = (root) => seen.get(root) ?? null;

let last = { code: null, checks: [] };

// The checks of the first `shown` cards of a round, in the order of drawing: {card, index, leaf, holds}. `table`: as
// `check` takes it.
export function checksOf(round, shown, table) {
  if (!round.deal?.proof) return [];
  if (last.code !== round.code) last = { code: round.code, checks: check(round.deal, during.get(round.code) ?? round.root, table) };
  return last.checks.slice(0, shown);
}

// `deal`: cards by place and `proof`: {leaves: [[index, salt]] in the order of drawing, nodes: [[level, index, hash]], height,
// header}. `table`: {code, decks}, which the shoe's header must name. No card holds in a shoe whose header does not; one of
// format 1 has none, and its cards begin at the first leaf.
export function check({ cards, proof }, root, table) {
  const drawn = cards.filter(Boolean);
  const lead = proof.header ? 1 : 0;
  const given = new Map(proof.nodes.map(([level, index, hash]) => [`${level}:${index}`, hash]));
  const leaves = proof.leaves.map(([index, salt], place) => leafOf(index, drawn[place] ?? "", salt));
  proof.leaves.forEach(([index], place) => {
    given.set(`0:${index + lead}`, leaves[place]);
  });
  const header = lead ? headerLeafOf(proof.header) : null;
  if (lead) given.set("0:0", header);
  const node = (level, index) => given.get(`${level}:${index}`) ?? (level > 0 ? joined(node, level - 1, index) : null);
  const leads = (leaf, index) => leaf !== null && climbed(node, index, leaf, proof.height) === root;
  const headed = !lead || (leads(header, 0) && names(proof.header, table));
  return proof.leaves.map(([index], place) => ({
    card: drawn[place],
    index,
    leaf: leaves[place],
    holds: headed && leads(leaves[place], index + lead),
  }));
}

const names = (header, table) => !table || (header.decks === table.decks && String(header.shoe).startsWith(`${table.code}/`));

// The header as JSON, keys sorted, without a space: its texts are ASCII.
function headerLeafOf(header) {
  const text = JSON.stringify(Object.fromEntries(Object.keys(header).sort().map((key) => [key, header[key]])));
  return /^[\x20-\x7e]*$/.test(text) ? hexOf(sha256(Uint8Array.from([3, ...Array.from(text, (letter) => letter.charCodeAt(0))]))) : null;
}

function joined(node, level, index) {
  const [left, right] = [node(level, 2 * index), node(level, 2 * index + 1)];
  return left && right ? pairOf(left, right) : null;
}

// From the leaf up: the index tells, bit by bit, on which side the neighbour stands.
function climbed(node, index, leaf, height) {
  let found = leaf;
  for (let level = 0; level < height && found; level++) {
    const place = Math.floor(index / 2 ** level);
    const neighbour = node(level, place % 2 ? place - 1 : place + 1);
    found = neighbour && (place % 2 ? pairOf(neighbour, found) : pairOf(found, neighbour));
  }
  return found;
}

const pairOf = (left, right) => hexOf(sha256(Uint8Array.from([1, ...bytesOf(left), ...bytesOf(right)])));

function leafOf(index, card, salt) {
  if (!/^[A23456789TJQK][SHDC]$/.test(card) || !/^[0-9a-f]{64}$/.test(salt)) return null;
  const place = [index >>> 24, index >>> 16, index >>> 8, index].map((part) => part & 0xff);
  return hexOf(sha256(Uint8Array.from([0, ...place, card.charCodeAt(0), card.charCodeAt(1), ...bytesOf(salt)])));
}
