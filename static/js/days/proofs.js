// Days without their log: what each one's own proof tells of it (docs/sealed-days.md, "One day alone").

import { bytesOf, sameBytes, utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { DIGEST } from "./forms.js";
import { readLine } from "./json.js";
import { Log } from "./log.js";
import { Checkpoint } from "./notes.js";
import { Hashes, nodeOf } from "./tree.js";
import { hasKeys, isObject, isText, isWhole, said, sorted } from "./values.js";

const PROOF = /^day\/[^/]+\/[^/]+\/proof\.json$/;
const PROOF_KEYS = new Set(["format", "checkpoint", "leaves", "stamped"]);
const LEAF_KEYS = new Set(["number", "leaf", "path"]);

/** Of a log whose files are not here, single leaves that were handed out with days, each with its proof. */
class ProvenLog extends Log {
  constructor(folder, states) {
    super(folder, states.at(-1));
    this.states = states; // the checkpoints that the proofs lead to, the smallest first
  }
}

/** The paths of the proofs that lie beside days. */
export const proofsIn = (folder) => sorted([...folder.files.keys()].filter((path) => PROOF.test(path)));

/** The log as far as the days' own proofs tell it; null where one of them does not hold, which is named. */
export async function provenLog(folder, findings) {
  const leaves = new Map();
  const states = [];
  for (const file of proofsIn(folder)) {
    let proof;
    try {
      proof = readProof(await folder.read(file));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      findings.find("note-malformed", { file, why: error.message });
      return null;
    }
    const wrong = wrongOf(proof, leaves);
    if (wrong !== undefined) {
      findings.find("log-touched", { file, entry: wrong.number });
      return null;
    }
    for (const { number, data } of proof.leaves) leaves.set(number, data);
    states.push(proof.state);
  }
  states.sort((one, other) => Number(BigInt(one.size) - BigInt(other.size)));
  const log = new ProvenLog(folder, states);
  for (const number of [...leaves.keys()].sort((one, other) => one - other)) log.tell(number, leaves.get(number));
  return log;
}

// The first leaf that is not in the log of its state, else the first of which another day says otherwise.
function wrongOf({ state, leaves }, known) {
  const other = ({ number, data }) => known.has(number) && !sameBytes(known.get(number), data);
  return leaves.find((each) => !isIncluded(state, each)) ?? leaves.find(other);
}

function readProof(block) {
  const proof = block.at(-1) === 10 ? readLine(block.subarray(0, -1)) : {};
  if (!hasKeys(proof, PROOF_KEYS) || proof.format !== "sabot-day-proof-1" || !Array.isArray(proof.leaves)) throw new Malformed("it is no proof of a day");
  const leaves = proof.leaves.map(readLeaf);
  const state = Checkpoint.parse(utf8(said(proof.checkpoint)));
  digests(proof.stamped);
  return { state, leaves };
}

function readLeaf(leaf) {
  if (!isObject(leaf) || !hasKeys(leaf, LEAF_KEYS) || !isWhole(leaf.number)) throw new Malformed("a leaf");
  return { number: leaf.number, data: utf8(said(leaf.leaf)), path: digests(leaf.path) };
}

function digests(path) {
  if (!Array.isArray(path) || !path.every((each) => isText(each, DIGEST))) throw new Malformed("a path is not of digests");
  return path.map(bytesOf);
}

function leafOf(data) {
  const hashes = new Hashes();
  hashes.addLeaf(data);
  return hashes.root();
}

// Whether a leaf is in the log of that state (RFC 9162, 2.1.3.2).
function isIncluded(state, { number, data, path }) {
  let [at, last] = [BigInt(number), BigInt(state.size) - 1n];
  if (at > last) return false;
  let found = leafOf(data);
  for (const other of path) {
    if (last === 0n) return false;
    if (at % 2n || at === last) {
      found = nodeOf(other, found);
      while (at % 2n === 0n && at) [at, last] = [at / 2n, last / 2n];
    } else found = nodeOf(found, other);
    [at, last] = [at / 2n, last / 2n];
  }
  return last === 0n && sameBytes(found, state.root);
}
