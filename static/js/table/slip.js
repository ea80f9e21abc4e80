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

const CEILINGS = new Set(["R15", "cap", "R43a", "R43b", "R43c"]);
const PONTO = ["ponto"];
const BANCA = ["banca", "banca-no-commission"];
const OPPOSITE = { ponto: BANCA, banca: PONTO, "banca-no-commission": PONTO };
const PAIRED = { "par-ponto": ["par-banca"], "par-banca": ["par-ponto"] };
const BESIDE = { ponto: [], banca: ["banca-no-commission"], "banca-no-commission": ["banca"] };

const sum = (amounts, chances) => chances.reduce((whole, chance) => whole + (amounts[chance] ?? 0), 0);

// The first rule that refuses this slip, as far as this page knows, or null. The table decides; it would refuse every
// slip that is refused here. `view`: {accepted, rooms: [the table's, the player's], minimum, apart: R13's
// difference or null, offset: whether a maximum of the operator's on a side bounds the difference (L), together: whether both pairs have one ceiling (R43c), balance, own: what the player's own limits leave for the slip as a whole, or null}.
export function trouble(lines, view) {
  for (const chance of Object.keys(lines)) {
    const found = tooClose(lines, chance, view) ?? tooLittle(lines, chance, view) ?? tooMuch(lines, chance, view);
    if (found) return found;
  }
  const total = sum(lines, Object.keys(lines));
  const { own, balance } = view;
  if (own && total > 0 && total > own.most) return { chance: null, rule: own.rule, most: own.most };
  return total > balance ? { chance: null, rule: "FUNDS", most: balance } : null;
}

function tooClose(lines, chance, { accepted, apart }) {
  if (!apart || !OPPOSITE[chance]) return null;
  const [ponto, banca] = [PONTO, BANCA].map((side) => sum(lines, side) + sum(accepted, side));
  return ponto && banca && Math.abs(ponto - banca) < apart ? { chance, rule: "R13", most: 0 } : null;
}

function tooLittle(lines, chance, { accepted, minimum }) {
  return (accepted[chance] ?? 0) + lines[chance] < minimum ? { chance, rule: "R14", most: 0 } : null;
}

function tooMuch(lines, chance, { rooms, offset, together }) {
  const ceilings = rooms.map((room) => room?.[chance]).filter((left) => left && left.most !== null && CEILINGS.has(left.rule));
  const differs = (rule) => rule === "R43a" || (rule === "cap" && offset && OPPOSITE[chance]);
  const shares = (rule) => rule === "R43c" && together && PAIRED[chance];
  const most = ({ most, rule }) => {
    if (differs(rule)) return most + sum(lines, OPPOSITE[chance]) - sum(lines, BESIDE[chance]);
    return shares(rule) ? most - sum(lines, PAIRED[chance]) : most;
  };
  const [tightest] = ceilings.map((left) => ({ chance, rule: left.rule, most: Math.max(0, most(left)) })).sort((one, other) => one.most - other.most);
  return tightest && lines[chance] > tightest.most ? tightest : null;
}

// The slip to offer instead of one in trouble, or null: less than was asked for, and only what nothing known would refuse.
// As `baccarat.offers` has it: nothing for too little (R14, R13), for the balance, or for the player's own limits.
export function offerFor(lines, view) {
  const found = trouble(lines, view);
  if (!found || !CEILINGS.has(found.rule) || found.most <= 0 || found.most > Math.min(view.balance, view.own?.most ?? view.balance)) return null;
  const instead = { ...lines, [found.chance]: found.most };
  return trouble(instead, view) ? null : instead;
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
