// Where everything at the table lies: from the size of its room and the rules alone, never from what happens there, so
// that nothing moves while one plays. Pure; pixels from the table's upper left corner.

const DRAWN_BELOW = 960; // as in the style sheets: 60rem
const CORNER = 16;
const PI = Math.PI;

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));
const two = (value) => Number(value.toFixed(2));
const box = (x, y, w, h, turn = 0) => ({ x: two(x), y: two(y), w: two(w), h: two(h), turn: two(turn) });

// "desk", or of a phone "tall" and "wide". A window zoomed until it is tiny is read like a tall phone, by scrolling.
export function modeOf(width, height) {
  if (width > DRAWN_BELOW) return "desk";
  return width > height && width >= 640 ? "wide" : "tall";
}

// `view`: {mode, width, height, main, sides: ids of the spots, seats: how many, beam, toggle, alone: whether there is them}
export const layout = (view) => ({ desk, tall, wide })[view.mode](view);

// --- one curve for rail, spots, beam and seats -------------------------------------------------------------------------

// A circle far above the table: a point by its radius and its angle from straight down.
const circle = (cx, cy) => ({
  at: (r, a) => [cx + r * Math.sin(a), cy + r * Math.cos(a)],
  angle: (r, x) => Math.asin(clamp((x - cx) / r, -1, 1)),
  radius: (y) => y - cy,
});

const point = ([x, y]) => `${two(x)} ${two(y)}`;

// The outline of a spot between two radii and two angles, and its rim as two halves from the middle of the bottom up.
function sector(curve, [r1, r2], [a1, a2], corner = CORNER) {
  const { at } = curve;
  const [c1, c2] = [corner / r1, corner / r2];
  const middle = (a1 + a2) / 2;
  const arc = (r, a, sweep) => `A${two(r)} ${two(r)} 0 0 ${sweep} ${point(at(r, a))}`;
  const bend = (r, a, to) => `Q${point(at(r, a))} ${point(to)}`;
  const outline =
    `M${point(at(r1, a1 + c1))}${arc(r1, a2 - c1, 0)}${bend(r1, a2, at(r1 + corner, a2))}L${point(at(r2 - corner, a2))}` +
    `${bend(r2, a2, at(r2, a2 - c2))}${arc(r2, a1 + c2, 1)}${bend(r2, a1, at(r2 - corner, a1))}L${point(at(r1 + corner, a1))}${bend(r1, a1, at(r1, a1 + c1))}Z`;
  const half = (a, sign, sweep) =>
    `M${point(at(r2, middle))}${arc(r2, a - sign * c2, sweep)}${bend(r2, a, at(r2 - corner, a))}L${point(at(r1 + corner, a))}${bend(r1, a, at(r1, a - sign * c1))}${arc(r1, middle, 1 - sweep)}`;
  return { outline, halves: [half(a1, -1, 1), half(a2, 1, 0)] };
}

// A spot of the curve as a box of its own: its drawing in that box, and where its words lie, tilted with the cloth.
function curved(cx, cy, [top, bottom], [left, right]) {
  const whole = circle(cx, cy);
  const [r1, r2] = [whole.radius(top), whole.radius(bottom)];
  const middle = (r1 + r2) / 2;
  const [a1, a2] = [whole.angle(middle, left), whole.angle(middle, right)];
  const turn = (a1 + a2) / 2;
  const edges = [whole.at(r1, a1), whole.at(r1, a2), whole.at(r2, a1), whole.at(r2, a2), whole.at(r2, clamp(0, a1, a2)), whole.at(r1, turn)];
  const [x, y] = [Math.min(...edges.map((each) => each[0])), Math.min(...edges.map((each) => each[1]))];
  const [w, h] = [Math.max(...edges.map((each) => each[0])) - x, Math.max(...edges.map((each) => each[1])) - y];
  const local = circle(cx - x, cy - y);
  const [wx, wy] = whole.at(middle, turn);
  const [ww, wh] = [middle * (a2 - a1), r2 - r1];
  return {
    ...box(x, y, w, h),
    ...sector(local, [r1, r2], [a1, a2]),
    draft: sector(local, [r1 + 6, r2 - 6], [a1 + 6 / middle, a2 - 6 / middle], 11).outline,
    words: box(wx - ww / 2 - x, wy - wh / 2 - y, ww, wh, (-turn * 180) / PI),
  };
}

