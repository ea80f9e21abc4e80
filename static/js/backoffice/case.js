// A complaint by keyboard, on its own page and beside the inbox: 1 2 3 choose the result, M goes to the templates, of the
// answer or else of a message, N goes to the note, Ctrl Enter sends. Without this module the same forms are sent as anywhere.
import { busy, lettersOn } from "./keys.js";

const answer = () => document.querySelector("[data-answer] form");

const keys = {
  1: () => choose(0),
  2: () => choose(1),
  3: () => choose(2),
  m: () => show(answer()?.elements.template ?? document.querySelector("[data-write] select[name=template]")),
  n: () => show(document.querySelector("[data-write] textarea")),
};

let early = null;

function choose(at) {
  const box = answer()?.querySelectorAll("[name=outcome]")[at];
  if (!box) return false;
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  return show(box);
}

function show(field) {
  if (!field) return false;
  field.focus({ focusVisible: true });
  field.scrollIntoView({ block: "center" });
  return true;
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return send(event);
    if (event.key === "Enter" && event.target.matches?.("form select[name=template]")) return insert(event);
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !lettersOn()) return;
    if (busy(event.target) || document.documentElement.dataset.going !== undefined) return;
    const act = keys[event.key.toLowerCase()];
    early = null;
    if (!act?.()) {
      if (!act || !document.querySelector(".inbox-case__wait")) return;
      early = act;
    }
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// A letter that was pressed before the case has come beside the list is done once it is there.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (!detail.target?.matches(".inbox-case__body")) return;
  early?.();
  early = null;
});

// The button of the form that the cursor is in; notes to colleagues are never sent to the player.
function send(event) {
  const button = event.target.closest?.("[data-answer] form, [data-write] form")?.querySelector("[data-send]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.form.requestSubmit(button);
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-insert]")) insert(event);
});

// A text that was never in focus has no cursor: a reply inserted there comes below it.
const touched = new WeakSet();
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-answer] textarea, [data-write] textarea")) touched.add(event.target);
});

function insert(event) {
  event.preventDefault();
  const { form } = event.target.closest("[data-insert], select");
  const { template, used } = form.elements;
  const words = form.querySelector("textarea");
  const option = template.selectedOptions[0];
  if (!option?.dataset.text) return;
  const { value } = words;
  const [at, end] = touched.has(words) ? [words.selectionStart, words.selectionEnd] : [value.length, value.length];
  const [before, after] = [value.slice(0, at), value.slice(end)];
  const gap = (text, edge) => (text.trim() && !edge.test(text) ? "\n\n" : "");
  const text = gap(before, /\n\n$/) + option.dataset.text + gap(after, /^\n/);
  words.setRangeText(text, at, end, "end");
  used.value = `${used.value} ${option.value}`.trim();
  form.querySelector("[data-inserted]").textContent = option.dataset.said;
  template.value = "";
  show(words);
}
