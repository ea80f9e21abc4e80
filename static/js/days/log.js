// The log of a folder: what its checkpoint signs, and what its entries tell.

import { utf8 } from "./bytes.js";
import { Malformed } from "./findings.js";
import { readLine } from "./json.js";
import { readKey, SIGNS, splitNote } from "./notes.js";
import { entriesPath, unbundled, WIDTH } from "./tiles.js";
import { Hashes } from "./tree.js";
import { said } from "./values.js";

const MISSING_MOST = 16; // so many missing files are named; a log that lacks more of them lacks all from there

/** The entries of a log, and the days, shoes, rules and keys that they tell of. */
export class Log {
  constructor(folder, checkpoint) {
    this.folder = folder;
    this.checkpoint = checkpoint;
    this.entries = [];
    this.leaves = new Hashes();
    this.days = new Map(); // `dayKey` -> where in the log, and the manifest's digest
    this.shoes = new Map();
    this.rules = new Map();
    this.keys = [];
    this.corrections = new Map(); // day -> the leaves that correct its files, in their order
    this.since = ""; // the moment of its first leaf
  }

  /** Read the entries that the checkpoint covers, in bundles of 256; of missing ones the first are named. */
  async read(findings, watch) {
    const size = BigInt(this.checkpoint.size);
    for (let [index, missing] = [0, 0]; BigInt(index * WIDTH) < size; index += 1) {
      const left = size - BigInt(index * WIDTH);
      const width = left < WIDTH ? Number(left) : WIDTH;
      const path = entriesPath(index, width);
      const block = await this.folder.read(`log/${path}`);
      if (!block) {
        findings.find("file-missing", { file: `log/${path}` });
        missing += 1;
        if (missing === MISSING_MOST) break;
      }
      const found = unbundled(block ?? new Uint8Array(0)).slice(0, width);
      while (found.length < width) found.push(new Uint8Array(0));
      this.entries.push(...found);
      await watch.breathe(block?.length ?? 0);
    }
    for (const [place, each] of this.entries.entries()) {
      this.leaves.addLeaf(each);
      this.tell(place, each);
      if (place % 512 === 0) await watch.breathe();
    }
  }

  tell(place, entry) {
    let leaf;
    try {
      leaf = readLine(entry);
    } catch (error) {
      if (error instanceof Malformed) return;
      throw error;
    }
    const { kind } = leaf;
    this.since = this.since || ("at" in leaf ? said(leaf.at) : "");
    if (kind === "day") listed(this.days, dayKey(said(leaf.day), Number.isInteger(leaf.revision) ? leaf.revision : 0)).push({ place, digest: said(leaf.manifest), day: said(leaf.day) });
    else if (kind === "shoe" && !this.shoes.has(said(leaf.shoe))) this.shoes.set(said(leaf.shoe), { place, leaf });
    else if (kind === "rules") listed(this.rules, said(leaf.version)).push(said(leaf.digest));
    else if (kind === "correction") listed(this.corrections, said(leaf.day)).push(leaf);
    else if (kind === "key") this.keys.push({ place, leaf });
  }

  /**
   * The keys that may have signed, from a pinned one on, and the one that has to sign now. A leaf `key` counts if the
   * key before it signed its note. Throws `Malformed` or `WrongUsage` for one that does not.
   */
  async lastKey(pinned) {
    const named = pinned.filter((key) => key.name === this.checkpoint.origin);
    const trusted = named.length ? named : [...pinned];
    let now = trusted.at(-1);
    const keys = this.keys.filter(({ place }) => place < this.checkpoint.size).map(({ leaf }) => leaf);
    const start = keys.findIndex((leaf) => leaf.vkey === now.text) + 1;
    for (const leaf of keys.slice(start)) {
      const { text, signatures } = splitNote(utf8(said(leaf.note)));
      const next = said(leaf.vkey);
      if (text !== `sabot key/v1\n${now.text}\n${next}\n` || !(await now.signed(text, now.own(signatures)))) {
        throw new Malformed("a key is not signed by the key before it");
      }
      now = readKey(next, SIGNS);
      trusted.push(now);
    }
    return { trusted, now };
  }
}

/** The name under which the log's days are kept. */
export const dayKey = (day, revision) => JSON.stringify([day, revision]);

/** The list of a name in a map of lists; a new one where there is none. */
export function listed(map, name) {
  if (!map.has(name)) map.set(name, []);
  return map.get(name);
}