// The same where the cloth is too small to bend: a rounded box.
function plain(x, y, w, h, corner = 14) {
  const outline = (inset, r) => {
    const [l, t, right, b] = [inset, inset, w - inset, h - inset];
    return `M${l + r} ${t}H${right - r}Q${right} ${t} ${right} ${t + r}V${b - r}Q${right} ${b} ${right - r} ${b}H${l + r}Q${l} ${b} ${l} ${b - r}V${t + r}Q${l} ${t} ${l + r} ${t}Z`;
  };
  const half = (edge, sign) =>
    `M${w / 2} ${h}H${edge - sign * corner}Q${edge} ${h} ${edge} ${h - corner}V${corner}Q${edge} 0 ${edge - sign * corner} 0H${w / 2}`;
  return { ...box(x, y, w, h), outline: outline(0, corner), halves: [half(0, -1), half(w, 1)], draft: outline(5, corner - 4), words: box(0, 0, w, h) };
}

// --- desk ----------------------------------------------------------------------------------------------------------

// Shares of the row's width, pairs narrow at its ends.
const SHARES = { "par-ponto": 140, ponto: 272, empate: 164, banca: 272, "par-banca": 140 };
const GAP = 10;

function across(ids, left, right, shareOf, gap = GAP) {
  const whole = right - left - gap * (ids.length - 1);
  const sum = ids.reduce((total, id) => total + shareOf(id), 0);
  let x = left;
  return ids.map((id) => {
    const w = (whole * shareOf(id)) / sum;
    const place = [id, [x, x + w]];
    x += w + gap;
    return place;
  });
}

function desk({ width: W, height, main, sides, seats, beam, toggle }) {
  const H = Math.max(height, sides.length ? 700 : 616);
  const cx = W / 2;
  const cy = -3.79 * W;
  const roads = H >= 810 ? 132 : H >= 725 ? 108 : 92;
  const rail = H - (12 + roads + 12 + 56 + 4 + 24 + 5); // its lowest point
  const felt = rail - 66;
  const over = (toggle && !beam ? 38 : 12) + (beam ? 86 : 0);
  let rest = felt - 30 - 74 - over;
  const lettered = sides.length === 0 && rest >= 280;
  if (lettered) rest -= 28;
  const half = clamp(W * 0.116, 92, 150);
  const cardMost = (cx - half - 50) / 3.42;
  const card = clamp((rest * (sides.length ? 0.36 : 0.452)) / 1.4, 50, Math.min(150, cardMost));
  const cards = card * 1.4;
  const below = 74 + cards + (lettered ? 28 : 0);
  const spotsTop = below + over;
  const spotsBottom = felt - 30;
  const band = sides.length ? Math.round((spotsBottom - spotsTop - 8) * 0.63) : spotsBottom - spotsTop;
  const narrow = main.length < 5 ? 0.1 : 0.0427;
  const spots = {};
  for (const [id, ends] of across(main, W * narrow, W * (1 - narrow), (each) => SHARES[each] ?? 200))
    spots[id] = curved(cx, cy, [spotsTop, spotsTop + band], ends);
  for (const [id, ends] of across(sides, W * 0.0525, W * 0.9475, () => 1, 8)) spots[id] = curved(cx, cy, [spotsTop + band + 8, spotsBottom], ends);
  return {
    art: art(W, cx, cy, rail, felt),
    ...hands({ cx, half, card, cards, top: 74, names: 30 }),
    ...pills(W, cx, half, card),
    mid: box(cx - half, 40, 2 * half, cards + 12),
    call: box(cx - half - 40, 74 + cards - 33, 2 * half + 80, 24),
    lettering: lettered ? { ...box(0, 74 + cards + 4, W, 40), path: arcThrough(cx, cy - 78 - cards, 74 + cards + 25 - cy, W * 0.233) } : null,
    beam: beam ? beamAt({ cx, cy, y: below + (lettered ? 54 : 50), reach: W * 0.258, W, toggle }) : null,
    toggle: toggle ? box(cx - 150, spotsTop - 27, 300, 26) : null,
    spots,
    seats: Array.from({ length: seats }, (_, index) => seatAt({ cx, cy, y: rail - 33, W, seats, index })),
    word: box(20, rail + 5, W - 40, 24),
    tray: box(20, rail + 33, W - 40, 56),
    strips: box(W * 0.14, 1, W * 0.72, 36),
    roads: box(20, rail + 101, W - 40, roads),
    scale: clamp(W / 1124, 0.66, 1.25),
    height: H,
  };
}

