// Money as whole cents: written by the house's locale, read from what a player types. No fractions anywhere.

const { dataset } = document.getElementById("main");
const DECIMAL = dataset.decimal;
const GROUP = dataset.group;
const PATTERN = dataset.money; // "# €"

export function plain(cents) {
  const size = Math.abs(cents);
  const rest = size % 100;
  const whole = String((size - rest) / 100).replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
  return `${whole}${DECIMAL}${String(rest).padStart(2, "0")}`;
}

export const money = (cents) => `${cents < 0 ? "−" : ""}${PATTERN.replace("#", plain(cents))}`;

// Where the unit is plain from all around, play money goes without it: a spot is narrow.
export const short = (cents) =>
  dataset.currency === "PLAY" ? `${cents < 0 ? "−" : ""}${plain(cents)}` : money(cents);

const withSign = (write) => (cents) => `${cents > 0 ? "+" : ""}${write(cents)}`;

export const shortSigned = withSign(short);
export const signed = withSign(money);

// Short, for seats and chips: whole euros lose their cents.
export function brief(cents) {
  const text = plain(cents);
  return cents % 100 === 0 ? text.slice(0, -3) : text;
}

// Whole euros where there are no cents: for the crowd, the beam and chips, never where a ledger's line stands.
export const round = (cents) => (cents % 100 ? short(cents) : short(cents).replace(`${DECIMAL}00`, ""));

export const roundSigned = withSign(round);

// "37,50", "37.50", "1 234,50", "37" → cents; null for anything else. As `casino.wording.words.cents_of` reads it.
export function parse(text) {
  const bare = text.replace(/[\s\u00a0\u202f€]/g, "");
  const match = /^([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:([.,])(\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const [, whole, point, part = ""] = match;
  const groups = new Set(whole.match(/[.,]/g) ?? []);
  if (groups.size > 1 || groups.has(point) || (!point && groups.has(DECIMAL))) return null;
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number(part.padEnd(2, "0"));
  return Number.isSafeInteger(cents) && cents > 0 ? cents : null;
}
