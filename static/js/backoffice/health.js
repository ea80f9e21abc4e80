/* The system's health: its silence told. Without this module the page works and is as it was loaded. */
const SILENT_MS = 12000;

const part = () => document.getElementById("health");
const stale = document.getElementById("stale");
let heard = performance.now();

function tell(silent) {
  if (!stale || stale.hidden === !silent) return;
  const line = stale.querySelector("[data-say]");
  line.textContent = silent ? line.dataset.say.replace("{at}", document.querySelector("#seen-at time")?.textContent ?? "") : "";
  stale.hidden = !silent;
  part()?.classList.toggle("is-stale", silent);
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target !== part() || !event.detail.successful) return;
  heard = performance.now();
  tell(false);
});
setInterval(() => tell(performance.now() - heard > SILENT_MS), 1000);