function art(W, cx, cy, rail, felt) {
  const edge = (x, y) => {
    const r = y - cy;
    return cy + Math.sqrt(r * r - (cx - x) ** 2);
  };
  const shape = (left, top, low, bend, foot) => {
    const right = W - left;
    const y = edge(left + foot, low);
    const r = two(low - cy);
    return `M${left + bend} ${top}H${right - bend}Q${right} ${top} ${right} ${top + bend}V${two(y - foot)}Q${right} ${two(y - 6)} ${right - foot} ${two(y)}A${r} ${r} 0 0 1 ${left + foot} ${two(y)}Q${left} ${two(y - 6)} ${left} ${two(y - foot)}V${top + bend}Q${left} ${top} ${left + bend} ${top}Z`;
  };
  return {
    rail: shape(8, 2, rail, 46, 78),
    shine: shape(9.5, 3.5, rail - 1.5, 45, 77),
    stitch: shape(12.5, 6.5, rail - 5.5, 43, 75),
    felt: shape(22, 16, felt, 36, 66),
    lip: shape(29, 23, felt - 7, 31, 62),
  };
}

function arcThrough(cx, cy, r, reach) {
  const curve = circle(cx, cy);
  return `M${point(curve.at(r, curve.angle(r, cx - reach)))}A${two(r)} ${two(r)} 0 0 0 ${point(curve.at(r, curve.angle(r, cx + reach)))}`;
}

function hands({ cx, half, card, cards, top, names }) {
  const step = card + 8;
  const long = cards;
  const low = top + (cards - card) / 2;
  const left = cx - half - 4 - card - step;
  const right = cx + half + 4;
  return {
    card: two(card),
    hands: {
      ponto: { name: box(left, names, card + step, 34), places: [box(left, top, card, cards), box(left + step, top, card, cards), box(left - 5 - long, low, long, card)] },
      banca: { name: box(right, names, card + step, 34), places: [box(right, top, card, cards), box(right + step, top, card, cards), box(right + step + card + 5, low, long, card)] },
    },
  };
}

const ROOMY = 1040;

function pills(W, cx, half, card) {
  const wide = W >= 900;
  const left = cx - half - 4 - 2 * card - 8;
  const right = cx + half + 154;
  const start = wide ? 104 : 34;
  return {
    discard: wide ? box(38, 26, 62, 50) : null,
    shoe: wide ? box(W - 132, 14, 104, 68) : null,
    rack: box(cx - Math.min(165, W * 0.15), 7, 2 * Math.min(165, W * 0.15), 32),
    // On the rail where there is no room left beside the names; clear of what lies in the corners.
    pill: W >= ROOMY ? box(start, 33, left - 10 - start, 28) : box(wide ? 104 : 34, 5, 126, 24),
    seal: W >= ROOMY ? box(right, 33, W - 136 - right, 28) : box(W - (wide ? 270 : 164), 5, 130, 24),
  };
}

function beamAt({ cx, cy, y, reach, W, toggle }) {
  const top = y - 50;
  const curve = circle(cx, cy - top);
  const r = y - cy;
  const ends = [-1, 1].map((side) => curve.angle(r, cx + side * reach));
  const side = clamp(W * 0.14, 96, 170);
  return {
    ...box(0, top, W, 84),
    reach: two(reach),
    at: (p) => curve.at(r, ends[0] + (ends[1] - ends[0]) * p),
    arc: (from, to) => {
      const a = ends[0] + (ends[1] - ends[0]) * from;
      const b = ends[0] + (ends[1] - ends[0]) * to;
      return `M${point(curve.at(r, a))}A${two(r)} ${two(r)} 0 0 0 ${point(curve.at(r, b))}`;
    },
    ponto: box(cx - reach - 22 - side, 10, side, 40),
    banca: box(cx + reach + 22, 10, side, 40),
    tag: 6,
    note: toggle ? box(cx - reach - 100, 63, reach - 58, 18) : box(cx - reach, 61, 2 * reach, 18),
    brief: toggle || W < 820,
    tick: 44,
  };
}

function seatAt({ cx, cy, y, W, seats, index }) {
  const curve = circle(cx, cy);
  const r = y - cy;
  const step = Math.min(W * 0.1005, 150);
  const a = curve.angle(r, cx + (index - (seats - 1) / 2) * step);
  const [x, at] = curve.at(r, a);
  const w = seats === 1 ? 150 : step - 5;
  return box(x - w / 2, at - 23, w, 46, (-a * 180) / PI);
}

// --- phone, upright ------------------------------------------------------------------------------------------------

