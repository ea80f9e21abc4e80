// The XML of files for the regulator: elements and texts, and where bytes stop being such.

import { Malformed } from "./findings.js";

const TOKEN = /<\?xml[^?]*\?>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const ENTITY = /&(?:#(\d+)|#x([0-9a-fA-F]+)|(amp|lt|gt|quot|apos));/g;
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\]\]>/u;

/** Bytes that are no XML; `before` is the text that a reader got through. */
export class NoXml extends Malformed {
  constructor(before) {
    super("it is no XML");
    this.before = before;
  }
}

/** An element: its tag, its children in order, and the text before the first of them. */
export class Element {
  constructor(tag) {
    this.tag = tag;
    this.children = [];
    this.text = "";
  }

  /** The elements of a tag, in the order in which they begin, this one too. */
  *iter(tag) {
    if (tag === undefined || this.tag === tag) yield this;
    for (const child of this.children) yield* child.iter(tag);
  }

  /** The text of its first child of a tag; empty where there is none. */
  textOf(tag) {
    return this.children.find((each) => each.tag === tag)?.text ?? "";
  }

  /** The texts of its children by their tags; of two with one tag the later counts. */
  get values() {
    return Object.fromEntries(this.children.map((each) => [each.tag, each.text]));
  }
}

/** The element that a text is. Throws `NoXml`. */
export function parseXml(text) {
  const above = [new Element("")];
  let at = 0;
  while (at < text.length) {
    const stop = () => new NoXml(text.slice(0, at));
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found || (found[0].startsWith("<?") && at > 0)) throw stop();
    take(above, found, stop);
    at = TOKEN.lastIndex;
  }
  if (above.length !== 1 || above[0].children.length !== 1) throw new NoXml(text);
  return above[0].children[0];
}

function take(above, [token, closes, tag, , empty], stop) {
  const here = above.at(-1);
  if (tag === undefined) {
    if (!token.startsWith("<")) takeText(above, here, token, stop);
  } else if (closes) {
    if (here.tag !== tag || empty) throw stop();
    above.pop();
  } else {
    if (above.length === 1 && here.children.length) throw stop();
    const element = new Element(tag);
    here.children.push(element);
    if (!empty) above.push(element);
  }
}

function takeText(above, here, token, stop) {
  const plain = token.replace(ENTITY, "");
  if (plain.includes("&") || FORBIDDEN.test(token) || (above.length === 1 && token.trim())) throw stop();
  if (!here.children.length) here.text += token.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(ENTITY, meant);
}

const meant = (_, decimal, hex, name) => (name ? NAMED[name] : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)));
