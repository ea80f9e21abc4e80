// Chips on their way: from the hand to a spot, from the spots to the house, from the house to the winners and home. Each
// journey only shows what is already so; it may be cut off at any moment, and delays nothing.

import { pile } from "./chips.js";
import { byId } from "./dom.js";
import { moves } from "./options.js";
import { resultAt } from "./show.js";

export const COUNT_MS = 440;
const TRAVEL = 620;
const AT = { lost: 400, prize: 700, home: 1800 };
const APART = 40; // milliseconds between stacks of one journey
const STACKS = 5; // of one journey; two journeys are under way at once at most
const MOVING = 12; // nodes at once, with their trails
const TRAIL = [{ behind: 45, opacity: 0.5 }, { behind: 90, opacity: 0.28 }];
const STEPS = 8;

let flights = []; // when each moves, as {begin, end}

// Nothing on its way any more: the next round has begun, or the page shows something else.
export function halt() {
  flights = [];
  byId("flying").replaceChildren();
}

// A chip from the hand to the spot that was touched.
export function layChip(chance, cents) {
  if (moves()) send([{ cents, from: byId("chips"), to: spot(chance), delay: 0, duration: 160, bend: 0.2 }]);
}

// The moment of the result, `k` times as long as it is by itself: a short pause plays it faster. `late`: how many
// milliseconds of it are over. `bets`: the player's own; `others`: their piles, as {chance, cents}; `wins`: the chances
// that came up.
export function settleChips({ bets, others, wins, k, late }) {
  if (!moves() || k <= 0) return;
  const own = (bets ?? []).map((bet) => ({ chance: bet.chance, cents: bet.stake, returned: bet.returned, outcome: bet.outcome }));
  const lost = [...own.filter((bet) => bet.outcome === "lose"), ...others.filter((each) => !wins.includes(each.chance))];
  const won = own.filter((bet) => bet.returned > bet.cents);
  const kept = own.filter((bet) => bet.returned > 0);
  const journey = (stacks, at, of) => stacks.slice(0, STACKS).map((each, place) => ({ ...of(each), delay: at * k - late + place * APART, duration: TRAVEL * k }));
  send([
    ...journey(lost, AT.lost, ({ chance, cents }) => ({ cents, from: spot(chance), to: house(), bend: 0.25 })),
    ...journey(won, AT.prize, (bet) => ({ cents: bet.returned - bet.cents, from: house(), to: spot(bet.chance), bend: -0.25 })),
    ...journey(kept, AT.home, (bet) => ({ cents: bet.returned, from: spot(bet.chance), to: home(), bend: 0.15 })),
  ]);
}

// How much of its time the result may take before the next round begins: the same for everybody who sees it.
export const pace = ({ deal, next_at: nextAt }) => (nextAt ? Math.min(1, Math.max(0, (nextAt - resultAt(deal) - 400) / 2600)) : 1);

// Whether the player's return of a round is still on its way to the seat: the balance changes as it lands.
export function comingHome(round, last, now) {
  if (!round.deal || last?.code !== round.code || !moves()) return false;
  const result = resultAt(round.deal);
  return result <= now && now < result + (AT.home + TRAVEL) * pace(round);
}

const spot = (chance) => document.querySelector(`.spot[data-covers~="${chance}"] .spot__own`) ?? byId("spots");
const house = () => (byId("rack").offsetWidth ? byId("rack") : byId("mid"));
const home = () => document.querySelector(".seat--mine") ?? byId("bar-balance");

// Each stack on its way; then trails behind those that leave room for them.
function send(journeys) {
  const room = byId("flying").getBoundingClientRect();
  const begun = journeys.filter(({ delay, duration }) => delay + duration > 0).map((each) => { // the others have landed
    const [start, end] = [each.from, each.to].map((node) => middle(node.getBoundingClientRect(), room));
    return { ...each, way: along(start, end, each.bend) };
  });
  for (const each of begun) launch(each);
  for (const each of begun) {
    const last = TRAIL.at(-1).behind;
    if (movingIn(each.delay, each.delay + each.duration + last) + TRAIL.length > MOVING) continue;
    for (const { behind, opacity } of TRAIL) launch({ ...each, delay: each.delay + behind, way: each.way.map((step) => ({ ...step, opacity: step.opacity * opacity })) });
  }
}

function launch({ cents, way, delay, duration }) {
  const now = performance.now();
  flights.push({ begin: now + delay, end: now + delay + duration });
  const node = pile(cents, false);
  byId("flying").prepend(node); // a trail lies below
  const flight = node.animate(way, { delay, duration, easing: "cubic-bezier(.5, 0, .2, 1)", fill: "backwards" });
  flight.finished.then(() => node.remove(), () => node.remove());
}

// How many move at some moment between these two, which are counted from now.
function movingIn(from, to) {
  const now = performance.now();
  flights = flights.filter(({ end }) => end > now);
  return flights.filter(({ begin, end }) => begin < now + to && end > now + from).length;
}

const middle = (box, room) => [box.left + Math.min(box.width, 60) / 2 - room.left - 18, box.top + box.height / 2 - room.top - 18];

// A quadratic curve, bent to one side of the way; it appears and vanishes within its ends.
function along([x1, y1], [x2, y2], bend) {
  const [cx, cy] = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - Math.abs(x2 - x1) * Math.abs(bend) * 0.4];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = step / STEPS;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    const opacity = t === 0 || t === 1 ? 0 : 1;
    return { transform: `translate(${(a * x1 + b * cx + c * x2).toFixed(1)}px, ${(a * y1 + b * cy + c * y2).toFixed(1)}px)`, opacity };
  });
}

// Counts an amount once up or down to what it is, never past it; `write` is given whole cents.
export function count(cents, { delay, duration, write }) {
  if (!moves()) return write(cents);
  const begin = performance.now() + delay;
  const step = (now) => {
    const t = Math.min(1, Math.max(0, (now - begin) / duration));
    write(t === 1 ? cents : Math.round(cents * (1 - (1 - t) ** 3)));
    if (t < 1) requestAnimationFrame(step);
  };
  step(performance.now());
}