function tall({ width: W, height, main, sides, seats, beam, toggle, alone }) {
  // With side bets everything else is a little lower, so that the roads begin where the screen still shows them.
  const many = sides.length > 0;
  const H = Math.max(height, many ? 716 : 660);
  const acts = (alone ? 60 : many ? 48 : 56) + 8 + 44;
  const trayTop = H - 8 - 52 - acts - 10 - 52;
  const wordHigh = many ? 32 : 36;
  const wordTop = trayTop - 6 - wordHigh;
  const felt = wordTop - (seats > 1 ? 34 : 8);
  const cx = W / 2;
  const half = clamp(W * 0.13, 40, 70);
  const card = clamp(Math.min((cx - half - 30) / 2.15, (felt - 200) / (many ? 6 : 5)), 40, 74);
  const cards = card * 1.4;
  const top = 50;
  const call = top + cards + 10;
  const beamTop = call + 24;
  const spotsTop = beamTop + (beam ? (many ? 36 : 62) : 4) + (toggle ? 34 : 0);
  const bottom = felt - (seats > 1 ? 22 : 14);
  const [first, second] = [main.filter((id) => id === "ponto" || id === "banca"), main.filter((id) => id !== "ponto" && id !== "banca")];
  const swipe = sides.length ? clamp((bottom - spotsTop) * 0.24, 58, 84) : 0;
  const rows = bottom - spotsTop - (swipe ? swipe + 8 : 0) - 8;
  const [one, other] = [rows * 0.56, rows * 0.44];
  const spots = {};
  for (const [id, [from, to]] of across(first, 12, W - 12, () => 1, 8)) spots[id] = plain(from, spotsTop, to - from, one);
  for (const [id, [from, to]] of across(second, 12, W - 12, () => 1, 8)) spots[id] = plain(from, spotsTop + one + 8, to - from, other, 12);
  sides.forEach((id, index) => {
    spots[id] = plain(12 + index * 132, 1, 124, swipe - 2, 10);
  });
  const gap = 6;
  const hand = (left) => ({
    name: box(left, 14, 2 * card + gap, 28),
    places: [box(left, top, card, cards), box(left + card + gap, top, card, cards), box(left + card + gap / 2 - cards / 2, top + cards - card * 0.86, cards, card)],
  });
  const coin = Math.min(32, (W - 24) / Math.max(9, seats) - 6);
  return {
    art: { felt: feltBox(4, 4, W - 8, felt - 4, 30, 52) },
    card: two(card),
    hands: { ponto: hand(20), banca: hand(W - 20 - 2 * card - gap) },
    mid: box(cx - half, 10, 2 * half, cards + 44),
    call: box(16, call, W - 32, 22),
    pill: null,
    seal: box(cx - 70, felt - 999, 140, 24),
    rack: box(cx - 40, -4, 80, 14),
    discard: null,
    shoe: null,
    lettering: null,
    beam: beam ? { ...flatBeam({ x: 16, y: beamTop, w: W - 32 }), ...(many && slim(W - 32)) } : null,
    toggle: toggle ? box(12, spotsTop - 34, W - 24, 28) : null,
    spots,
    swipe: sides.length ? { ...box(0, spotsTop + rows + 16, W, swipe), inner: 24 + sides.length * 132 - 8 } : null,
    seats: Array.from({ length: seats }, (_, index) => box(cx + (index - (seats - 1) / 2) * (coin + 8) - coin / 2, felt - coin / 2, coin, coin)),
    word: box(12, wordTop, W - 24, wordHigh),
    tray: box(12, trayTop, W - 24, 52 + 10 + acts),
    film: { seated: filmAt(12, trayTop + 62, W - 24, H - 70 - trayTop), watching: filmAt(12, wordTop, W - 24, trayTop + 62 + acts - WATCHING - wordTop) },
    strips: box(8, wordTop - 4, W - 16, 44),
    roads: box(12, H - 52, W - 24, 44),
    scale: 0.8,
    height: H,
  };
}

const feltBox = (x, y, w, h, corner, foot) =>
  `M${x + corner} ${y}H${x + w - corner}Q${x + w} ${y} ${x + w} ${y + corner}V${y + h - foot}Q${x + w} ${y + h - 10} ${x + w - foot} ${y + h - 6}Q${x + w / 2} ${y + h + 8} ${x + foot} ${y + h - 6}Q${x} ${y + h - 10} ${x} ${y + h - foot}V${y + corner}Q${x} ${y} ${x + corner} ${y}Z`;

