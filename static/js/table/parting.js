// A session that ends with bets in play: the page stays as it is until what became of them has been seen, and goes on to
// the session's summary.

import { resultAt } from "./show.js";

export const SEEN_MS = 4_000; // after the result

let kept = null; // {you: as it was with the session, code: the round's, at, url}
let gone = false;

export const laid = (you) => Object.keys(you?.stakes ?? {}).length > 0;

// Whether the session is over, and its last round still on the cloth.
export const parting = () => kept !== null;

// Notes that the session of `before` is over. `url` is where its summary is.
export function part(before, { code, at, url }) {
  kept ??= { you: before, code, at, url };
}

// What the player is told meanwhile: the seat and the session as they were, with what the last round brought.
export function asSeated(you) {
  if (!kept || !you) return you;
  const { seat, session, session_result: result } = kept.you;
  const last = you.last?.code === kept.code ? you.last.result : 0;
  return { ...kept.you, ...you, seat, session, session_result: result + last };
}

// Goes on once the result has been seen, or at once where a next round has begun.
export function goOn(round, now) {
  if (!kept || gone) return;
  const seen = (round.deal ? Math.max(resultAt(round.deal), kept.at) : kept.at) + SEEN_MS;
  if (round.code === kept.code && now < seen) return;
  gone = true;
  location.assign(kept.url);
}
