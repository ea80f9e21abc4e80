// The verifier beside the page: takes files and questions, tells how far it is, and can be stopped.

import { WrongUsage } from "./findings.js";
import { Folder, folderOf } from "./folder.js";
import { askedOf, verify } from "./verify.js";
import { filesOfZip } from "./zip.js";

const SPAN_MS = 80; // so long at most between two looks at whether the work was stopped

class Stopped extends Error {}

let stopped = false;
const next = new MessageChannel();
const turn = () => new Promise((resolve) => {
  next.port1.onmessage = resolve;
  next.port2.postMessage(null);
});

// How far the work is, in bytes; breathes now and then, so that a word to stop is heard.
class Watch {
  constructor(folder) {
    const days = folder.under("day/").filter((path) => /\.jsonl?$/.test(path));
    const sum = days.reduce((all, path) => all + folder.files.get(`day/${path}`).size, 0);
    Object.assign(this, { whole: 2 * sum + folder.size("log/tile/entries/") + 1, done: 0, place: "", last: performance.now() });
  }

  say(place) {
    this.place = place;
  }

  breathe(bytes = 0) {
    this.done += bytes;
    return performance.now() - this.last < SPAN_MS ? undefined : this.pause();
  }

  async pause() {
    const share = Math.min(0.99, this.done / this.whole);
    globalThis.postMessage({ kind: "progress", place: this.place, share });
    await turn();
    this.last = performance.now();
    if (stopped) throw new Stopped();
  }
}

const held = (file) => ({ size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) });

async function filesOf({ files, zip, name }) {
  return zip ? filesOfZip(zip, name) : new Map(files.map(([path, file]) => [path, held(file)]));
}

// All that was chosen as one folder; of two files with one path the later one counts.
async function folderOfAll(sources) {
  const files = new Map();
  for (const source of sources) for (const [path, file] of folderOf(await filesOf(source)).files) files.set(path, file);
  return new Folder(files);
}

async function answered({ sources, asked }) {
  const folder = await folderOfAll(sources);
  const since = await Promise.all(asked.since.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  const findings = await verify(folder, askedOf({ ...asked, since }), new Watch(folder));
  return { kind: "found", found: findings.document() };
}

async function work(given) {
  stopped = false;
  try {
    return await answered(given);
  } catch (error) {
    if (error instanceof Stopped) return { kind: "stopped" };
    if (error instanceof WrongUsage) return { kind: "usage", reason: error.reason, about: error.about };
    return { kind: "failed", message: String(error) };
  }
}

globalThis.onmessage = async ({ data }) => {
  if (data.kind === "stop") stopped = true;
  else globalThis.postMessage(await work(data));
};
globalThis.postMessage({ kind: "ready" });
