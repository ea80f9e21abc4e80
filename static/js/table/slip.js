// The slip being written: chips on the cloth that are not a bet yet. Pure; whole cents.

export class Slip {
  #moves = [];

  get lines() {
    const lines = {};
    for (const move of this.#moves)
      for (const [chance, cents] of Object.entries(move)) lines[chance] = (lines[chance] ?? 0) + cents;
    return lines;
  }

  get total() {
    return Object.values(this.lines).reduce((sum, cents) => sum + cents, 0);
  }

  get empty() {
    return this.#moves.length === 0;
  }

  add(move) {
    if (Object.keys(move).length) this.#moves.push(move);
  }

  undo() {
    return this.#moves.pop();
  }

  clear() {
    this.#moves = [];
  }

  drop(chance) {
    this.#moves = this.#moves.map(({ [chance]: _, ...rest }) => rest).filter((move) => Object.keys(move).length);
  }

  // As much again on every chance: what lies accepted, and what is being written.
  double(accepted) {
    const move = { ...this.lines };
    for (const [chance, cents] of Object.entries(accepted)) move[chance] = (move[chance] ?? 0) + cents;
    this.add(move);
  }
}

// What the rules will say to this slip, as far as this page can know: the first trouble, or null. The table decides.
// `own` is what the player's own limits leave for the slip as a whole, if any were set.
export function trouble(lines, { accepted, room, minimum, own = null }) {
  for (const [chance, cents] of Object.entries(lines)) {
    const there = (accepted[chance] ?? 0) + cents;
    if (there < minimum) return { chance, rule: "R14", most: minimum };
    const left = room[chance];
    if (left && left.most !== null && cents > left.most) return { chance, rule: left.rule, most: left.most };
  }
  const total = Object.values(lines).reduce((sum, cents) => sum + cents, 0);
  if (own && total > 0 && total > own.most) return { chance: null, rule: own.rule, most: own.most };
  return null;
}

// The same where the player set limits of their own: what they leave, they leave for all chances together.
export function within(room, own) {
  if (!own || own.most === null) return room;
  const tight = ({ most }) => most === null || own.most < most;
  return Object.fromEntries(Object.entries(room).map(([chance, left]) => [chance, tight(left) ? { most: own.most, rule: own.rule } : left]));
}

// The room on each chance: the table's, which moves with everybody's bets, or the player's own, whichever is smaller.
export function tighter(ofTable, own) {
  const room = { ...own };
  for (const [chance, left] of Object.entries(ofTable ?? {})) {
    const mine = room[chance];
    if (!mine || mine.most === null || (left.most !== null && left.most < mine.most)) room[chance] = left;
  }
  return room;
}
