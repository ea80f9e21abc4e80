// The table's page: hears the table, keeps what it is told, shows it, and sends what the player decides.

import { adviceOn, changeTo } from "./advice.js";
import { say, shout } from "./announce.js";
import { drawBar, drawClocks, drawTerms } from "./bar.js";
import { drawBeam, roomOnBeam } from "./beam.js";
import { bindCheck, drawCheck } from "./check.js";
import { Clock } from "./clock.js";
import { drawCost, drawTime } from "./cost.js";
import { bindCut, cutHolds, cutting, drawCut } from "./cut.js";
import { byId, setFlag, setText } from "./dom.js";
import * as drawer from "./drawer.js";
import { bindEars, callCards, newRoundForEars, tellEars } from "./ears.js";
import { drawHands, drawOutcome, drawSeal, tickCards } from "./felt.js";
import { bindFilm, drawFilm } from "./film.js";
import { bindGuide, drawGuide } from "./guide.js";
import { bindKeys } from "./keys.js";
import { lay } from "./layout.js";
import { money, signed } from "./money.js";
import { bindOptions, options, setOption } from "./options.js";
import { asSeated, goOn, laid, part, parting, SEEN_MS } from "./parting.js";
import { callOf, drawRing, nothingMore, timeWords } from "./ring.js";
import { drawRoads } from "./roadmap.js";
import { checksOf, note, seenAt } from "./proof.js";
import { resultWords, totalsWords } from "./said.js";
import { drawSeats } from "./seats.js";
import { held as stopped, holdsBack, resultAt, sceneOf, taking } from "./show.js";
import { closedWords } from "./sides.js";
import { drawAway, drawInvitation, drawShort } from "./silence.js";
import { Sight } from "./sight.js";
import { Slip, tighter, trouble, within } from "./slip.js";
import { Line } from "./socket.js";
import { dealLines, repeatLines } from "./solo.js";
import { play, speak } from "./sound.js";
import { buildSpots, drawSpots, spotsOf } from "./spots.js";
import { drawSqueeze, hearLift, squeezeCall, withTurned } from "./squeeze.js";
import { Store } from "./state.js";
import { chanceName, fill, gettext, ruleMark } from "./texts.js";
import { drawToggle, hasBoth, laidAt, turnOver, WITHOUT } from "./toggle.js";
import { bindFolds, bindTools } from "./tools.js";
import { bindTopUp } from "./topup.js";
import { COUNT_MS, comingHome, count, halt, layChip, pace, settleChips } from "./travel.js";
import { typedActs } from "./typed.js";
import { buildTray, drawTray, dropOffer, said, takeChip, unit, unreadable, word } from "./tray.js";
import { askSeat, BARRED, barred, ended, lineBarred, linkChanged, showBarred, showPause, showVersion, showWatching } from "./strips.js";

const { dataset } = byId("main");
const STAYS = new Set(["over-limit", "own-limit", "short-of-funds", "try-again"]); // what a player may change and send again
const NIL_ID = "00000000-0000-0000-0000-000000000000";
const clock = new Clock();
const store = new Store();
const slip = new Slip();
const sight = new Sight();
const line = new Line({ path: dataset.socket, clock, hear, changed: linkState, urgent: () => Boolean(store.state?.round) && taking(store.state.round, clock.now()) });

const waiting = new Map(); // key → the lines that were sent under it
let shown = {}; // what may be seen of results and balance while the cards still fall
let seen = { code: null, phase: null, call: "", done: false };
let drawnTo = 0; // how far the deal has been drawn, in milliseconds of its own
let due = 0;
let over = false; // the house has closed the line for good
let advice = ""; // what was last said of the slip being written
let told = null; // the key that was last refused
let offer = null; // the slip that the last rejection offered instead, as long as it stands
let refusedChance = null; // the chance that the last rejection was about, until something else is written or answered

// --- hearing -------------------------------------------------------------------------------------------------------