function flatBeam({ x, y, w }) {
  const line = 44;
  return {
    ...box(x, y, w, 60),
    reach: w / 2 - 8,
    at: (p) => [8 + (w - 16) * p, line],
    arc: (from, to) => `M${two(8 + (w - 16) * from)} ${line}L${two(8 + (w - 16) * to)} ${line}`,
    ponto: box(0, 0, w * 0.36, 34),
    banca: box(w * 0.64, 0, w * 0.36, 34),
    tag: 8,
    tagAt: w / 2,
    note: null,
    tick: null,
  };
}

// --- phone, on its side ----------------------------------------------------------------------------------------------

function wide({ width: W, height, main, sides, seats, beam, toggle }) {
  const H = Math.max(height, 316);
  const side = clamp(W * 0.265, 190, 250);
  const T = W - side;
  const chips = H - 58;
  const felt = chips - 8;
  const cx = T / 2;
  const many = sides.length > 0;
  const card = clamp(felt * (many ? 0.188 : 0.25), 44, 84);
  const cards = card * 1.4;
  const top = many ? 8 : 14;
  const half = Math.max(46, T * 0.097);
  const below = top + cards + (beam ? 38 : 10);
  const choice = toggle ? 48 : 0; // beside the table, above the words
  const more = toggle ? 32 : 0;
  const bottom = felt - (seats > 1 ? 20 : 12);
  const swipe = many ? 52 : 0;
  const rows = bottom - below - (swipe ? swipe + 6 : 0);
  const spots = {};
  for (const [id, [from, to]] of across(main, 22, T - 22, (each) => (SHARES[each] ?? 200) + 60, 8)) spots[id] = plain(from, below, to - from, rows, 12);
  sides.forEach((id, index) => {
    spots[id] = plain(22 + index * 124, 1, 116, swipe - 2, 9);
  });
  const gap = 6;
  const hand = (left, name) => ({
    name,
    places: [box(left, top, card, cards), box(left + card + gap, top, card, cards), box(left + card + gap / 2 - cards / 2, top + cards - card * 0.86, cards, card)],
  });
  const ponto = cx - half - 2 * card - gap;
  const coin = Math.min(24, (T - 40) / 9 - 6);
  return {
    art: { felt: feltBox(10, 4, T - 20, felt - 4, 26, 60) },
    card: two(card),
    hands: { ponto: hand(ponto, box(24, top + 4, ponto - 30, many ? 28 : 76)), banca: hand(cx + half, box(cx + half + 2 * card + gap + 8, top + 4, T - 24 - (cx + half + 2 * card + gap + 8), many ? 28 : 76)) },
    mid: box(cx - half, top, 2 * half, cards),
    call: many ? box(24, top + 36, ponto - 30, cards - 34) : box(24, top + 60, ponto - 30, cards - 50),
    pill: null,
    seal: null,
    rack: box(cx - 40, -4, 80, 14),
    discard: null,
    shoe: null,
    lettering: null,
    beam: beam ? { ...flatBeam({ x: 22, y: top + cards + 2, w: T - 44 }), ...slim(T - 44) } : null,
    toggle: toggle ? box(T + 6, 4, side - 18, 44) : null,
    spots,
    swipe: sides.length ? { ...box(0, below + rows + 6, T, swipe), inner: 44 + sides.length * 124 - 8 } : null,
    seats: Array.from({ length: seats }, (_, index) => box(cx + (index - (seats - 1) / 2) * (coin + 14) - coin / 2, felt - coin / 2 - 2, coin, coin)),
    word: box(T + 6, 6 + choice, side - 18, 62 + more - choice),
    tray: box(0, 0, W, H),
    strips: box(12, 2, T - 24, 40),
    roads: null,
    scale: 0.8,
    height: H,
    table: T,
    side,
    chips: box(14, chips, T - 28, 50),
    acts: box(T + 6, 72 + more, side - 18, H - 82 - more),
    film: { seated: filmAt(T + 6, 72 + more, side - 18, H - 82 - more), watching: filmAt(T + 6, 6, side - 18, H - 22 - WATCHING) },
  };
}

const WATCHING = 96; // what a page without a seat says below the pictures, and its button

// Pictures are 16 to 9, in the middle of their room.
function filmAt(x, y, w, h) {
  const wide = Math.min(w, (h * 16) / 9);
  return box(x + (w - wide) / 2, y, wide, (wide * 9) / 16);
}

// On its side a phone has one line for the beam: both amounts at its ends.
const slim = (w) => ({
  h: 34,
  ponto: box(0, 6, 96, 26),
  banca: box(w - 96, 6, 96, 26),
  at: (p) => [112 + (w - 224) * p, 18],
  arc: (from, to) => `M${two(112 + (w - 224) * from)} 18L${two(112 + (w - 224) * to)} 18`,
  tag: null,
});
