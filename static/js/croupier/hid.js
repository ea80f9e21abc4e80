// A USB scanner in the mode "HID POS", where the browser has WebHID: it needs no driver and types nothing.

import { FILTERS, layoutsOf, pieceOf } from "./hidpos.js";

const HELD = "sabot-hid-scanner";

/** A device that is no such scanner. */
export class Unfit extends Error {}

const fits = (device) => layoutsOf(device.collections).size > 0;

export const offered = () => navigator.hid;
export const allowed = async () => (await navigator.hid.getDevices()).filter(fits);
export const plugged = ({ device }) => (fits(device) ? device : null); // the others that one plug brings are none of ours

export async function ask() {
  const chosen = await navigator.hid.requestDevice({ filters: FILTERS });
  return chosen.find(fits) ?? chosen[0];
}

// Two pages may open the same device, and each would hand its cards in: the page that came last reads them alone.
let taken = null;

function takenAway() {
  taken ??= navigator.locks
    .request(HELD, { steal: true }, () => new Promise(() => {}))
    .catch(() => {
      taken = null;
    });
  return taken;
}

/** Read the scanner until it is pulled out, or another page takes it. */
export async function follow(device, { began, feed }) {
  const layouts = layoutsOf(device.collections);
  if (!layouts.size) throw new Unfit();
  const ended = new AbortController();
  const { signal } = ended;
  const pulledOut = new Promise((done) => {
    navigator.hid.addEventListener("disconnect", (event) => event.device === device && done(), { signal });
  });
  const heard = ({ reportId, data }) => {
    const layout = layouts.get(reportId);
    if (!layout) return; // a report of something else, a button or a lamp
    const { text, more } = pieceOf(layout, data);
    feed(more ? text : `${text}\n`);
  };
  device.addEventListener("inputreport", heard, { signal });
  try {
    if (!device.opened) await device.open();
    began();
    await Promise.race([pulledOut, takenAway()]);
  } finally {
    ended.abort();
    await device.close().catch(() => {});
  }
}