function hear(message) {
  if (message.now) clock.guess(message.now);
  const before = store.you;
  const taken = store.take(message);
  if (before?.session && store.you && !store.you.session && laid(store.you) && store.state.round.phase !== "betting") partFrom(before);
  if (taken === "gap") line.tell({ do: "snapshot" });
  ANSWERS[message.say]?.(message);
  draw();
}

const ANSWERS = {
  receipt: receipt,
  rejection: rejection,
  seated: (message) => sayAndTell(fill(gettext("You are in seat %(seat)s."), { seat: message.seat })),
  left: (message) => parting() || location.assign(message.url ?? summaryOf(message.session)),
  dealt: (message) => waiting.delete(message.key),
  lift: hearLift,
  leaving: () => word(gettext("You leave when this round ends; accepted bets count."), "warn"),
  resync: () => line.tell({ do: "snapshot" }),
  error: (message) => word(message.text, "bad"),
};

function sayAndTell(text) {
  say(text);
  tellEars(text);
}

const summaryOf = (session) => dataset.sessionUrl.replace(NIL_ID, session);

const partFrom = (me) => part(me, { code: store.state.round.code, at: clock.now(), url: summaryOf(me.session) });

function receipt(message) {
  waiting.delete(message.key);
  withdraw();
  const text = `${drawer.linesWords(message.lines)}.`;
  drawer.answer({ title: gettext("Accepted."), text, note: drawer.receiptWords(message), root: message.root });
  word(fill(gettext("Accepted: %(lines)s"), { lines: text }), "good");
  say(fill(gettext("Accepted: %(lines)s"), { lines: text }));
  tellEars(`${fill(gettext("Accepted: %(lines)s"), { lines: text })} ${drawer.receiptWords(message)}`);
  play("accepted");
}

function rejection(message) {
  if (message.reason === "already-cut") return; // another window of this player was faster: its cut stands
  if (message.action === "turn") return; // the house has turned the cards meanwhile, as all see
  if (message.key && message.key === told) return; // the same answer to the same frame, sent twice
  told = message.key;
  const lines = waiting.get(message.key);
  waiting.delete(message.key);
  withdraw();
  if (lines && STAYS.has(message.reason)) keep(lines, message.chance ?? null);
  const act = lines && message.offer ? offerOf({ ...lines, [message.chance]: message.offer }, message.offer) : null;
  const title = ruleMark(message.rule) ? fill(gettext("Refused (%(rule)s)."), { rule: message.rule }) : gettext("Refused.");
  drawer.answer({ refused: true, title, text: message.text });
  word(message.text, "warn", act);
  shout(`${title} ${message.text}`);
  tellEars(`${title} ${message.text}`);
  play("refused");
  if (message.action === "sit") askSeat(draw);
}

// What was refused lies on the cloth again, not confirmed, as long as it can be changed.
function keep(lines, chance) {
  const laid = Object.values(lines).every((cents) => cents > 0);
  if (!laid || !slip.empty || !open()) return;
  slip.add(lines);
  refusedChance = chance;
}

// One touch writes the slip with what is offered; the player still confirms.
function offerOf(lines, cents) {
  offer = lines;
  return { text: changeTo(cents), do: () => write(lines) };
}

function write(lines) {
  if (!open()) return;
  withdraw();
  slip.clear();
  slip.add(lines);
  play("chip");
  say(fill(gettext("%(lines)s to be confirmed."), { lines: totalsWords(lines) }));
  advise();
  draw();
  requestAnimationFrame(() => byId(alone() ? "act-deal" : "act-confirm").focus({ preventScroll: true }));
}

// An offer is good for its own round, and until something else is written or answered.
function withdraw() {
  offer = null;
  refusedChance = null;
  dropOffer();
}

function linkState(link, code) {
  if (link === "ended") return finish(code);
  if (link === "barred") return lineBarred(dataset.lobby);
  linkChanged(link === "up");
  if (link === "down") say(gettext("Connection lost. Accepted bets stand."));
}

