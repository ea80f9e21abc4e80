// The buttons of the bar, the dialogs they open, and what follows from an option.

import { byId } from "./dom.js";
import { onOption, options } from "./options.js";

const { dataset } = byId("main");
const TOOLS = ["sound", "full", "options", "help", "leave"];

export function bindTools(acts, { leave, draw }) {
  for (const name of TOOLS) byId(`tool-${name}`).addEventListener("click", acts[name]);
  for (const button of document.querySelectorAll("[data-tool]"))
    button.addEventListener("click", () => {
      button.closest("dialog")?.close();
      acts[button.dataset.tool]();
    });
  byId("leaving").addEventListener("close", (event) => {
    const wish = event.target.returnValue;
    event.target.returnValue = "";
    if (wish === "leave") leave();
    if (wish === "away") acts.away();
  });
  onOption((name) => {
    if (name === "felt") paint();
    if (name === "sound") soundTool();
    draw();
  });
  paint();
  soundTool();
}

function paint() {
  document.documentElement.dataset.felt = options.felt;
}

function soundTool() {
  byId("tool-sound").setAttribute("aria-pressed", String(options.sound));
  byId("tool-sound").querySelector("use").setAttribute("href", `${dataset.icons}#sound-${options.sound ? "on" : "off"}`);
}

// Roads lie open where there is room for them; on a phone they are folded.
const wide = matchMedia("(width > 60rem)");

export function bindFolds() {
  const unfold = () => {
    byId("folded").open = wide.matches;
  };
  unfold();
  wide.addEventListener("change", unfold);
}
