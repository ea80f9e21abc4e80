// What a person chose to have verified: folders, archives, and the log that the house publishes.

import { entriesPath, WIDTH } from "../days/tiles.js";
import { el } from "../table/dom.js";

const { gettext } = window;
const fill = (text, values) => window.interpolate(text, values, true);
const inLog = (path) => /(^|\/)log\//.test(path);

/** Sources for the verifier, drawn as a list from which each can be taken out again. */
export class Chosen {
  constructor({ list, changed, log }) {
    Object.assign(this, { list, changed, log, sources: [] });
  }

  /** Whether a folder with a log is among them. An archive of the house has none. */
  get hasLog() {
    return this.sources.some((each) => each.files?.some(([path]) => inLog(path)));
  }

  add(source) {
    this.sources = [...this.sources.filter((each) => each.name !== source.name), source];
    this.draw();
  }

  draw() {
    this.list.replaceChildren(...this.sources.map((each) => this.item(each)));
    this.changed();
  }

  item(source) {
    const words = source.zip ? source.name : fill(window.ngettext("%(name)s: %(count)s file", "%(name)s: %(count)s files", source.files.length), { name: source.name, count: source.files.length });
    const leave = () => {
      this.sources = this.sources.filter((each) => each !== source);
      this.draw();
    };
    const label = fill(gettext("Leave out %(name)s"), { name: source.name });
    return el("li", {}, el("span", {}, words), el("button", { type: "button", class: "chosen__out", "aria-label": label, onclick: leave }, "✕"));
  }

  /** The files of a chosen folder. */
  addFolder(input) {
    const files = [...input.files].map((file) => [file.webkitRelativePath || file.name, file]);
    if (files.length) this.add({ name: files[0][0].split("/")[0], files });
    input.value = "";
  }

  /** Chosen archives. */
  addArchives(input) {
    for (const zip of input.files) this.add({ name: zip.name, zip });
    input.value = "";
  }

  /** Folders and archives that are dropped on a zone. */
  bindDrop(zone) {
    for (const name of ["dragover", "dragenter", "dragleave", "drop"])
      zone.addEventListener(name, (event) => {
        event.preventDefault();
        zone.toggleAttribute("data-over", name === "dragover" || name === "dragenter");
        if (name === "drop") this.dropped(event.dataTransfer.items);
      });
  }

  async dropped(items) {
    const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    for (const entry of entries) {
      if (entry.isDirectory) this.add({ name: entry.name, files: await filesUnder(entry) });
      else if (/\.zip$/i.test(entry.name)) this.add({ name: entry.name, zip: await fileOf(entry) });
    }
  }

  /** The log that the house publishes: its checkpoint, and the entries that this covers. Returns its size, or null. */
  async addPublished() {
    try {
      const files = await published(this.log);
      this.add({ name: gettext("the log of this house"), files });
      return files.length;
    } catch {
      return null;
    }
  }
}

const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

async function filesUnder(entry, path = entry.name) {
  if (entry.isFile) return [[path, await fileOf(entry)]];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const each of some) found.push(...(await filesUnder(each, `${path}/${each.name}`)));
  }
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.blob();
}

async function published(base) {
  const checkpoint = await fetched(`${base}checkpoint`);
  const size = Number((await checkpoint.text()).split("\n")[1]);
  const files = [["log/checkpoint", checkpoint]];
  for (let at = 0; at < size; at += WIDTH) {
    const path = entriesPath(at / WIDTH, Math.min(WIDTH, size - at));
    files.push([`log/${path}`, await fetched(base + path)]);
  }
  return files;
}