// Nothing is heard any more: the page says so, and counts and offers nothing on. A session that ended with it has its
// summary next, as where its end was heard of first.
function finish(code) {
  if (code === BARRED && you()?.session && laid(you())) partFrom(you());
  if (parting()) return draw();
  over = true;
  const summary = you()?.session ? summaryOf(you().session) : null;
  ended(code, summary);
  if (summary && code === BARRED && dataset.guest !== "1") setTimeout(() => location.assign(summary), SEEN_MS);
  draw();
}

// --- deciding ------------------------------------------------------------------------------------------------------

const you = () => asSeated(store.you);
// Whether the player may not play any more, and sees what becomes of the bets in play.
const shutOut = () => parting() || Boolean(you()?.barred && laid(you()));
const seated = () => you()?.seat != null;
const alone = () => store.state?.table.kind === "individual";
const offered = () => store.state.round.offered ?? store.state.rules.chances.map((each) => each.id);
// Whether the round goes on for this player; a switch of the house lets it end with the bets that it has.
const standing = () => {
  const { round, table } = store.state ?? {};
  return Boolean(round) && !over && line.up && taking(round, clock.now()) && table.status !== "paused" && !you()?.away && !you()?.barred && !parting();
};
const open = () => standing() && !stopped(store.state.table);

function place(spot) {
  if (!seated()) return invite();
  const { rules, round } = store.state;
  const chance = laidAt(spot, rules);
  if (!line.up && !over) return word(gettext("No connection: nothing was sent. Try again when the connection is back."), "bad");
  if (!open() || !rules.chances.some((each) => each.id === chance)) return;
  const closed = closedWords(chance, round);
  if (closed) return word(`${chanceName(chance)}: ${closed}.`, "warn");
  const cents = unit();
  if (cents === null) return word(unreadable(), "bad");
  slip.add({ [chance]: cents });
  play("chip");
  layChip(chance, cents);
  say(fill(gettext("%(chance)s: %(amount)s to confirm."), { chance: chanceName(chance), amount: money(slip.lines[chance]) }));
  advise();
  draw();
}

// Of a spot for two chances, the one that is written or laid; the chosen one first.
function takeBack(spot) {
  if (!open()) return;
  const there = (each) => slip.lines[each] || you().stakes[each];
  const chosen = laidAt(spot, store.state.rules);
  const chance = there(chosen) || spot !== "banca" ? chosen : [spot, WITHOUT].find(there);
  if (!chance) return;
  const stake = you().stakes[chance] ?? 0;
  if (slip.lines[chance]) slip.drop(chance);
  else if (stake) send({ [chance]: -stake });
  advise();
  draw();
}

function confirm() {
  if (slip.empty || !open() || waiting.size) return;
  if (refused(slip.lines)) return advise();
  const { lines } = slip;
  slip.clear();
  send(lines);
}

const send = (lines) => ask({ do: "bet", round: store.state.round.code, lines }, lines);

function ask(frame, lines) {
  if (!line.up) return word(gettext("No connection: nothing was sent. Try again when the connection is back."), "bad");
  waiting.set(line.ask(frame), lines);
  word("");
  draw();
}

// One press, one round: never by itself, never twice.
function dealWith(lines) {
  if (!alone() || !seated() || !(lines === null ? standing() : open()) || waiting.size) return;
  if (lines === undefined) return word(gettext("Bet first: no cards are dealt without a bet."), "warn");
  const why = lines && adviceOn(lines, rulesView());
  if (why) return slip.empty ? word(why.text, "warn") : advise();
  slip.clear();
  ask({ do: "deal", round: store.state.round.code, ...(lines && { lines }) }, lines ?? {});
}

const deal = () => dealWith(dealLines({ draft: slip.lines, accepted: you()?.stakes ?? {} }));

function redeal() {
  const me = you();
  if (!me || !alone()) return;
  const lines = repeatLines({ last: me.last_stakes ?? {}, draft: slip.lines, accepted: me.stakes, offered: offered() });
  if (lines) dealWith(lines);
  else word(gettext("There is no last bet that can be repeated in full."), "warn");
}

function away() {
  if (you()?.session) line.tell({ do: "away", away: !you().away });
}

