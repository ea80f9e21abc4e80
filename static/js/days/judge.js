// What the lines of a day mean together: balances, rounds, bets, sums, day after day.

import { hexOf } from "./bytes.js";
import { Court } from "./court.js";
import { Book } from "./ledger.js";
import { eachRecord, NEEDED, OF_COURT, OF_PAPER } from "./lines.js";
import { PaperCards } from "./paper.js";
import { checkReport } from "./report.js";
import { Rounds } from "./rounds.js";
import { sha256 } from "./sha256.js";
import { Counter, said } from "./values.js";

// The rule that a fault breaks, where it does not say so: a day may be sealed as faulty in it.
const RULE_OF = { "ledger-chain": "S03", "round-misplayed": "S07", "bet-misplaid": "S07" };

/** What one day adds up to, by currency. */
const newSums = () => Object.fromEntries(["moved", "turnover", "returned", "prizes", "commission", "refunded"].map((name) => [name, new Counter()]));

/** Holds what days say to what their lines, cards and rules come to, day after day. */
export class Judge {
  constructor(log, findings, watch) {
    Object.assign(this, { log, findings, watch, book: new Book(), declared: new Set() });
    this.find = this.find.bind(this);
    this.paper = new PaperCards(this.find, log);
    this.court = new Court(this.find, watch, this.paper);
  }

  /** Note a fault; one whose rule the manifest declares was known when the day was sealed. */
  find(kind, where, declared = this.declared) {
    if (declared.has(where.rule ?? RULE_OF[kind] ?? "")) this.findings.declare(kind, where);
    else this.findings.find(kind, where);
  }

  /** Check the meaning of a day's files; those whose bytes do not hold were named already and are left out. */
  async checkDay(day, sound) {
    const { manifest } = day;
    this.declared = new Set(manifest.faults.map((each) => said(each.rule)));
    const names = manifest.files.map((each) => each.name);
    for (const name of NEEDED) if (!names.includes(name)) this.find("file-missing", day.where(name));
    const sums = newSums();
    const read = new Map();
    this.paper.begin();
    for (const name of names) if (sound.has(name)) await this.read(day, name, sums, read);
    const context = { log: this.log, paper: this.paper, names, book: this.book, sums, find: this.find, watch: this.watch, withLedger: sound.has("ledger.jsonl") };
    if (["bets.jsonl", "rounds.jsonl", "rules.jsonl"].every((name) => read.has(name))) await new Rounds(day, context).check(read);
    await this.court.checkDay(day, names, read);
    if (read.has("report.json") && ["ledger.jsonl", "bets.jsonl", "rounds.jsonl"].every((name) => sound.has(name))) checkReport(day, read.get("report.json"), context);
    if (sound.has("software.json")) await this.checkSoftware(day);
    this.book.day = day.day;
  }

  async read(day, name, sums, read) {
    const block = await this.log.folder.read(day.path + name);
    const { declared, findings, watch, book } = this;
    if (name === "ledger.jsonl") {
      const find = (kind, where) => this.find(kind, where, declared); // of a line around midnight, once the next day is read
      book.begin(day.day);
      await eachRecord(day, name, block, { findings, watch }, (number, line) => book.take(day, number, line, { find, moved: sums.moved }));
      book.end();
      return;
    }
    const kept = [];
    const isKept = [NEEDED, OF_COURT, OF_PAPER].some((kind) => kind.includes(name));
    await eachRecord(day, name, block, { findings, watch }, (number, record) => isKept && kept.push({ number, record }));
    read.set(name, kept);
  }

  async checkSoftware(day) {
    const sealed = day.manifest.software;
    const found = hexOf(sha256(await this.log.folder.read(`${day.path}software.json`)));
    if (found !== sealed) this.find("software-other", day.where("software.json", { path: "", sealed, found }));
  }
}
