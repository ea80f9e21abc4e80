// The scanners that the browser itself reads: chosen once, pulled out, there again. One that types is none of them.
//
// The state stands on the body (`data-scanner`: free, on, lost, shut, unfit), so that it outlives every new screen; a
// browser that can read none has no state, and the style sheet shows nothing.

import * as hid from "./hid.js";
import { lines } from "./lines.js";
import * as serial from "./serial.js";

const WAYS = { hid, serial }; // by the name that stands in the readings

const followed = new Set();
const on = new Set();

const state = (name) => document.body.setAttribute("data-scanner", on.size ? "on" : name);

async function follow(name, device, read) {
  if (!device || followed.has(device)) return;
  followed.add(device);
  const { feed, cut } = lines((code) => read(code, name));
  let why = "lost";
  const began = () => {
    on.add(device);
    state("on");
  };
  try {
    await WAYS[name].follow(device, { began, feed, cut });
  } catch (fault) {
    if (!on.has(device)) why = fault instanceof hid.Unfit ? "unfit" : "shut"; // shut: another program has it
  }
  cut();
  followed.delete(device);
  on.delete(device);
  state(why);
}

/** Offer to connect a scanner, and call `read` with each text and the way by which it came. */
export async function listen(read) {
  const ways = Object.keys(WAYS).filter((name) => WAYS[name].offered());
  if (!ways.length) return;
  state("free");
  const choose = async (name) => follow(name, await WAYS[name].ask().catch(() => null), read); // null: none was chosen
  document.addEventListener("click", (event) => {
    const name = event.target.closest?.("[data-connects]")?.dataset.connects;
    if (name === undefined) return;
    if (!name && ways.length > 1) document.getElementById("which-scanner").showModal();
    else choose(name || ways[0]);
  });
  for (const name of ways) {
    const { offered, plugged, allowed } = WAYS[name];
    offered().addEventListener("connect", (event) => follow(name, plugged(event), read));
    // A device that was allowed before needs no second question.
    for (const device of await allowed()) follow(name, device, read);
  }
}