// Says beforehand what the rules will say: a slip that they are known to refuse cannot be confirmed.
function advise() {
  const found = seated() && !slip.empty ? adviceOn(slip.lines, rulesView()) : null;
  if (!slip.empty) withdraw(); // what is being written now takes the place of what was offered
  advice = found?.text ?? "";
  word(advice, found ? "warn" : "", found?.offer ? { text: found.act, do: () => write(found.offer) } : null);
}

// The same as the table moves: what was said and holds no more is taken back, and nothing else that was said is.
function adviseAgain() {
  const text = (seated() && open() && !slip.empty && adviceOn(slip.lines, rulesView())?.text) || "";
  if (text && text !== advice) advise();
  else if (!text && advice && said() === advice) word("");
  if (!text) advice = "";
  if (offer && refused(offer)) withdraw();
}

const refused = (lines) => trouble(lines, rulesView()) !== null;

function rulesView() {
  const me = you();
  const { rules, room } = store.state;
  return { accepted: me.stakes ?? {}, rooms: [room, shown.room], minimum: rules.minimum, apart: rules.sides_apart ?? null, offset: rules.sides_offset ?? false, together: rules.pairs_together ?? false, balance: shown.balance ?? 0, own: shown.own };
}

function roomOf() {
  // The room that funds leave would tell of a prize before the cards do.
  return within(tighter(store.state.room, shown.room), you()?.own_room);
}

function rebet() {
  const last = you()?.last_stakes ?? {};
  if (!open() || Object.keys(last).length === 0) return;
  const takes = new Set(offered());
  if (Object.keys(last).every((chance) => takes.has(chance))) slip.add({ ...last });
  else word(gettext("Your last bet includes a chance that is no longer offered: it is not repeated in part."), "warn");
  play("chip");
  advise();
  draw();
}

function sit(seat = null) {
  if (barred()) return invite();
  if (dataset.member !== "1") return location.assign(dataset.signIn);
  line.ask({ do: "sit", seat });
}

function invite() {
  if (barred()) return shout(barred());
  if (dataset.member !== "1") return location.assign(dataset.signIn);
  word(gettext("Sit down to bet: choose a free seat."), "warn");
}

function askToLeave() {
  if (!you()?.session || shutOut()) return location.assign(dataset.lobby);
  if (Object.keys(you().stakes ?? {}).length) setText(byId("leaving-text"), gettext("You have bets in this round: they stand to the end, and your session summary already counts them. After that your seat is free."));
  byId("leaving-away").hidden = Boolean(you().away);
  byId("leaving").showModal();
}

const leave = () => line.ask({ do: "leave" });

const ACTS = {
  place,
  takeBack,
  confirm,
  deal,
  redeal,
  rebet,
  away,
  primary: () => (alone() ? deal() : confirm()),
  toggle: () => {
    turnOver();
    draw();
  },
  chip: takeChip,
  undo: () => {
    slip.undo();
    advise();
    draw();
  },
  clear: () => {
    slip.clear();
    word("");
    draw();
  },
  double: () => {
    if (!open() || !seated()) return;
    slip.double(you().stakes);
    play("chip");
    advise();
    draw();
  },
  time: () => say(`${timeWords(store.state.round, clock.now())} ${totalsWords(store.state.sums)}`),
  last: () => say(EARS.last()),
  room: () => say(EARS.room({})),
  balance: () => say(EARS.balance()),
  who: () => say(EARS.who()),
  sit: () => !seated() && sit(),
  sound: () => setOption("sound", !options.sound),
  film: () => byId("film") && setOption("film", !options.film),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  options: () => byId("options").showModal(),
  help: () => byId("help").showModal(),
  leave: askToLeave,
};

// What a typed line may do; each answers what to say.
const EARS = typedActs({
  store, slip, clock, you, seated, open, alone, rulesView, roomOf, confirm, deal, rebet, sit, away, leave: askToLeave, takeBack, advise, draw,
  shown: () => shown,
  advice: () => advice,
  acts: () => ACTS,
});

// --- showing -------------------------------------------------------------------------------------------------------

