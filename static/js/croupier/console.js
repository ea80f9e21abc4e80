// The croupier's console: keys and a scanner alone. Each act is sent once and the screen comes back as the table stands;
// a screen that another console or the clock changed is asked for each second.

import { listen } from "./scanners.js";

const FAST_MS = 35; // a scanner types a code with gaps below this, a hand does not
const LEAST = 6; // signs of a reading; shorter is a hand on the keys
const SILENT_S = 6;
const WAITING = 16; // readings that wait at most: a scanner that floods holds up no table
const EVERY_MS = 1000;
const PATIENCE_MS = 8000;
const TRIES = 6;

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);
const screen = () => byId("screen");
let behind = 0; // how far this computer's clock is behind the server's, in seconds
let busy = false;
let acts = 0; // how many were begun
let typed = { text: "", at: 0, timer: 0 };
const waiting = []; // readings that came while an act was under way, each a code and its device
let audio = null;

// --- sending -------------------------------------------------------------------------------------------------------

async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" }, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE_MS) });
  // Signed out meanwhile: the page leads to signing in, and back to the round as it stands.
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) location.assign(elsewhere);
  else if (answer.redirected || answer.status === 403) location.reload();
  if (elsewhere || answer.redirected || answer.status === 403) return null;
  if (!answer.ok && answer.status !== 400 && answer.status !== 409) throw new Error(String(answer.status));
  return answer.status === 204 ? null : answer.text();
}

// Sent again with the same key until it is answered: the table does it once. Nothing else is sent before that, so that no
// card comes out of its turn.
async function act(form) {
  if (busy) return;
  busy = true;
  acts += 1;
  const text = await answered(form.action, new FormData(form));
  busy = false;
  if (text) show(text);
  else waiting.length = 0; // no answer, or this page is being left: what waits would lie in a wrong place
  if (text === undefined) letGo(true);
  const next = waiting.shift();
  if (next) handIn(...next);
}

async function answered(address, body) {
  for (let again = 1; again <= TRIES; again++)
    try {
      return await ask(address, { method: "POST", body });
    } catch {
      linked(false);
      if (again < TRIES) await new Promise((go) => setTimeout(go, 700 * again));
    }
}

async function look() {
  const before = acts;
  if (!busy)
    try {
      const text = await ask(`${main.dataset.standing}?stamp=${screen().dataset.stamp}`);
      if (text && before === acts && !writing()) show(text); // what was asked for before an act is older than its answer
      else linked(true);
    } catch {
      linked(false);
    }
  setTimeout(look, EVERY_MS);
}

const writing = () => document.activeElement?.closest(".new-shoe");

function show(text) {
  const before = byId("headline")?.textContent;
  main.innerHTML = text;
  began();
  linked(true);
  const now = byId("headline").textContent;
  const said = byId("said").textContent.trim();
  if (now !== before || screen().dataset.sound) byId("spoken").textContent = [now, said].filter(Boolean).join(". ");
  sound(screen().dataset.sound);
}

function linked(on) {
  byId("link-state")?.toggleAttribute("data-on", on);
  document.body.toggleAttribute("data-cut-off", !on);
}

// --- the scanner ---------------------------------------------------------------------------------------------------

function scan(code, device = "wedge") {
  if (!byId("reading")) return;
  if (!busy) {
    letGo(false);
    handIn(code, device);
  } else if (waiting.length < WAITING && !document.body.hasAttribute("data-let-go")) waiting.push([code, device]);
  else letGo(true); // and so all that follow, until those that wait are handed in
}

function handIn(code, device) {
  const form = byId("reading");
  if (!form) return void waiting.splice(0); // the table has another croupier now
  form.elements.code.value = code.slice(0, 80);
  form.elements.device.value = device;
  form.elements.idempotency_key.value = crypto.randomUUID();
  act(form);
}

// Something was not taken: said until the next reading that is.
function letGo(on) {
  if (on && !document.body.hasAttribute("data-let-go")) byId("spoken").textContent = byId("let-go").textContent;
  document.body.toggleAttribute("data-let-go", on);
}

