// A ZIP archive as a folder: the files that it lists, each unpacked when its bytes are asked for.

import { textOf } from "./bytes.js";
import { WrongUsage } from "./findings.js";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_MOST = 65_557; // 22 bytes, and a comment
const OTHERS = "__MACOSX/"; // what one system puts beside the files
const FAR = 0xffffffff;
const [STORED, DEFLATED] = [0, 8];

const refused = (name) => new WrongUsage(`${name} is no ZIP that can be read here`, "no-zip", { name });
const viewOf = async (blob) => new DataView(await blob.arrayBuffer());

/** The files of an archive by their paths, as a folder has them. Throws `WrongUsage`. */
export async function filesOfZip(blob, name) {
  const start = Math.max(0, blob.size - END_MOST);
  const tail = await viewOf(blob.slice(start));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw refused(name);
  const [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (size === FAR || offset === FAR || offset + size > blob.size) throw refused(name);
  const files = new Map();
  for (const entry of entriesOf(await viewOf(blob.slice(offset, offset + size)), name)) {
    if (!entry.path.endsWith("/") && !entry.path.startsWith(OTHERS)) files.set(entry.path, { size: entry.size, bytes: () => unpacked(blob, entry, name) });
  }
  return files;
}

function* entriesOf(view, name) {
  for (let at = 0; at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== ENTRY) throw refused(name);
    const [length, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const entry = {
      path: textOf(new Uint8Array(view.buffer, at + 46, length)),
      encrypted: view.getUint16(at + 8, true) & 1,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    const readable = entry.path !== null && !entry.encrypted && [STORED, DEFLATED].includes(entry.method);
    if (!readable || [entry.packed, entry.size, entry.offset].includes(FAR)) throw refused(name);
    yield entry;
    at += 46 + length + extra + comment;
  }
}

async function unpacked(blob, { offset, packed, size, method }, name) {
  const head = await viewOf(blob.slice(offset, offset + 30));
  if (head.byteLength < 30) throw refused(name);
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const part = blob.slice(start, start + packed);
  if (method === STORED) return new Uint8Array(await part.arrayBuffer());
  try {
    return await inflated(part.stream().pipeThrough(new DecompressionStream("deflate-raw")), size);
  } catch {
    throw refused(name);
  }
}

// No more bytes than the archive says that there are.
async function inflated(stream, size) {
  const bytes = new Uint8Array(size);
  const reader = stream.getReader();
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, at);
    bytes.set(value, at); // more than there is room for is a RangeError
    at += value.length;
  }
}