function draw() {
  if (due) return;
  due = requestAnimationFrame(() => {
    due = 0;
    if (store.state?.rules) render();
    else if (store.state) setText(byId("call"), gettext("The table has no rules in force yet."));
  });
}

function render() {
  const { rules, round } = store.state;
  const table = over ? { ...store.state.table, status: "ended" } : store.state.table;
  const now = clock.now();
  const shownAt = sight.at(now);
  goOn(round, shownAt);
  if (round.code !== seen.code) newRound();
  if (shutOut() && !slip.empty) dropSlip();
  const elapsed = round.deal ? shownAt - round.deal.starts_at : 0;
  drawnTo = elapsed;
  const scene = round.deal ? withTurned(round, sceneOf(round.deal, elapsed)) : null;
  const held = holdsBack(round, shownAt);
  if (!held || shown.results === undefined) shown = held ? veiled(pick(), round) : pick();
  layOut(rules, table);
  buildSpots(rules, { place, takeBack });
  buildTray(rules.minimum, ACTS, alone());
  drawToggle(rules);
  drawHands(round, scene, elapsed);
  drawSqueeze(round, scene, { seat: you()?.seat ?? null, elapsed: round.deal ? now - round.deal.starts_at : 0, up: line.up && !over, tell: (frame) => line.tell(frame), redraw: draw, hint: word });
  const mine = scene?.done && you()?.last?.code === round.code ? you().last : null;
  drawOutcome(round, scene, mine);
  const cut = held ? null : (store.state.cut ?? null);
  drawCut(cut, { seat: you()?.seat ?? null, now, up: line.up && !over, tell: (frame) => line.tell(frame) });
  drawProven(round, scene, now);
  drawRing(round, rules, table, now, scene, !line.up && !parting());
  const squeezed = squeezeCall();
  if (squeezed) setText(byId("call"), squeezed);
  drawChances(round, rules, scene, mine);
  drawSeats({ seats: seatsOf(round), mine: you()?.seat ?? null, maySit: !seated() && !barred() && table.status === "open", draft: slip.total, gain: mine ? mine.result : null, cuts: cutting(cut) ? cut.seats.map((each) => each.seat) : null }, sit);
  setFlag(byId("table"), "data-result", scene?.done);
  setFlag(byId("table"), "data-shut", !open());
  setFlag(byId("table"), "data-lost", !line.up && !parting());
  setFlag(document.documentElement, "data-shut-out", shutOut());
  drawRoads(shown.results ?? [], shown.stats);
  drawPlayer(now, shownAt);
  drawFilm({ betting: taking(round, now) || round.phase === "waiting", seated: seated() });
  showPause(table, round);
  showBarred(shutOut() ? you() : null);
  drawTerms(rules, round);
  showVersion(rules.version);
  if (!over) tell(round, table, scene, mine, { now, shownAt });
}

// A picture of the table came: whether it brings anything onto the felt.
function pictureCame() {
  const { deal } = store.state?.round ?? {};
  const at = deal && sight.at(clock.now()) - deal.starts_at;
  if (deal?.timeline.some((step) => step.at > drawnTo && step.at <= at)) draw();
}

// The last round of which every card was checked here: it stays to be looked at while the next one has no cards.
let proven = null;

// The page's own check of every card that lies open, against the fingerprint that it saw before.
function drawProven(round, scene, now) {
  note(round, now);
  if (store.state.cut) note({ root: store.state.cut.root }, now);
  const open = scene ? [...scene.ponto.cards, ...scene.banca.cards].filter((card) => card.turned !== null).length : 0;
  const whole = round.deal?.cards.filter(Boolean).length ?? 0;
  const named = { code: store.state.table.code, decks: store.state.rules.decks };
  const checks = checksOf(round, open === whole || scene?.done ? whole : 0, named);
  tickCards(round, scene ? checksOf(round, whole, named) : []);
  if (checks.length && checks.length === whole && scene?.done) proven = { code: round.code, root: round.root, checks };
  const { cut } = store.state;
  drawSeal(cutting(cut) ? { ...round, root: cut.root } : round, checks, cutHolds(cut));
  drawer.drawProof(cutting(cut) ? { ...round, root: cut.root } : round, { checks, cut, cuts: store.state.rules.cut && !alone(), header: checks.length ? round.deal.proof.header : null, since: seenAt(round.root), latest: shown.latest?.code, before: checks.length ? null : proven });
}

