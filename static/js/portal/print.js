// The button that prints: it is of no use without a script, so it stands hidden until this one runs.
const button = document.querySelector("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
