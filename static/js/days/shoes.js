// Cards against the commitment made before the bets, in both formats of a shoe's proof (docs/verify.md).

import { bytesOf, hexOf, utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { DIGEST } from "./forms.js";
import { written } from "./json.js";
import { sha256 } from "./sha256.js";
import { nodeOf } from "./tree.js";
import { hasKeys, isObject, isText, isWhole, same } from "./values.js";

/** The entries of a round's shoe. */
export const SHOE_KEYS = new Set(["shoe", "format", "root", "decks", "count", "header", "path"]);
const PROOF_KEYS = new Set(["index", "card", "salt", "path"]);

// The root that a leaf at this place of a tree leads to.
function climbed(leaf, place, path) {
  let [found, side] = [leaf, place];
  for (const neighbour of path) {
    const other = bytesOf(neighbour);
    found = side % 2 ? nodeOf(other, found) : nodeOf(found, other);
    side = Math.floor(side / 2);
  }
  return hexOf(found);
}

/** Hold a shoe's header to its root. Returns how many leaves lie before the cards; throws `Malformed`. */
export function checkShoe(shoe) {
  if (!hasKeys(shoe, SHOE_KEYS)) throw new Malformed("the shoe has other entries");
  const { format, header, path, root, count } = shoe;
  if (typeof shoe.shoe !== "string" || !isWhole(shoe.decks, 1) || !isWhole(count, 1) || !isText(root, DIGEST)) {
    throw new Malformed("the shoe's name, decks, cards or root");
  }
  if (format === "sabot-shoe-1" && header === null) return 0;
  if (format !== "sabot-shoe-2" || !isObject(header)) throw new Malformed("the format of the shoe");
  for (const name of ["format", "shoe", "decks", "count"]) if (!same(header[name] ?? null, shoe[name])) throw new Malformed(`the header's ${name}`);
  checkPath(path, count + 1);
  if (climbed(sha256(Uint8Array.of(3), utf8(written(header))), 0, path) !== root) throw new Malformed("the header does not lead to the root");
  return 1;
}

function checkPath(path, leaves) {
  const height = leaves > 1 ? BigInt(leaves - 1).toString(2).length : 0;
  if (!Array.isArray(path) || path.length !== height) throw new Malformed("a path is too long or too short");
  if (!path.every((each) => isText(each, DIGEST))) throw new Malformed("a path is not of digests");
}

/** Hold one card to the shoe's root. `lead` leaves lie before the cards. Throws `Malformed`. */
export function checkCard(shoe, lead, proof, card, place) {
  if (!isObject(proof) || !hasKeys(proof, PROOF_KEYS)) throw new Malformed("a proof has other entries");
  if (!same(proof.index, place) || proof.card !== card || !isText(proof.salt, DIGEST)) throw new Malformed(`the proof of place ${place} is of another card or place`);
  checkPath(proof.path, shoe.count + lead);
  const leaf = sha256(Uint8Array.of(0, place >>> 24, place >>> 16, place >>> 8, place), utf8(card), bytesOf(proof.salt));
  if (climbed(leaf, place + lead, proof.path) !== shoe.root) throw new Malformed(`the card at place ${place} does not lead to the root`);
}