// The table's places follow from its rules and the window's size, and from nothing that happens at it.
function layOut(rules, table) {
  const { main, sides } = spotsOf(rules);
  lay({ main, sides, seats: rules.seats, beam: Boolean(rules.max_prize), toggle: hasBoth(rules), alone: table.kind === "individual" });
}

// The bets of a void round went back to the players.
const seatsOf = ({ phase }) => (store.state.seats ?? []).map((seat) => (phase === "void" && seat.who !== null ? { ...seat, stakes: {} } : seat));

const pick = () => ({
  results: store.state.results ?? [],
  stats: store.state.stats,
  last: you()?.last ?? null,
  latest: store.state.latest ?? null,
  balance: you()?.balance,
  session_result: you()?.session_result,
  room: you()?.room ?? {},
  own: you()?.own_room ?? null,
});

// A player who comes while the cards fall sees them fall: the round's own result waits, with all that tells of it.
const veiled = (all, { code, deal }) => ({
  ...all,
  results: deal ? all.results.slice(0, -1) : all.results,
  latest: all.latest?.code === code ? null : all.latest,
  ...(all.last?.code === code && before(all)),
});

const before = ({ last, balance, session_result: result }) => ({
  last: null,
  balance: balance - last.returned,
  session_result: result === undefined ? result : result - last.result,
  room: {},
});

function drawChances(round, rules, scene, mine) {
  const { room } = store.state;
  const sums = round.phase === "void" ? {} : store.state.sums;
  drawBeam(rules, sums, roomOnBeam(round, rules, room), slip.lines);
  drawSpots({
    rules,
    round,
    sums,
    seats: seatsOf(round),
    mine: you()?.seat ?? null,
    stakes: you()?.stakes ?? {},
    draft: drafted(),
    room: roomOf(),
    minimum: rules.minimum,
    refused: refusedChance,
    open: open() && seated(),
    bets: round.phase === "void" ? returned() : mine?.bets,
    wins: scene?.done ? round.deal.wins : null,
  });
}

// The player's bets of a void round, as they came back.
const returned = () => Object.entries(you()?.stakes ?? {}).map(([chance, stake]) => ({ chance, stake, outcome: "push", returned: stake, commission: 0 }));

// Written, or sent and not answered yet.
function drafted() {
  const lines = slip.lines;
  for (const sent of waiting.values())
    for (const [chance, cents] of Object.entries(sent)) if (cents > 0) lines[chance] = (lines[chance] ?? 0) + cents;
  return lines;
}

function drawPlayer(now, shownAt) {
  const me = you();
  const back = store.state.round.phase === "void";
  const accepted = back ? 0 : Object.values(me?.stakes ?? {}).reduce((sum, cents) => sum + cents, 0);
  drawBar(me, accepted, comingHome(store.state.round, me?.last, shownAt) ? { ...shown, balance: shown.balance - me.last.returned } : shown);
  drawClocks(me, now);
  adviseAgain();
  const view = { seated: seated(), open: open(), standing: standing(), draft: slip.total, accepted, waiting: waiting.size > 0, refused: seated() && refused(slip.lines), lost: !line.up && !parting(), away: Boolean(me?.away), uncut: cutting(store.state.cut), shutOut: shutOut() };
  drawTray({ ...view, alone: alone(), last: Object.keys(me?.last_stakes ?? {}).length > 0 });
  showWatching(seated() || (over && !barred()), dataset.member === "1", () => sit(), dataset.signIn);
  const { root } = store.state.round;
  drawer.drawLast(shown.last, shown.latest, { root, since: seenAt(root) });
  drawer.drawReceipts(me?.receipts ?? [], root);
  drawer.drawDraft(slip.lines);
  drawGuide(shown.last);
  drawWays(shutOut() ? null : me, accepted, { now, shownAt });
}

