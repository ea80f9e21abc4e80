// A folder as the browser hands it over: paths, and the bytes of each when they are asked for.

import { order } from "./bytes.js";
import { sorted } from "./values.js";

/** Files by their paths, from the folder that has `log/`. A file has `size` and `bytes()`, a promise of its bytes. */
export class Folder {
  constructor(files) {
    this.files = files;
    this.paths = sorted(files.keys());
  }

  /** Whether anything lies in a folder. */
  has(prefix) {
    return this.within(prefix).length > 0;
  }

  /** The whole paths of all files in a folder, in their order: they stand beside one another. */
  within(prefix) {
    const start = this.firstNotBefore(prefix);
    let end = start;
    while (end < this.paths.length && this.paths[end].startsWith(prefix)) end += 1;
    return this.paths.slice(start, end);
  }

  firstNotBefore(prefix) {
    let [low, high] = [0, this.paths.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(this.paths[middle], prefix) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The bytes of a file; null where there is none. */
  async read(path) {
    const file = this.files.get(path);
    return file ? file.bytes() : null;
  }

  /** The paths of all files in a folder, however deep, from there and in their order. */
  under(prefix) {
    return this.within(prefix).map((path) => path.slice(prefix.length));
  }

  /** The names in a folder, in their order, each with whether it is a folder itself. */
  children(prefix) {
    const found = new Map();
    for (const path of this.under(prefix)) {
      const at = path.indexOf("/");
      found.set(at < 0 ? path : path.slice(0, at), at >= 0);
    }
    return sorted(found.keys()).map((name) => [name, found.get(name)]);
  }

  /** How many bytes lie in a folder. */
  size(prefix) {
    return this.within(prefix).reduce((sum, path) => sum + this.files.get(path).size, 0);
  }
}

const PARTS = /^(?:log|day)\//;

/**
 * The folder of files that all lie in one with a name: without that name, and without those of further folders in which
 * all of them lie. A folder that is itself called `log` or `day` loses its name only if nothing but the two is in it.
 */
export function folderOf(files) {
  let found = files;
  for (let head = headOf(found); head; head = headOf(found)) found = new Map([...found].map(([path, file]) => [path.slice(head.length), file]));
  return new Folder(found);
}

function headOf(files) {
  const paths = [...files.keys()];
  const head = /^[^/]*\//.exec(paths[0] ?? "")?.[0];
  if (!head || !paths.every((path) => path.startsWith(head))) return null;
  return PARTS.test(head) && !paths.every((path) => PARTS.test(path.slice(head.length))) ? null : head;
}
