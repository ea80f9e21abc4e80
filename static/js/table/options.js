// The player's choices, remembered on this device only.

const KEY = "sabot.table";
const DEFAULTS = { sound: false, speech: false, motion: true, collect: true, felt: "green", roads: true, derived: false, ask: false, keys: true, banca: "banca", ears: false, ownPace: false, film: !navigator.connection?.saveData, filmSound: false };

export const options = { ...DEFAULTS, ...stored() };
const listeners = [];

export const onOption = (listener) => listeners.push(listener);

export function setOption(name, value) {
  options[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // A browser that stores nothing still plays; the choice lasts as long as the page.
  }
  for (const listener of listeners) listener(name, value);
}

export function bindOptions() {
  for (const input of document.querySelectorAll("[data-option]")) {
    const name = input.dataset.option;
    const radio = input.type === "radio";
    input.checked = radio ? options[name] === input.value : options[name];
    input.addEventListener("change", () => setOption(name, radio ? input.value : input.checked));
    if (radio) continue;
    onOption((changed, value) => {
      if (changed === name) input.checked = value;
    });
  }
}

export const moves = () => options.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
