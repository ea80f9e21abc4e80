// The files of a day, byte by byte: each held to the manifest, and the lines named that are not the sealed ones.

import { hexOf, linesOf, sameBytes } from "./bytes.js";
import { keyText } from "./lines.js";
import { Sha256 } from "./sha256.js";
import { Hashes } from "./tree.js";

const BESIDE = ["manifest.json", "proof.json", "stamp.tsr", "stamp.note"];

/** Hold each file of a day to the manifest. Returns the names of those that hold. */
export async function checkBytes(folder, day, findings, watch) {
  const { files } = day.manifest;
  const known = new Set([...BESIDE, ...files.flatMap((each) => [each.name, `${each.name}.leaves`])]);
  for (const path of folder.under(day.path)) if (!known.has(path)) findings.find("file-extra", day.where(path));
  const sound = new Set();
  for (const entry of files) if (await fileHolds(folder, day, entry, findings, watch)) sound.add(entry.name);
  return sound;
}

async function fileHolds(folder, day, entry, findings, watch) {
  const { name } = entry;
  await watch.breathe();
  const block = await folder.read(day.path + name);
  const beside = block && (await folder.read(`${day.path}${name}.leaves`));
  if (!block || !beside) {
    findings.find("file-missing", day.where(block ? `${name}.leaves` : name));
    return false;
  }
  const now = new Hashes();
  for (const [start, end] of linesOf(block)) {
    now.addLeaf(block, start, end);
    await watch.breathe(end - start);
  }
  const sealed = new Hashes(beside);
  const file = { day, name, block, findings };
  if (hexOf(now.root()) === entry.root && hexOf(new Sha256().add(block).end()) === entry.sha256) {
    if (block.length !== entry.bytes || now.length !== entry.rows) findings.find("file-length", day.where(name));
    if (!sameBytes(beside, now.bytes())) findings.find("line-touched", day.where(`${name}.leaves`, { line: 1 + firstOr(sealed.differs(now), sealed.length) }));
    return true;
  }
  if (hexOf(sealed.root()) === entry.root && beside.length === 32 * sealed.length) nameLines(file, now, sealed);
  // Neither the lines nor their leaves lead to the root: name the first line in which the two differ.
  else findings.find("line-touched", lineAt(file, firstOr(sealed.differs(now), 0)));
  return false;
}

const firstOr = (at, other) => (at < 0 ? other : at);

// Say which lines were touched, added, taken out or exchanged: `sealed` are the leaves that lead to the root.
function nameLines(file, now, sealed) {
  const { findings } = file;
  const at = firstOr(now.differs(sealed), Math.min(now.length, sealed.length));
  const more = now.length - sealed.length;
  if (more === 0) nameTouched(file, now, sealed, at);
  else if (more > 0 && now.endsAs(at + more, sealed, at)) {
    for (let place = at; place < at + more; place += 1) findings.find("line-inserted", lineAt(file, place));
  } else if (more < 0 && now.endsAs(at, sealed, at - more)) findings.find("line-removed", { ...lineAt(file, at), lines: -more });
  // A line feed was touched: two lines are one, or one is two.
  else findings.find("line-touched", lineAt(file, at));
}

function nameTouched(file, now, sealed, at) {
  const last = at + 1 >= now.length;
  const swapped = !last && now.isSame(at, sealed, at + 1) && now.isSame(at + 1, sealed, at) && now.endsAs(at + 2, sealed, at + 2);
  if (swapped || at === now.length) {
    file.findings.find("lines-swapped", { ...lineAt(file, at), other: at + 2 });
    return;
  }
  for (let place = at; place < now.length; place += 1) if (!now.isSame(place, sealed, place)) file.findings.find("line-touched", lineAt(file, place));
}

// Where a line is: its number from 1, its key as it says now, the byte at which it begins.
function lineAt({ day, name, block }, at) {
  let place = 0;
  for (const [start, end] of linesOf(block)) {
    if (place === at) return day.where(name, { line: at + 1, key: keyText(name, block.subarray(start, end)), offset: start });
    place += 1;
  }
  return day.where(name, { line: at + 1, key: "", offset: block.length });
}
