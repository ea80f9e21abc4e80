// The order of work, as verify_days.py has it: note, quorum, older checkpoint, log, days, files, lines, meaning.

import { hexOf, sameBytes } from "./bytes.js";
import { checkBytes } from "./files.js";
import { Findings, FirstFault, Malformed, WrongUsage } from "./findings.js";
import { Judge } from "./judge.js";
import { readLine } from "./json.js";
import { Log } from "./log.js";
import { checkChain, findDays, readDay } from "./manifests.js";
import { Checkpoint, COSIGNS, readKey, SIGNS } from "./notes.js";
import { proofsIn, provenLog } from "./proofs.js";
import { checkSixFiles, encryptedIn, sixFilesIn } from "./six_files.js";
import { bundleOf, checkTiles } from "./tiles.js";

/** Work without progress and without an end before its own. */
export const UNWATCHED = { breathe: () => undefined, say: () => undefined };

/**
 * What is asked for, from texts: `keys` and `witnesses` as lists of lines, `quorum` as a number or null for all of
 * them, `since` as a list of `{ name, bytes }`, and whether `every` fault is wanted. Throws `WrongUsage`.
 */
export function askedOf({ keys, witnesses = [], quorum = null, since = [], every = false }) {
  const seen = witnesses.map((each) => readKey(each, COSIGNS));
  if (new Set(seen.map((each) => each.id)).size < seen.length) throw new WrongUsage("a witness is named twice", "twice");
  const most = seen.reduce((sum, each) => sum + each.weight, 0);
  const need = quorum ?? most;
  if (!(need >= 0 && need <= most)) throw new WrongUsage(`a quorum of ${need} cannot be reached with ${most}`, "quorum", { need, most });
  return { keys: keys.map((each) => readKey(each, SIGNS)), witnesses: seen, quorum: need, since, every };
}

/** Verify a folder. Throws `WrongUsage` for what is no folder of sealed days. */
export async function verify(folder, asked, watch = UNWATCHED) {
  const whole = folder.has("log/");
  // A checkpoint that was kept is compared with the whole log.
  if (!whole && (asked.since.length || !proofsIn(folder).length)) throw new WrongUsage("no log lies in the folder", "no-log");
  const findings = new Findings(asked.every);
  try {
    await (whole ? run : runAlone)(folder, asked, findings, watch);
  } catch (error) {
    if (!(error instanceof FirstFault)) throw error;
  }
  return findings;
}

async function run(folder, asked, findings, watch) {
  const checkpoint = await checkpointOf(folder, findings);
  if (!checkpoint) return;
  const log = new Log(folder, checkpoint);
  const later = new Findings(true);
  watch.say("log");
  await log.read(later, watch);
  const trusted = await checkSigned(log, asked, findings);
  await checkQuorum(checkpoint, asked, findings);
  for (const { code, name, ...where } of later.faults) findings.find(name, where);
  for (const each of asked.since) await checkSince(log, each, trusted, findings);
  findings.size = checkpoint.size;
  await checkTiles(log, findings, watch);
  checkEntries(log, findings);
  await checkDays(log, findings, watch);
}

// Days without their log: each is held to what its own proof tells of it.
async function runAlone(folder, asked, findings, watch) {
  const log = await provenLog(folder, findings);
  if (!log) return;
  for (const state of log.states) {
    log.checkpoint = state;
    await checkSigned(log, asked, findings);
    await checkQuorum(state, asked, findings);
  }
  findings.size = log.checkpoint.size;
  await checkDays(log, findings, watch);
}

async function checkpointOf(folder, findings) {
  const file = "log/checkpoint";
  const block = await folder.read(file);
  if (!block) {
    findings.find("file-missing", { file });
    return null;
  }
  try {
    return Checkpoint.parse(block);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    findings.find("note-malformed", { file, why: error.message });
    return null;
  }
}

// The checkpoint is signed by the key that the pinned one leads to. Returns the keys on the way.
async function checkSigned(log, asked, findings) {
  const { checkpoint } = log;
  const file = "log/checkpoint";
  let found;
  try {
    found = await log.lastKey(asked.keys);
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof WrongUsage)) throw error;
    findings.find("signature-wrong", { file: "log/tile/entries", who: checkpoint.origin, id: "", why: error.message });
    return asked.keys;
  }
  const { trusted, now } = found;
  const signed = await checkpoint.signedBy(now);
  if (signed === null || now.name !== checkpoint.origin) findings.find("key-unknown", { file, who: checkpoint.names });
  else if (!signed) findings.find("signature-wrong", { file, who: now.name, id: now.id });
  return trusted;
}

async function checkQuorum(checkpoint, { witnesses, quorum }, findings) {
  const missing = [];
  const file = "log/checkpoint";
  let have = 0;
  for (const witness of witnesses) {
    const signed = await checkpoint.signedBy(witness);
    if (signed) have += witness.weight;
    else if (signed === null) missing.push(witness.name);
    else findings.find("signature-wrong", { file, who: witness.name, id: witness.id });
  }
  if (have < quorum) findings.find("quorum-short", { file, have, need: quorum, who: missing.join(", ") });
}

// The log begins with the state that the caller kept.
async function checkSince(log, { name, bytes }, trusted, findings) {
  let older;
  try {
    older = Checkpoint.parse(bytes);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new WrongUsage(`${name} is no checkpoint: ${error.message}`, "no-checkpoint", { name });
  }
  const { checkpoint, leaves } = log;
  const signed = older.origin === checkpoint.origin && (await anySigned(older, trusted));
  if (!signed) findings.find("key-unknown", { file: name, who: older.names });
  else if (older.size > leaves.length || !sameBytes(leaves.part(0, Number(older.size)).root(), older.root)) {
    findings.find("log-forked", { file: name, old: older.size, size: checkpoint.size, old_root: hexOf(older.root), root: hexOf(checkpoint.root) });
  }
}

async function anySigned(checkpoint, keys) {
  for (const key of keys) if (await checkpoint.signedBy(key)) return true;
  return false;
}

function checkEntries(log, findings) {
  for (const [place, entry] of log.entries.entries()) {
    try {
      readLine(entry);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      findings.find("not-canonical", { file: `log/${bundleOf(log, place)}`, line: place + 1, column: 1, why: error.message });
    }
  }
}

async function checkDays(log, findings, watch) {
  const { folder } = log;
  const days = [];
  for (const found of findDays(folder, findings)) {
    days.push(await readDay(log, found, findings));
    await watch.breathe();
  }
  checkChain(days, log, findings);
  const last = new Map(days.map((each) => [each.day, each.revision]));
  const judge = new Judge(log, findings, watch);
  const six = sixFilesIn(folder);
  findings.encrypted = encryptedIn(folder);
  for (const day of days) {
    if (!day.manifest) continue;
    findings.days += 1;
    findings.stamps += Number(folder.files.has(`${day.path}stamp.tsr`) || folder.files.has(`${day.path}stamp.note`));
    watch.say(day.day);
    const sound = await checkBytes(folder, day, findings, watch);
    if (last.get(day.day) !== day.revision) continue;
    await judge.checkDay(day, sound);
    if (six.size) await checkSixFiles(log, day, six, { findings, watch });
  }
}
