// Cards of paper that a person deals: no order was fixed before, so each is held to how it was read.

import { Malformed } from "./findings.js";
import { BANCA_DRAWS_ON, isCard, PONTO_DRAWS, play, total } from "./game.js";
import { OF_PAPER } from "./lines.js";
import { SHOE_KEYS } from "./shoes.js";
import { Counter, hasKeys, isText, isWhole, same } from "./values.js";

const PAPER = "sabot-paper-1";
const SLOTS = ["P1", "B1", "P2", "B2", "P3", "B3"];
const DECK = /^[0-9A-Z]{4}$/;
const SHUFFLED = ["hand", "machine", "robot"];
const SOURCES = ["scanner", "hand", "robot"];
// By kind of event: the finding for a line without the entries that it must have, and these entries.
const OF_KIND = new Map([
  ["drawn", ["there is no such place of a round", (line) => SLOTS.includes(line.slot) && line.round !== null]],
  ["burnt", ["it was burned and lies in a place", (line) => line.slot === ""]],
  ["taken-back", ["it takes no card back", (line) => line.slot === "" && line.round !== null && line.replaces !== null]],
]);
const NO_KIND = ["what became of it is not known", () => false];

/** The place of the next card after these, by the drawing rules; empty once the round is over. */
export function dueSlot(cards) {
  if (cards.length < 4) return SLOTS[cards.length];
  const [ponto, banca] = [total([cards[0], cards[2]]), total([cards[1], cards[3]])];
  if (Math.max(ponto, banca) > 7) return "";
  const third = PONTO_DRAWS.includes(ponto);
  if (third && cards.length === 4) return "P3";
  const draws = third ? BANCA_DRAWS_ON[banca].includes(String(total(cards.slice(4, 5)))) : PONTO_DRAWS.includes(banca);
  return draws && cards.length === 4 + Number(third) ? "B3" : "";
}

/** Whether a round says that it was dealt out of a shoe of paper cards. */
export const isPaper = (round) => round.shoe.format === PAPER;

// A person deals, and a second one stands behind what no scanner read.
function checkPeople(line) {
  const { what, source, croupier, decided_by: second } = line;
  if ((croupier === null) !== (source === "robot")) throw new Malformed("it does not say who dealt");
  if (what === "burnt" && line.round !== null && second === null) throw new Malformed("no supervisor put it aside");
  const decided = what === "taken-back" || (what === "drawn" && source === "hand");
  if (decided && (second === null || second === croupier)) throw new Malformed("no second person stands behind it");
}

// A card lies in a round of the day, of its own table and shoe.
function checkPlace(line, round) {
  if (!round || !isPaper(round)) throw new Malformed("no round of the day has it");
  if (round.table !== line.table || round.shoe.shoe !== line.shoe) throw new Malformed("its round is of another table or shoe");
  if (line.source === "robot" && round.currency !== "PLAY") throw new Malformed("a robot dealt for money");
}

function checkForm(line) {
  const [why, holds] = OF_KIND.get(line.what) ?? NO_KIND;
  if (!holds(line) || line.refusal || (line.replaces !== null && line.what !== "taken-back")) throw new Malformed(why);
  if (!isCard(line.card)) throw new Malformed("a card is none");
}

// The card has left the shoe: one of its decks, not before, and not more alike than there are decks.
function leave({ line: { decks }, gone, alike }, { deck, card, source }) {
  const again = deck !== "" && gone.has(deck + card);
  gone.add(deck + card);
  alike.add(card, 1);
  if ((deck !== "") === (source === "hand") || (deck && !decks.includes(deck))) throw new Malformed("its deck is not one of the shoe");
  if (again) throw new Malformed("it left the shoe before");
  if (alike.of(card) > BigInt(decks.length)) throw new Malformed("more cards are alike than there are decks");
}

function isShoe({ shoe, table, decks, shuffled_by: how, begun_by: by }) {
  if (!decks.length || !decks.every((deck) => isText(deck, DECK)) || new Set(decks).size !== decks.length) return false;
  const at = shoe.lastIndexOf("/");
  return shoe.slice(0, Math.max(at, 0)) === table && SHUFFLED.includes(how) && (by !== null || how === "robot");
}

/** The cards of croupiers' tables, day after day: in the order of dealing, each of a deck of its shoe and once. */
export class PaperCards {
  constructor(find, log) {
    Object.assign(this, { find, log, shoes: new Map() }); // a shoe's line, and the cards that left it
    this.begin();
  }

