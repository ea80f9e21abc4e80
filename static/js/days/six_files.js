// The six files for the regulator, where they lie beside the days: held to the digests and the lines of their day.

import { hexOf, textOf } from "./bytes.js";
import { Malformed } from "./findings.js";
import { readLine } from "./json.js";
import { sha256 } from "./sha256.js";
import { cents, placeOf, sealedLines } from "./six_places.js";
import { Counter, isObject, sorted } from "./values.js";
import { parseXml } from "./xml.js";

const NAME = /^(?:(?:RESF|EXCL)_\d{8}|(?:JGDR|SESS|AJOG|TRAN)_\d{10})_[0-9A-Z]{3}\w{0,4}\.xml$/;
const AGAIN = "rp.xml"; // how the name of a file ends that takes the place of another
const NOWHERE = { record: 0, element: "" };
// A sum of the daily summary, and what it adds up in the files of play (S05).
const TOLD = { total_apostas: "a_valor", total_ganhos: "g_ganho", total_reembolsos: "r_valor", total_comissoes: "a_comissao" };

/** The files for the regulator that lie in a folder, outside of its days and its log, by their names. */
export function sixFilesIn(folder) {
  const paths = folder.paths.filter((path) => !/^(?:log|day)\//.test(path) && NAME.test(path.slice(path.lastIndexOf("/") + 1)));
  return new Map(paths.map((path) => [path.slice(path.lastIndexOf("/") + 1), path]));
}

/** How many encrypted packages of such files lie there: only the key of their reader opens them. */
export const encryptedIn = (folder) => folder.paths.filter((path) => !/^(?:log|day)\//.test(path) && path.endsWith(".zip.p7m")).length;

/** Hold the files of a day to its digests, those that the log says were corrected to the last correction. */
export async function checkSixFiles(log, day, files, { findings, watch }) {
  const due = await dueOf(log.folder, day);
  if (!due) return;
  const asked = correctedOf(day, due, log.corrections.get(day.day) ?? [], findings);
  const mine = new Map([...due, ...asked]);
  if (![...mine.keys()].some((name) => files.has(name))) return; // those of other days alone lie there
  const lines = await sealedLines(log.folder, day);
  for (const name of sorted(mine.keys())) {
    const path = files.get(name);
    const sealed = mine.get(name);
    if (!path) {
      if (asked.has(name)) findings.find("six-files-differ", day.where(name, { ...NOWHERE, said: sealed, found: "" }));
      continue;
    }
    const block = await log.folder.read(path);
    await watch.breathe();
    const found = hexOf(sha256(block));
    if (found !== sealed) findings.find("six-files-differ", day.where(name, { ...placeOf(lines, name, block), said: sealed, found }));
  }
  if (due.size) await checkSummary(log.folder, day, sorted(asked.keys()).filter((name) => files.has(name)).map((name) => [name, files.get(name)]), findings);
}

async function dueOf(folder, day) {
  try {
    const block = await folder.read(`${day.path}files.json`);
    return new Map(readLine(block.subarray(0, -1)).files.map((each) => [String(each.name), each.sha256]));
  } catch (error) {
    if (error instanceof Malformed || error instanceof TypeError) return null;
    throw error;
  }
}

// The files that stand, by their own names: of one that was corrected the last correction.
function correctedOf(day, due, corrections, findings) {
  const stands = new Map([...due].map(([name, digest]) => [name, [name, digest]]));
  for (const { name, old, new: again } of corrections.flatMap(toldIn)) {
    const first = `${name.slice(0, -AGAIN.length)}.xml`;
    const before = stands.get(first);
    if (before && before[1] !== old) findings.find("six-files-differ", day.where(name, { ...NOWHERE, said: old, found: before[1] }));
    stands.set(first, [name, again]);
  }
  return new Map(stands.values());
}

function toldIn({ files }) {
  const isTold = (each) => isObject(each) && [each.name, each.old, each.new].every((value) => typeof value === "string") && each.name.endsWith(AGAIN);
  return Array.isArray(files) ? files.filter(isTold) : [];
}

function declaresNothing(text) {
  if (text === null || text.includes("<!")) throw new Malformed("it declares something, or is no text");
  return text;
}

async function checkSummary(folder, day, files, findings) {
  const [told, found] = [new Counter(), new Counter()];
  for (const [name, path] of files) {
    const kind = name.slice(0, 4);
    const tags = { RESF: Object.keys(TOLD), AJOG: Object.values(TOLD) }[kind];
    if (!tags) continue;
    try {
      for (const { tag, text } of parseXml(declaresNothing(textOf(await folder.read(path)))).iter()) if (tags.includes(tag)) (kind === "RESF" ? told : found).add(tag, cents(text));
    } catch (error) {
      if (!(error instanceof Malformed || error instanceof TypeError)) throw error;
      findings.find("six-files-differ", day.where(name, { record: 0, element: "?" }));
      return;
    }
  }
  if (!told.size) return;
  for (const [element, summed] of Object.entries(TOLD)) {
    const more = told.of(element) - found.of(summed);
    if (more) findings.find("six-files-differ", day.where("RESF", { record: 1, element, rule: "S05", cents: Number.isSafeInteger(Number(more)) ? Number(more) : more }));
  }
}
