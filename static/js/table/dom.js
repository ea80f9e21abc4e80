// How the other modules make and change elements: no markup from strings, no change where nothing changed.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setFlag(node, name, on) {
  if (node.hasAttribute(name) !== Boolean(on)) node.toggleAttribute(name, Boolean(on));
}

export function setAttr(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

// Rebuilds a part of the page only when what it shows has changed.
export function rebuilt(node, signature, build) {
  if (node.dataset.signature === signature) return;
  node.dataset.signature = signature;
  node.replaceChildren(...build());
}

export function icon(name) {
  const sheet = byId("main").dataset.icons;
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `${sheet}#${name}` }));
}
