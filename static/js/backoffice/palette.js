// The one search. The field keeps the focus and drives the list; each row is a link, or the button of a form.

const dialog = document.getElementById("palette");
const text = document.getElementById("palette-text");
const kind = document.getElementById("palette-kind");
const narrowed = document.getElementById("palette-narrow");
const found = document.getElementById("found");
const said = document.getElementById("palette-said");

let kinds = [];

export function openPalette() {
  if (dialog.open) return;
  dialog.showModal();
  text.select();
}

export function bindPalette() {
  for (const way of document.querySelectorAll("[data-palette]")) way.addEventListener("click", click);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    openPalette();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
  text.addEventListener("keydown", keys);
  text.addEventListener("input", () => narrow(""));
  found.addEventListener("htmx:afterSwap", answered);
}

function click(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in another tab it is a page
  event.preventDefault();
  openPalette();
}

const rows = () => [...found.querySelectorAll("[role=option]")];
const chosen = () => found.querySelector("[aria-selected=true]");

function keys(event) {
  if (event.key === "ArrowDown") move(1);
  else if (event.key === "ArrowUp") move(-1);
  else if (event.key === "Enter") open(event.ctrlKey || event.metaKey);
  else if (event.key === "Tab" && !event.shiftKey && (kinds.length > 1 || kind.value)) next();
  else return;
  event.preventDefault();
}

function move(by) {
  const all = rows();
  if (all.length) choose(all[(all.indexOf(chosen()) + by + all.length) % all.length]);
}

function choose(row) {
  chosen()?.setAttribute("aria-selected", "false");
  row?.setAttribute("aria-selected", "true");
  if (row) text.setAttribute("aria-activedescendant", row.id);
  else text.removeAttribute("aria-activedescendant");
  row?.scrollIntoView({ block: "nearest" });
}

function open(apart) {
  const row = chosen();
  if (!row) return;
  if (apart && row.href) window.open(row.href, "_blank", "noopener");
  else row.click();
}

// Tab looks among one kind after the other, then among everything again.
function next() {
  const at = kinds.findIndex((each) => each.name === kind.value);
  narrow(kinds[at + 1]?.name ?? "");
  text.dispatchEvent(new Event("narrow"));
}

function narrow(name) {
  kind.value = name;
  narrowed.textContent = kinds.find((each) => each.name === name)?.label ?? narrowed.dataset.all;
}

function answered() {
  const list = document.getElementById("found-list");
  if (!kind.value) {
    kinds = [...list.querySelectorAll("[data-kind]")].map((each) => ({
      name: each.dataset.kind,
      label: each.querySelector(".found__kind").textContent,
    }));
  }
  said.textContent = list.dataset.said ?? "";
  choose(rows()[0]);
}
