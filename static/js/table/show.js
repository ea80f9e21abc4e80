// The visible part of a deal at a moment: pure, from the deal's timeline. A late viewer sees the present state.

const PLACE = { ponto: [0, 2, 4], banca: [1, 3, 5] };

export const pointsOf = (card) => ("A" === card[0] ? 1 : "23456789".includes(card[0]) ? Number(card[0]) : 0);

const totalOf = (cards) => cards.reduce((sum, card) => sum + pointsOf(card), 0) % 10;

// `elapsed`: milliseconds since the deal started. Each card says since when it has been as it is.
export function sceneOf(deal, elapsed) {
  const scene = { ponto: hand(), banca: hand(), done: false };
  for (const step of deal.timeline) {
    if (step.at > elapsed) break;
    if (step.do === "result") scene.done = true;
    else apply(scene[step.hand], step, deal);
  }
  return scene;
}

// `squeeze`: the window in which a player turns this hand's cards, those from `index` on; null while none is open.
const hand = () => ({ cards: [], total: null, natural: false, squeeze: null });

function apply(side, step, deal) {
  const lay = (index, turned) => side.cards.push({ code: deal.cards[PLACE[step.hand][index]], at: step.at, turned, across: index === 2 });
  if (step.do === "deal") lay(step.index, null);
  if (step.do === "third") lay(2, step.at);
  if (step.do === "card") lay(step.index, step.at); // of paper: it lies open from the moment it was read
  if (step.do === "squeeze") side.squeeze = { index: step.index, from: step.at, until: step.until };
  if (step.do === "turn") {
    side.squeeze = null;
    for (const each of side.cards.slice(step.index === 2 ? 2 : 0)) each.turned = step.at;
  }
  count(side);
}

// What the cards that lie open come to; nothing of a hand of which only one of two that are squeezed does.
export function count(side) {
  const open = side.cards.filter((card) => card.turned !== null);
  const whole = open.length && (open.length > 1 || side.cards.length === 1);
  side.total = whole ? totalOf(open.map((card) => card.code)) : null;
  side.natural = open.length === 2 && side.cards.length === 2 && side.total >= 8;
}

// When the result is shown, on the server's clock; never as long as a croupier deals and no result is known.
export const resultAt = (deal) => (deal.winner ? deal.starts_at + (deal.timeline.at(-1)?.at ?? 0) : Number.POSITIVE_INFINITY);

// Whether bets are taken. At an individual table no moment closes them: the player deals.
export const taking = (round, now) => round.phase === "betting" && (round.closes_at === null || now < round.closes_at);

// Whether the house keeps the next round from opening; and whether it does because a proof found a difference.
export const checked = (table) => table.why === "proof";
export const held = (table) => table.why === "held" || checked(table);

// Whether results, balance and the like must wait for the cards on this page.
export function holdsBack(round, now) {
  if (round.phase === "betting") return !taking(round, now);
  if (round.deal) return now < resultAt(round.deal);
  return round.phase === "closed" || round.phase === "dealing";
}
