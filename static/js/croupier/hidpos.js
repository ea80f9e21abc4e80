// What a scanner in the mode "HID POS" sends: where its input reports carry the text that was read, and that text.
//
// The places come from the device's own report descriptor, by the usages of the HID Point of Sale tables: each maker lays
// its report out otherwise. Places are counted in bits from the first one after the report's number.

const PAGE = 0x8c; // bar code scanners
const DECODED_DATA = 0x8c00fe;
const DATA_CONTINUED = 0x8c00ff;
const BYTE_COUNT = 0x1003b; // of the page for all devices: how many bytes of the field were decoded

/** What to ask a browser for. */
export const FILTERS = [{ usagePage: PAGE }];

const usageAt = ({ isRange, usageMinimum, usageMaximum, usages }, place) =>
  isRange ? Math.min(usageMinimum + place, usageMaximum) : usages?.[Math.min(place, usages.length - 1)];

function layoutOf(items) {
  const layout = { data: [], count: null, more: null };
  let at = 0;
  for (const item of items)
    for (let place = 0; place < item.reportCount; place++, at += item.reportSize) {
      const usage = item.isConstant ? undefined : usageAt(item, place);
      if (usage === DECODED_DATA) for (let bit = 0; bit + 8 <= item.reportSize; bit += 8) layout.data.push(at + bit);
      else if (usage === BYTE_COUNT) layout.count ??= { at, bits: item.reportSize };
      else if (usage === DATA_CONTINUED) layout.more ??= { at, bits: item.reportSize };
    }
  return layout;
}

/** Where the data lie, by the number of the report; empty for a device that is no such scanner. */
export function layoutsOf(collections) {
  const found = new Map();
  for (const { usagePage, inputReports } of collections)
    for (const { reportId, items } of usagePage === PAGE ? inputReports : []) {
      const layout = layoutOf(items);
      if (layout.data.length) found.set(reportId, layout);
    }
  return found;
}

const reaches = (view, end) => end <= 8 * view.byteLength;

function number(view, { at, bits }) {
  let found = 0;
  for (let bit = 0; bit < bits; bit++) found += ((view.getUint8((at + bit) >> 3) >> ((at + bit) & 7)) & 1) * 2 ** bit;
  return found;
}

/**
 * The text in a report, and whether the next one continues it. A report that is shorter than it says, or says more than
 * fits, gives a "?", which no card's code has: the whole reading counts as unreadable.
 */
export function pieceOf({ data, count, more }, view) {
  const continued = more !== null && reaches(view, more.at + more.bits) && number(view, more) !== 0;
  const there = data.filter((at) => reaches(view, at + 8));
  const told = count === null ? there.length : reaches(view, count.at + count.bits) ? number(view, count) : Infinity;
  if (told > there.length || !there.length) return { text: "?", more: continued };
  const bytes = there.slice(0, told).map((at) => number(view, { at, bits: 8 }));
  const text = String.fromCharCode(...bytes);
  return { text: count === null ? text.replace(/\0+$/, "") : text, more: continued };
}