function heard(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  // A field of a dialog that was just closed is not written in, though keys come from it until the page is drawn again.
  if (event.target.closest?.("input, select, dialog[open]")?.checkVisibility()) return;
  const gap = event.timeStamp - typed.at;
  if (event.key === "Enter" && typed.text && gap < FAST_MS) {
    event.preventDefault(); // of a button that has the focus
    const code = typed.text;
    forget();
    if (code.length >= LEAST) scan(code);
    return;
  }
  if (event.key.length === 1) {
    clearTimeout(typed.timer);
    const text = gap < FAST_MS ? typed.text + event.key : event.key;
    const key = text === " " ? "Space" : text.toUpperCase();
    if (event.key === " " && (text.length > 1 || keyed(key))) event.preventDefault();
    // The first sign of a reading may be a key of ours: it acts only if no other follows at once.
    typed = { text, at: event.timeStamp, timer: text.length === 1 ? setTimeout(() => press(key), FAST_MS * 2) : 0 };
    return;
  }
  if (/^F\d+$/.test(event.key) && press(event.key)) event.preventDefault();
}

function forget() {
  clearTimeout(typed.timer);
  typed = { text: "", at: 0, timer: 0 };
}

const keyed = (key) => main.querySelector(`[data-key="${CSS.escape(key)}"]`);

function press(key) {
  forget();
  const target = keyed(key);
  if (!target) return false;
  if (target.matches("form")) act(target);
  else target.click();
  return true;
}

// --- clicking ------------------------------------------------------------------------------------------------------

main.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-act]")) return;
  event.preventDefault();
  act(event.target);
});
main.addEventListener("click", (event) => {
  const target = event.target.closest("[data-opens], [data-scan]");
  if (!target) return;
  if (target.dataset.scan) return scan(target.dataset.scan);
  const dialog = byId(target.dataset.opens);
  dialog.querySelector("form").reset(); // no suit of the card before
  dialog.showModal();
  dialog.querySelector("input[name=rank]").focus();
});
const dialog = byId("by-hand");
dialog.addEventListener("click", (event) => event.target.closest("[data-close]") && dialog.close());
dialog.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  form.elements.rank.value = form.elements.rank.value.toUpperCase();
  for (const [name, value] of [
    ["round_code", screen().dataset.round],
    ["idempotency_key", crypto.randomUUID()],
  ]) {
    const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }
  dialog.close();
  act(form);
});
document.addEventListener("keydown", heard);

// --- time and sound ------------------------------------------------------------------------------------------------

function began() {
  behind = Number(screen().dataset.now) - Date.now() / 1000;
  tick();
}

const now = () => Date.now() / 1000 + behind;

function tick() {
  const { closes, read, due, mine, phase } = screen().dataset;
  byId("clock").textContent = new Date(now() * 1000).toLocaleTimeString("pt-PT", { timeZone: "Europe/Lisbon" });
  if (byId("count-seconds") && closes) {
    const left = Math.max(0, Number(closes) - now());
    const whole = Number(byId("count").dataset.whole ?? left) || 1;
    byId("count").dataset.whole = String(Math.max(whole, left));
    byId("count-seconds").textContent = String(Math.ceil(left));
    byId("count-ring").setAttribute("stroke-dashoffset", String(100 - (100 * left) / Math.max(whole, left)));
  }
  const since = read ? now() - Number(read) : 0;
  const silent = mine === "1" && due && since > SILENT_S && (phase === "closed" || phase === "dealing");
  byId("silent").hidden = !silent;
  if (silent) byId("silent").querySelector("b").textContent = String(Math.floor(since));
}

// Two short tones: a card that was placed, and one that was refused.
function sound(name) {
  if (!name) return;
  audio ??= new AudioContext(); // made late: to make it takes longer than the gap between two signs of a reading
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = { card: 880, paid: 660, refused: 220 }[name] ?? 440;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + (name === "refused" ? 0.5 : 0.12));
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
}

listen(scan);
began();
setInterval(tick, 250);
setTimeout(look, EVERY_MS);
