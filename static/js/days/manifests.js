// Days: which lie in the folder, their manifests, and the chain from day to day.

import { hexOf, order } from "./bytes.js";
import { Malformed } from "./findings.js";
import { DIGEST, dayBefore, isDay, MOMENT, NAME } from "./forms.js";
import { readLine } from "./json.js";
import { dayKey, listed } from "./log.js";
import { sha256 } from "./sha256.js";
import { hasKeys, isObject, isText, isWhole, sorted } from "./values.js";

const KEYS = new Set(["day", "faults", "files", "format", "hours", "house", "previous", "profile", "revision", "sealed_at", "software"]);
const ENTRY_KEYS = new Set(["name", "rows", "bytes", "sha256", "root"]);
const FAULT_KEYS = new Set(["rule", "reason", "by", "agreed_by"]);
const NO_PREVIOUS = "0".repeat(64);

/** Read a manifest. Throws `Malformed` naming the entry that is not of its form. */
export function readManifest(block) {
  if (block.at(-1) !== 10) throw new Malformed("manifest");
  const manifest = readLine(block.subarray(0, -1));
  if (!hasKeys(manifest, KEYS) || manifest.format !== "sabot-day-1") throw new Malformed("format");
  const holding = {
    hours: [23, 24, 25].includes(manifest.hours),
    revision: isWhole(manifest.revision, 1),
    previous: isText(manifest.previous, DIGEST),
    software: isText(manifest.software, DIGEST),
    sealed_at: isText(manifest.sealed_at, MOMENT),
    files: Array.isArray(manifest.files),
    faults: Array.isArray(manifest.faults),
  };
  const wrong = Object.keys(holding).find((name) => !holding[name]);
  if (wrong) throw new Malformed(wrong);
  if (!manifest.files.every(isEntry) || !inOrder(manifest.files.map((each) => each.name))) throw new Malformed("files");
  if (!manifest.faults.every((each) => isObject(each) && hasKeys(each, FAULT_KEYS))) throw new Malformed("faults");
  return manifest;
}

const isEntry = (entry) => isObject(entry) && hasKeys(entry, ENTRY_KEYS) && isText(entry.name, NAME) && isWhole(entry.rows) && isWhole(entry.bytes);
const inOrder = (names) => names.every((name, at) => at === 0 || names[at - 1] < name);

/** One revision of a day as it lies in the folder. `place` is where its leaf is in the log; -1 for nowhere. */
export class Day {
  constructor(path, day, revision, manifest, place) {
    Object.assign(this, { path, day, revision, manifest, place });
  }

  /** Where a fault of one of its files is. */
  where(file, more = {}) {
    return { day: this.day, revision: this.revision, file, ...more };
  }
}

/** Every revision of every day in the folder, in their order; what has no business there is a fault. */
export function findDays(folder, findings) {
  const found = [];
  for (const [name, inner] of folder.children("day/")) {
    if (!isDay(name) || !inner) {
      findings.find("file-extra", { file: `day/${name}` });
      continue;
    }
    for (const [revision, isFolder] of folder.children(`day/${name}/`)) {
      if (/^r[1-9][0-9]{0,3}$/.test(revision) && isFolder) found.push({ day: name, revision: Number(revision.slice(1)), path: `day/${name}/${revision}/` });
      else findings.find("file-extra", { file: `day/${name}/${revision}` });
    }
  }
  return found.sort((one, other) => order(one.day, other.day) || one.revision - other.revision);
}

/** Read a day's manifest, and hold it to the log and to the folder's name. */
export async function readDay(log, { day, revision, path }, findings) {
  const here = { day, revision, file: "manifest.json" };
  const block = await log.folder.read(`${path}manifest.json`);
  if (!block) {
    findings.find("file-missing", here);
    return new Day(path, day, revision, null, -1);
  }
  const sealed = log.days.get(dayKey(day, revision)) ?? [];
  const digest = hexOf(sha256(block));
  const place = sealed.find((each) => each.digest === digest)?.place ?? -1;
  if (place < 0 || new Set(sealed.map((each) => each.digest)).size > 1) findings.find("day-not-in-log", here);
  let manifest;
  try {
    manifest = readManifest(block);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    findings.find("manifest-malformed", { ...here, why: error.message });
    return new Day(path, day, revision, null, place);
  }
  for (const [field, value] of Object.entries({ day, revision, house: log.checkpoint.origin })) {
    if (manifest[field] !== value) findings.find("manifest-other", { ...here, field });
  }
  return new Day(path, day, revision, manifest, place);
}

/** Hold each day to the one before it: none missing between two, and each names the other's manifest. */
export function checkChain(days, log, findings) {
  const told = new Map();
  for (const sealed of log.days.values()) for (const each of sealed) listed(told, each.day).push(each);
  const here = new Set(days.map((each) => each.day));
  for (const name of sorted(here).slice(1)) {
    const before = dayBefore(name);
    if (!here.has(before)) findings.find("day-missing", { day: before });
  }
  for (const each of days) {
    if (!each.manifest || each.place < 0) continue;
    const earlier = (told.get(dayBefore(each.day)) ?? []).filter((sealed) => sealed.place < each.place);
    const found = earlier.length ? earlier.reduce((last, one) => (one.place > last.place ? one : last)).digest : NO_PREVIOUS;
    const { previous } = each.manifest;
    if (previous !== found) findings.find("chain-broken", each.where("manifest.json", { previous, found }));
  }
}