  /** A day begins. `laid`: the cards in the places of its rounds; `known`: whether its cards could be read. */
  begin() {
    Object.assign(this, { laid: new Map(), known: false });
  }

  /** Hold the day's shoes and cards to the rules of dealing, before its rounds are held to them. */
  checkDay(day, names, read) {
    const rounds = new Map(read.get("rounds.jsonl").map(({ record }) => [record.code, record]));
    if ([...rounds.values()].some(isPaper)) for (const name of OF_PAPER) if (!names.includes(name)) this.find("file-missing", day.where(name));
    if (!OF_PAPER.every((name) => read.has(name))) return;
    this.known = true;
    for (const { number, record } of read.get("shoes.jsonl")) this.shoe(day, number, record);
    const cards = read.get("cards.jsonl");
    const replaced = new Set(cards.filter(({ record }) => record.what === "taken-back").map(({ record }) => record.replaces));
    for (const { number, record: line } of cards) {
      try {
        this.card(line, rounds, replaced);
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        this.find("card-misread", day.where("cards.jsonl", { line: number, key: line.id, why: error.message }));
      }
    }
  }

  shoe(day, number, line) {
    if (!this.shoes.has(line.shoe)) this.shoes.set(line.shoe, { line, gone: new Set(), alike: new Counter() });
    const known = this.shoes.get(line.shoe).line;
    let why = "";
    if (!isShoe(line)) why = "the shoe's table or decks, or how it was begun";
    else if (!same(known, line)) why = "the shoe was told otherwise before";
    if (why) this.find("card-misread", day.where("shoes.jsonl", { line: number, key: line.shoe, why }));
  }

  // Take up one card in the order in which they were read.
  card(line, rounds, replaced) {
    if (!SOURCES.includes(line.source)) throw new Malformed("how it was read is not known");
    if (line.what === "refused") {
      if (line.slot || line.replaces !== null || !line.refusal) throw new Malformed("it was refused and counts, or no reason is told");
      return;
    }
    checkForm(line);
    const shoe = this.shoes.get(line.shoe);
    if (!shoe || shoe.line.table !== line.table) throw new Malformed("its shoe is not told");
    if (line.round !== null) checkPlace(line, rounds.get(line.round));
    else if (!shoe.line.burns || shoe.alike.size) throw new Malformed("it was burned out of turn");
    const due = this.lay(line);
    if (line.what !== "taken-back" && !replaced.has(line.id)) leave(shoe, line);
    checkPeople(line);
    if (line.slot !== due) throw new Malformed("the rules name another place");
  }

  // Lay the card in its round, or take the last one back. Returns the place that was due; none of one burned.
  lay({ id, round, what, card, replaces }) {
    if (!this.laid.has(round)) this.laid.set(round, []);
    const laid = this.laid.get(round);
    if (what === "taken-back") {
      const last = laid.pop();
      if (!last || last.id !== replaces || last.card !== card) throw new Malformed("it takes back what is not the last card");
      return "";
    }
    if (what === "burnt") return "";
    const due = dueSlot(this.cards(round));
    laid.push({ id, card });
    return due;
  }

  /** A settled round by the cards that were read. Throws `Malformed`. */
  play(round) {
    const { shoe, cards, proofs } = round;
    if (!hasKeys(shoe, SHOE_KEYS)) throw new Malformed("the shoe has other entries");
    const { decks, count, root, header, path } = shoe;
    if (typeof shoe.shoe !== "string" || !isWhole(decks, 1) || !same(count, 52 * decks) || root !== "" || header !== null || !same(path, [])) {
      throw new Malformed("the shoe's name, decks, cards or root");
    }
    if (this.log.shoes.has(shoe.shoe)) throw new Malformed("the log has a commitment of the shoe");
    if (proofs.length) throw new Malformed("a card of paper has a proof");
    if (this.known) {
      const told = this.shoes.get(shoe.shoe)?.line;
      if (!told || told.table !== round.table || told.decks.length !== decks) throw new Malformed("its shoe is not told");
      if (!same(cards, this.cards(round.code))) throw new Malformed("its cards are not those that were read");
    }
    return play(cards);
  }

  /** The cards that were read in a round of the day and count. */
  cards(code) {
    return (this.laid.get(code) ?? []).map(({ card }) => card);
  }
}
