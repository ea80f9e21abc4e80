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

const hand = () => ({ cards: [], total: null, natural: false });

function apply(side, step, deal) {
  const card = (index) => deal.cards[PLACE[step.hand][index]];
  if (step.do === "deal") side.cards.push({ code: card(step.index), at: step.at, turned: null, across: false });
  if (step.do === "third") side.cards.push({ code: card(2), at: step.at, turned: step.at, across: true });
  if (step.do === "turn") {
    for (const each of side.cards) each.turned = step.at;
    side.natural = totalOf(side.cards.map((each) => each.code)) >= 8;
  }
  // At a croupier's table each card lies open from the moment it was read.
  if (step.do === "card") {
    side.cards.push({ code: card(step.index), at: step.at, turned: step.at, across: step.index === 2 });
    side.natural = side.cards.length === 2 && totalOf(side.cards.map((each) => each.code)) >= 8;
  }
  if (step.do !== "deal") side.total = totalOf(side.cards.map((each) => each.code));
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
