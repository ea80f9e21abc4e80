// Where a file for the regulator says other than the sealed lines of its day: record and element.

import { linesOf, textOf } from "./bytes.js";
import { PONTO_DRAWS, total } from "./game.js";
import { readLine } from "./json.js";
import { listed } from "./log.js";
import { NoXml, parseXml } from "./xml.js";

const NOWHERE = { record: 0, element: "" };
const RECORDS = { AJOG: "pbanca", TRAN: "conta", SESS: "jogador", JGDR: "jogador", EXCL: "RegistoPedidoExclusao" };
// The ledger's lines that files of play tell; all others are of the files of money.
const OF_PLAY = new Set(["stake", "stake-taken-back", "payout", "refund", "stake-returned", "prize"]);
const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const OF_MONEY = ["codjogador", "cod_optct", "timestp_op", "saldo_ini", "saldo_mov", "saldo_fim"];
const BALANCES = [
  ["a_saldo_ini", "a_valor", "a_saldo_fim", -1n],
  ["g_saldo_ini", "g_ganho", "g_saldo_fim", 1n],
  ["r_saldo_ini", "r_valor", "r_saldo_fim", 1n],
];

/** Euros with two decimals as whole cents. Throws an error. */
export function cents(text) {
  if (!/^-?[0-9]+\.[0-9]{2}$/.test(text)) throw new TypeError("no amount");
  return BigInt(text.replace(".", ""));
}

/** Fourteen digits of legal time in Lisbon, of a moment as sealed lines write it. */
export function legal(moment) {
  const at = Date.parse(`${moment.slice(0, 19)}Z`);
  const year = new Date(at).getUTCFullYear();
  const [march, october] = [2, 9].map((month) => lastSunday(year, month));
  return new Date(at + (march <= at && at < october ? 3_600_000 : 0)).toISOString().slice(0, 19).replace(/[-:T]/g, "");
}

// One in the morning of UTC on the day on which clocks change, in a month of 31 days.
function lastSunday(year, month) {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

/** The lines of a sealed day by the names of its files. */
export async function sealedLines(folder, day) {
  const lines = {};
  for (const name of ["ledger.jsonl", "rounds.jsonl", "bets.jsonl", "slips.jsonl"]) {
    const block = await folder.read(day.path + name);
    lines[name] = () => [...linesOf(block)].map(([start, end]) => readLine(block.subarray(start, end - 1)));
  }
  return lines;
}

/**
 * The first record of a file, from 1, that says other than the sealed lines of its day, and in which element. Names and
 * addresses stand in no sealed line: what cannot be told so is record 0.
 */
export function placeOf(lines, name, block) {
  const tag = RECORDS[name.slice(0, 4)] ?? "tipo_jogo";
  const text = textOf(block);
  if (text === null || text.includes("<!")) return NOWHERE;
  let root;
  try {
    root = parseXml(text);
  } catch (error) {
    if (error instanceof NoXml) return { record: error.before.split(`<${tag}>`).length - 1, element: "" };
    throw error;
  }
  let found = null;
  try {
    const odd = { AJOG: oddBet, TRAN: oddMoney }[name.slice(0, 4)];
    found = oddShape(root, tag) ?? odd?.(lines, root, name) ?? null;
  } catch {
    return NOWHERE; // an element or an entry is not there, or is no amount
  }
  return found ? { record: found[0], element: found[1] } : NOWHERE;
}

// The first record whose elements are not those of most.
function oddShape(root, tag) {
  const records = [...root.iter(tag)].map((each) => each.children.map((child) => child.tag));
  const counts = new Map();
  for (const each of records) counts.set(each.join(" "), (counts.get(each.join(" ")) ?? 0) + 1);
  const most = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0])[0];
  const number = records.findIndex((each) => each.join(" ") !== most);
  if (number < 0) return null;
  const [said, due] = [[...records[number], ""], [...(most ? most.split(" ") : []), ""]];
  const at = said.slice(0, due.length).findIndex((each, place) => each !== due[place]);
  return [number + 1, said[at] ?? ""];
}

// Files of money, held to the ledger's lines of their hour, one after the other.
function oddMoney(lines, root, name) {
  const told = (line) => line.player && line.currency === "EUR" && !OF_PLAY.has(line.code) && legal(line.at).startsWith(name.slice(5, 15));
  const due = lines["ledger.jsonl"]().filter(told).map(moved);
  const said = [...root.iter("conta")].map((each) => each.values);
  for (const [number, values] of said.slice(0, due.length).entries()) {
    const at = OF_MONEY.findIndex((element, place) => !isAs(values[element], due[number][place], element));
    if (at >= 0) return [number + 1, OF_MONEY[at]];
  }
  return said.length === due.length ? null : [Math.min(said.length, due.length) + 1, "conta"];
}

const moved = (line) => [line.player, line.after > line.before ? "CREDITO" : "DEBITO", legal(line.at), line.before, line.amount, line.after];

function isAs(text, value, element) {
  if (text === undefined) throw new TypeError("an element is not there");
  if (typeof value !== "string") return cents(text) === BigInt(value);
  return (element === "timestp_op" ? text.slice(0, 14) : text) === value;
}

