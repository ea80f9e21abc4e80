// The page that verifies sealed days: gathers what was chosen, has it verified by a worker, says what was found.

import { Chosen } from "./days_chosen.js";
import { factsOf, sentenceOf, usageWords, verdictWords } from "./days_words.js";
import { byId, el, setAttr, setText } from "../table/dom.js";

const { gettext } = window;
const fill = (text, values) => window.interpolate(text, values, true);
const page = byId("days");
const SHOWN_MOST = 200;
const STEPS = ["signed", "since", "log", "days", "lines", "meaning"];
const STEP_OF = { V01: "signed", V02: "signed", V03: "signed", V04: "since", V05: "days", V06: "days", V07: "days", V08: "days", V13: "meaning", V14: "meaning", V17: "meaning", V18: "log", V19: "meaning" };

const chosen = new Chosen({ list: byId("chosen"), changed: drawChosen, log: page.dataset.checkpoint.replace(/checkpoint$/, "") });
const worker = new Worker(page.dataset.worker, { type: "module" });
let asked = null; // what the worker is at
let told = 0; // when its progress was last told

// --- asking --------------------------------------------------------------------------------------------------------

const linesOf = (id) => byId(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

function question() {
  const quorum = byId("quorum").value.trim();
  return { keys: linesOf("key"), witnesses: linesOf("witnesses"), quorum: quorum === "" ? null : Number(quorum), since: [...byId("since").files], every: byId("every").checked };
}

function begin(event) {
  event.preventDefault();
  if (asked) return;
  const next = question();
  if (!next.keys.length) return lacking("key", gettext("Put in the log’s key, as you were given it."));
  if (!chosen.sources.length) return lacking("folder", gettext("Choose a folder or an archive first."));
  asked = next;
  told = 0;
  byId("faults").replaceChildren();
  byId("notes").replaceChildren();
  setText(byId("verdict-fault"), "");
  for (const name of STEPS) mark(name, null);
  verdict("none", gettext("Verifying…"), "");
  page.querySelector(".verify__verdict").scrollIntoView({ block: "nearest" });
  drawBusy(true, 0, "");
  worker.postMessage({ kind: "verify", sources: chosen.sources, asked });
}

function lacking(id, sentence) {
  verdict("none", gettext("Something is missing"), sentence);
  byId(id).focus({ preventScroll: true });
  page.querySelector(".verify__verdict").scrollIntoView({ block: "nearest" });
}

function drawBusy(busy, share, place) {
  byId("working").hidden = !busy;
  setAttr(byId("begin"), "aria-disabled", String(busy)); // disabled it would lose the focus
  byId("share").value = share;
  setText(byId("share-words"), place ? `${place === "log" ? gettext("the log") : place} · ${Math.round(100 * share)} %` : "");
}

function drawChosen() {
  byId("published").hidden = !chosen.sources.length || chosen.hasLog;
}

// --- answers -------------------------------------------------------------------------------------------------------

const ANSWERS = {
  ready: () => {
    byId("ready").hidden = false;
  },
  progress: ({ share, place }) => {
    if (performance.now() - told < 100) return;
    told = performance.now();
    drawBusy(true, share, place);
  },
  found: ({ found }) => {
    drawSteps(found, asked.every);
    drawFound(found, asked.every);
  },
  usage: ({ reason, about }) => verdict("none", gettext("This cannot be verified"), usageWords(reason, about)),
  stopped: () => verdict("none", gettext("Stopped"), gettext("Nothing is said of what was not looked at.")),
  failed: ({ message }) => verdict("none", gettext("This cannot be verified"), fill(gettext("The browser could not read or work it out: %(message)s"), { message })),
};

worker.addEventListener("message", ({ data }) => {
  ANSWERS[data.kind](data);
  if (data.kind === "ready" || data.kind === "progress") return;
  asked = null;
  drawBusy(false, 0, "");
});
worker.addEventListener("error", () => verdict("bad", gettext("The verifier could not be loaded"), gettext("Load the page again.")));

function drawFound(found, every) {
  const { title, counts } = verdictWords(found);
  verdict(found.verdict === "broken" ? "bad" : found.verdict === "holds" ? "good" : "none", title, counts);
  const [first] = found.faults;
  setText(byId("verdict-fault"), first ? `${first.code}: ${sentenceOf(first)}` : "");
  byId("faults").replaceChildren(...found.faults.slice(0, SHOWN_MOST).map((each) => faultNode(each)));
  const notes = [];
  if (found.faults.length > SHOWN_MOST) notes.push(fill(gettext("And %(count)s more."), { count: found.faults.length - SHOWN_MOST }));
  if (found.verdict === "broken" && !every) notes.push(gettext("This is the first fault; what comes after it was not looked at."));
  if (found.declared.length) notes.push(gettext("Two persons knew of this when they sealed the day, and said so:"));
  byId("notes").replaceChildren(...notes.map((each) => el("p", {}, each)), ...(found.declared.length ? [el("ul", { class: "faults" }, ...found.declared.map((each) => faultNode(each)))] : []));
  if (found.stamps) byId("notes").append(el("p", {}, gettext("Time stamps lie in the folder. This page does not look at them: verify_days.py does.")));
  if (found.encrypted) byId("notes").append(el("p", {}, gettext("Encrypted files for the regulator (.p7m) lie there. Only the regulator’s key opens them: choose the package as it is decrypted.")));
}

const faultNode = (fault) =>
  el("li", { class: "fault" }, el("p", { class: "fault__words" }, el("b", { class: "fault__code" }, fault.code), " ", sentenceOf(fault)), el("code", { class: "fault__facts" }, factsOf(fault)));

function stepOf({ code, file = "" }) {
  if (code === "V02" && !file.startsWith("log/")) return "since";
  return STEP_OF[code] ?? (file.startsWith("log/") ? "log" : "lines");
}

function drawSteps({ faults, status, days }, every) {
  const broken = faults.filter((each) => each.code !== "V03").map(stepOf);
  const first = status === 2 && !every ? STEPS.indexOf(broken[0]) : STEPS.length;
  STEPS.forEach((name, at) => {
    const empty = (name === "since" && !byId("since").files.length) || (at > 2 && !days && !broken.includes(name));
    mark(name, broken.includes(name) ? false : empty || at > first || (name === "signed" && faults.some((each) => each.code === "V03")) ? null : true);
  });
}

function mark(name, holds) {
  const node = byId(`check-${name}`);
  node.dataset.state = holds === null ? "none" : holds ? "good" : "bad";
  setText(node.querySelector(".check__word"), { none: gettext("not checked"), good: gettext("it holds"), bad: gettext("it fails") }[node.dataset.state]);
}

function verdict(state, title, text) {
  const box = byId("verdict");
  box.hidden = false;
  box.dataset.state = state;
  setText(byId("verdict-title"), title);
  setText(byId("verdict-text"), text);
}

// --- the form ------------------------------------------------------------------------------------------------------

byId("ask").addEventListener("submit", begin);
byId("stop").addEventListener("click", () => worker.postMessage({ kind: "stop" }));
byId("folder").addEventListener("change", ({ target }) => chosen.addFolder(target));
byId("archives").addEventListener("change", ({ target }) => chosen.addArchives(target));
byId("fetch-log").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  setText(byId("fetched"), gettext("Fetching the log…"));
  const size = await chosen.addPublished();
  setText(byId("fetched"), size === null ? gettext("The log could not be fetched: this house does not answer.") : "");
  target.disabled = false;
});
chosen.bindDrop(byId("drop"));
for (const node of document.querySelectorAll("[data-scripted]")) node.hidden = false;
