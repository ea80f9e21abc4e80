// Says things to those who listen to the page instead of looking at it.

import { byId } from "./dom.js";

function put(id, text) {
  const node = byId(id);
  // The same words twice in a row must be heard twice.
  node.textContent = node.textContent === text ? `${text}\u00a0` : text;
}

export const say = (text) => put("say", text);
export const shout = (text) => put("shout", text);