const chanceOf = (bet) => bet.cod_aptr_jog.slice(bet.cod_aptr_jog.lastIndexOf("/") + 1);
const nameOf = (...parts) => JSON.stringify(parts);

// Files of play, held to the rounds, slips and bets of the day.
function oddBet(lines, root) {
  const rounds = new Map(lines["rounds.jsonl"]().map((each) => [each.code, each]));
  const told = [...root.iter("jogador")].flatMap((player) => [...player.iter("pbanca")].map((bet) => [player.textOf("codjogador"), bet.values]));
  const groups = new Map();
  for (const [at, [player, bet]] of told.entries()) {
    const element = oddOfRound(bet, rounds);
    if (element) return [at + 1, element];
    listed(groups, nameOf(bet.id_partida, player, chanceOf(bet))).push([at + 1, bet]);
  }
  const settled = new Map(lines["bets.jsonl"]().map((each) => [nameOf(each.round, each.person, each.chance), each]));
  const slips = lines["slips.jsonl"]().filter((slip) => slip.accepted);
  const laid = new Map(slips.flatMap((slip) => slip.lines.map((line) => [nameOf(slip.number, line.chance), BigInt(line.cents)])));
  const found = [...groups].map(([key, bets]) => oddOfBets(bets, settled.get(key), laid)).filter(Boolean);
  return found.length ? found.reduce(earlier) : oddSum(told.map(([, bet]) => bet));
}

const earlier = (one, other) => (other[0] < one[0] || (other[0] === one[0] && other[1] < one[1]) ? other : one);

// The element of a record that is not of its round; empty if all are.
function oddOfRound(bet, rounds) {
  const played = rounds.get(bet.id_partida);
  if (!played) return given(bet, "id_partida") && "id_partida";
  const { cards } = played;
  const [ponto, banca, thirds] = [[cards[0], cards[2]], [cards[1], cards[3]], cards.slice(4)].map((hand) => hand.filter(Boolean));
  if (thirds.length && (thirds.length === 2 || PONTO_DRAWS.includes(total(ponto)))) ponto.push(thirds.shift());
  banca.push(...thirds);
  const due = {
    cod_aptr_jog: `${played.code}/${chanceOf(bet)}`,
    timestp_fim: legal(played.ended_at),
    dathr_ini_evento: legal(played.opened_at),
    dathr_fim_evento: legal(played.ended_at),
    id_mesa: played.table,
    cartas_p: ponto.join("-"),
    cartas_b: banca.join("-"),
    pontuacao_p: cards.length ? String(total(ponto)) : "",
    pontuacao_b: cards.length ? String(total(banca)) : "",
  };
  return Object.keys(due).find((element) => read(bet, element) !== due[element]) ?? "";
}

function given(bet, element) {
  if (bet[element] === undefined) throw new TypeError("an element is not there");
  return true;
}

function read(bet, element) {
  given(bet, element);
  if (element === "timestp_fim") return bet[element].slice(0, 14);
  return element.startsWith("cartas") ? bet[element].replace(/[♠♥♦♣]/g, (suit) => SUITS[suit]).replaceAll("10", "T") : bet[element];
}

const sum = (bets, ...elements) => bets.reduce((all, [, bet]) => elements.reduce((some, each) => some + cents(bet[each]), all), 0n);

// The record and element by which a bet's records are not what was laid and settled.
function oddOfBets(bets, settled, laid) {
  const stakes = bets.filter(([, bet]) => cents(bet.a_valor));
  const back = sum(bets.filter(([, bet]) => !cents(bet.a_valor)), "r_valor");
  const due = settled ?? { stake: 0, returned: 0, commission: 0, outcome: "" };
  const last = bets.at(-1)[0];
  if (sum(stakes, "a_valor") - back !== BigInt(due.stake)) return oddStake(bets, laid) ?? [last, "a_valor"];
  if (sum(stakes, "g_ganho", "r_valor") !== BigInt(due.returned)) {
    const [number, bet] = stakes.at(-1);
    return [number, cents(bet.g_ganho) || due.outcome === "win" ? "g_ganho" : "r_valor"];
  }
  return sum(bets, "a_comissao") === BigInt(due.commission) ? null : [last, "a_comissao"];
}

function oddStake(bets, laid) {
  for (const [number, bet] of bets) {
    const staked = laid.get(nameOf(bet.cod_ficha, chanceOf(bet)));
    const element = cents(bet.a_valor) ? "a_valor" : "r_valor";
    if (staked !== undefined && (staked < 0n ? -staked : staked) !== cents(bet[element])) return [number, element];
  }
  return null;
}

// The first balance that does not follow from the one before it and what moved.
function oddSum(bets) {
  for (const [at, bet] of bets.entries()) {
    const odd = BALANCES.find(([before, moves, after, sign]) => cents(bet[before]) + sign * cents(bet[moves]) !== cents(bet[after]));
    if (odd) return [at + 1, odd[2]];
  }
  return null;
}