// The ways on and out: the warning of R36, a balance below the minimum, sitting out, and what playing costs.
function drawWays(me, accepted, { now, shownAt }) {
  const ways = { away, leave, shown: () => line.tell({ do: "shown" }), focus: () => byId("main").focus({ preventScroll: true }) };
  drawInvitation(me, ways);
  drawAway(me, away);
  drawCheck(me && { ...me, session_result: shown.session_result }, now);
  const { rules, round } = store.state;
  const staked = round.phase === "settled" ? 0 : accepted;
  drawShort({ seated: seated() && Boolean(me) && !me.away, balance: shown.balance, staked, minimum: rules.minimum, settled: !holdsBack(round, shownAt) }, ways);
  drawTime(me, now);
  drawCost(me, now, { away, leave: askToLeave });
}

// The moment of the result, by the round's clock: a late viewer sees the rest of it.
function celebrate(round, mine, now) {
  const late = now - resultAt(round.deal);
  const k = pace(round);
  const others = seatsOf(round).filter((seat) => seat.seat !== you()?.seat).flatMap((seat) => Object.entries(seat.stakes ?? {}).map(([chance, cents]) => ({ chance, cents })));
  settleChips({ bets: mine?.bets, others: others.sort((one, other) => other.cents - one.cents), wins: round.deal.wins, k, late });
  const amount = byId("outcome-mine");
  if (mine && amount && late < COUNT_MS * k) count(mine.result, { delay: -late, duration: COUNT_MS * k, write: (cents) => setText(amount, signed(cents)) });
}

function newRound() {
  halt();
  newRoundForEars();
  if (!slip.empty) lost();
  slip.clear();
  waiting.clear();
  withdraw();
  seen = { ...seen, code: store.state.round.code, done: false, closed: false };
}

function dropSlip() {
  slip.clear();
  withdraw();
  word("");
}

function lost() {
  const text = fill(gettext("Time is up: %(amount)s that you had not confirmed was not bet."), { amount: money(slip.total) });
  word(text, "warn");
  shout(text);
}

// Announcements to screen readers: the calls, the end of the betting, the result.
function tell(round, table, scene, mine, { now, shownAt }) {
  const betting = taking(round, now);
  const call = callOf(round, table, betting, scene);
  if (call !== seen.call) {
    seen.call = call;
    if (call) say(call);
    tellEars(call);
    if (call && (betting || call === nothingMore())) speak(call);
    play(betting ? "open" : round.phase === "betting" || round.phase === "closed" ? "closed" : "");
  }
  if (!betting && !seen.closed && round.phase !== "waiting") {
    seen.closed = true;
    if (!slip.empty) lost();
    else word("");
    slip.clear();
    withdraw();
  }
  callCards(scene);
  if (scene?.done && !seen.done) {
    seen.done = true;
    play("gathered");
    celebrate(round, mine, shownAt);
    const text = resultWords(round.deal, mine);
    sayAndTell(text);
    speak(text);
  }
}

// --- starting ------------------------------------------------------------------------------------------------------

bindOptions();
bindTools(ACTS, { leave, draw });
bindCheck({ checked: () => line.tell({ do: "checked" }), leave });
bindFolds();
bindEars(EARS);
bindTopUp({ told: word, fresh: () => line.tell({ do: "snapshot" }) });
bindKeys(ACTS);
drawer.bindDrawer();
bindGuide();
bindCut();
bindFilm({ clock, sight, moved: pictureCame });
byId("seal").addEventListener("click", () => drawer.showTab("proof"));
addEventListener("resize", draw);
// A player who comes back to the page may now be allowed a seat they were refused, or the other way round.
addEventListener("pageshow", (event) => event.persisted && askSeat(draw));
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && !seated() && askSeat(draw));
dataset.started = "";
byId("not-started").hidden = true;
line.connect();
setInterval(draw, 200);
