// What the others do: shares, players and piles of a spot, from the public sums and seats alone. Pure.

const HANDS = { ponto: ["ponto"], empate: ["empate"], banca: ["banca", "banca-no-commission"] };
const PILES = 4;

const on = (amounts, ids) => ids.reduce((sum, id) => sum + (amounts?.[id] ?? 0), 0);

// Of the stakes on ponto, empate and banca each one's share in whole percent; they come to 100, the largest rests first.
export function sharesOf(sums) {
  const parts = Object.entries(HANDS).map(([id, ids]) => ({ id, cents: on(sums, ids) }));
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0);
  if (!whole) return Object.fromEntries(parts.map(({ id }) => [id, 0]));
  for (const part of parts) {
    part.percent = Math.floor((part.cents * 100) / whole);
    part.rest = (part.cents * 100) % whole;
  }
  let missing = 100 - parts.reduce((sum, { percent }) => sum + percent, 0);
  for (const part of [...parts].sort((one, other) => other.rest - one.rest)) if (missing-- > 0) part.percent += 1;
  return Object.fromEntries(parts.map(({ id, percent }) => [id, percent]));
}

// How many players have something on these chances.
export const crowdOn = (seats, ids) => seats.filter((seat) => seat.who !== null && on(seat.stakes, ids) > 0).length;

// The largest piles of the others, by seat; at most four.
export const othersOn = (seats, ids, mine) =>
  seats
    .filter((seat) => seat.who !== null && seat.seat !== mine)
    .map((seat) => ({ seat: seat.seat, cents: on(seat.stakes, ids) }))
    .filter(({ cents }) => cents > 0)
    .sort((one, other) => other.cents - one.cents)
    .slice(0, PILES)
    .sort((one, other) => one.seat - other.seat);
