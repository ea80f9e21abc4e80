// Which chips a table has, and how a stake lies on the cloth.

import { el } from "./dom.js";
import { brief } from "./money.js";

const SERIES = [10, 50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000, 2_500_000];
const PILE_HIGH = 6;

const TIMES = [1, 2, 5, 10, 20];

// Five chips from the minimum upwards: one below it could only be refused (R14). Beyond the series, by the minimum itself.
export function denominations(minimum) {
  const chips = SERIES.filter((value) => value >= minimum).slice(0, TIMES.length);
  return chips.length === TIMES.length ? chips : TIMES.map((times) => times * minimum);
}

export function chip(value) {
  const whole = value >= 100_000 ? `${brief(value / 1000)}k` : brief(value);
  return el("span", { class: "chip", "data-tone": (SERIES.indexOf(value) + 4) % 6 }, el("span", {}, whole));
}

// A stake as a pile, the largest below; a rest below the smallest chip is one more of it.
export function pile(cents, draft) {
  const chips = broken(cents).slice(0, PILE_HIGH);
  const node = el("span", { class: draft ? "pile pile--draft" : "pile", "aria-hidden": "true" });
  node.style.setProperty("--high", chips.length);
  chips.forEach((value, level) => {
    const one = chip(value);
    one.style.setProperty("--level", level);
    node.append(one);
  });
  return node;
}

function broken(cents) {
  const chips = [];
  let rest = cents;
  for (const value of [...SERIES].reverse())
    while (rest >= value && chips.length < PILE_HIGH) {
      chips.push(value);
      rest -= value;
    }
  return chips.length ? chips : [SERIES[0]];
}
