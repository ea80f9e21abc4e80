// The published files of a log (C2SP tlog-tiles): their names, and each held to the entries and the root.

import { joined, sameBytes } from "./bytes.js";
import { Hashes } from "./tree.js";

const TILE = /^tile\/(entries|[0-9]|[1-5][0-9])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;
export const WIDTH = 256;

function numberPath(index) {
  const parts = [String(index % 1000).padStart(3, "0")];
  for (let left = Math.floor(index / 1000); left > 0; left = Math.floor(left / 1000)) parts.push(`x${String(left % 1000).padStart(3, "0")}`);
  return parts.reverse().join("/");
}

const widthPath = (width) => (width === WIDTH ? "" : `.p/${width}`);

/** Where the bundle of entries with this number and width lies, from the log's folder. */
export const entriesPath = (index, width) => `tile/entries/${numberPath(index)}${widthPath(width)}`;

/** The entries of a bundle, as far as they are whole. */
export function unbundled(block) {
  const entries = [];
  for (let at = 0; at + 2 <= block.length; ) {
    const end = at + 2 + (block[at] << 8) + block[at + 1];
    if (end > block.length) break;
    entries.push(block.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

const bundled = (entries) => joined(...entries.flatMap((each) => [Uint8Array.of(each.length >> 8, each.length & 255), each]));

/** The file that has the entry at a place. */
export function bundleOf(log, place) {
  const index = Math.floor(place / WIDTH);
  return entriesPath(index, Math.min(WIDTH, log.leaves.length - index * WIDTH));
}

/** Hold every published file of the log to the entries, and the entries to the root. */
export async function checkTiles(log, findings, watch) {
  const holding = sameBytes(log.leaves.root(), log.checkpoint.root);
  const levels = levelsOf(log.leaves);
  if (!holding) await nameTouched(log, findings);
  for (const path of log.folder.under("log/")) {
    if (path === "checkpoint") continue;
    const due = dueOf(log, path, levels);
    if (!due) {
      findings.find("file-extra", { file: `log/${path}` });
      continue;
    }
    if (holding) {
      const block = await log.folder.read(`log/${path}`);
      if (!sameBytes(block, due)) findings.find("log-touched", { file: `log/${path}`, entry: differsAt(path, block, due) });
    }
    await watch.breathe();
  }
}

function levelsOf(leaves) {
  const levels = [leaves];
  while (levels.at(-1).length >= WIDTH) {
    const below = levels.at(-1);
    const roots = [];
    for (let at = 0; at + WIDTH <= below.length; at += WIDTH) roots.push(below.part(at, at + WIDTH).root());
    levels.push(new Hashes(joined(...roots)));
  }
  return levels;
}

// The entries do not lead to the root: name the entry that its tile says otherwise of, if the tiles hold.
async function nameTouched(log, findings) {
  const blocks = [];
  for (let at = 0; at < log.leaves.length; at += WIDTH) {
    const width = Math.min(WIDTH, log.leaves.length - at);
    const block = await log.folder.read(`log/tile/0/${numberPath(at / WIDTH)}${widthPath(width)}`);
    if (block) blocks.push(new Hashes(block).bytes(0, width));
  }
  const hashes = new Hashes(joined(...blocks));
  if (sameBytes(hashes.root(), log.checkpoint.root)) {
    const place = hashes.differs(log.leaves);
    findings.find("log-touched", { file: `log/${bundleOf(log, place)}`, entry: place });
  } else findings.find("log-touched", { file: "log/checkpoint", entry: log.checkpoint.size });
}

// What a file of the log has to hold; null for one that has no business there.
function dueOf(log, path, levels) {
  const found = TILE.exec(path);
  if (!found) return null;
  const start = Number(found[2].replace(/[x/]/g, "")) * WIDTH;
  const width = Number(found[3] ?? WIDTH);
  if (width > WIDTH || (found[3] && width === WIDTH)) return null;
  const isEntries = found[1] === "entries";
  const level = isEntries ? log.entries : levels[Number(found[1])];
  if (!level || start + width > level.length) return null;
  return isEntries ? bundled(level.slice(start, start + width)) : level.bytes(start, start + width);
}

// The number, in its file, of the first hash or entry that differs.
function differsAt(path, block, due) {
  if (!path.startsWith("tile/entries")) {
    const [found, wanted] = [new Hashes(block), new Hashes(due)];
    const at = found.differs(wanted);
    return at < 0 ? found.length : at;
  }
  const [found, wanted] = [unbundled(block), unbundled(due)];
  const at = found.findIndex((each, place) => place < wanted.length && !sameBytes(each, wanted[place]));
  return at < 0 ? found.length : at;
}
