// Banca with or without commission, where the table offers both: which of the two a chip on banca's spot means.

import { byId, el, rebuilt } from "./dom.js";
import { onOption, options, setOption } from "./options.js";
import { commissionNote, fill, gettext } from "./texts.js";

export const WITHOUT = "banca-no-commission";

export const hasBoth = (rules) => rules.chances.some((chance) => chance.id === WITHOUT);

// The chance that a spot lays.
export const laidAt = (spot, rules) => (spot === "banca" && hasBoth(rules) ? options.banca : spot);

export const turnOver = () => setOption("banca", options.banca === "banca" ? WITHOUT : "banca");

export function drawToggle(rules) {
  const node = byId("toggle");
  node.hidden = !hasBoth(rules);
  if (!node.hidden) rebuilt(node, rules.version + rules.commission, () => [el("legend", { class: "visually-hidden" }, gettext("Chip on Banca")), ...choices(rules)]);
}

function choices(rules) {
  const words = {
    banca: rules.commission === "5-percent" ? gettext("Banca with 5% commission") : fill(gettext("Banca, %(note)s"), { note: commissionNote(rules.commission) }),
    [WITHOUT]: gettext("no commission"),
  };
  return Object.entries(words).map(([id, text]) => {
    const input = el("input", { type: "radio", name: "banca-kind", value: id, onchange: () => setOption("banca", id) });
    input.checked = options.banca === id;
    onOption((name, value) => {
      if (name === "banca") input.checked = value === id;
    });
    return el("label", { class: "toggle__choice" }, input, el("span", {}, text));
  });
}
