// Findings: faults with their places, how much was looked at, and the ends that work can come to.

import { KINDS, ONLY_ABSENT } from "./kinds.js";

const HOLDS = 0;
const ABSENT = 1;
const BROKEN = 2;

/** Bytes that are not of their form; the message says in what. */
export class Malformed extends Error {}

/** Work ends at the first fault, unless every fault was asked for. */
export class FirstFault extends Error {}

/** What the verifier cannot work with: a key, a folder. `reason` is a code, `about` what the sentence names. */
export class WrongUsage extends Error {
  constructor(message, reason, about = {}) {
    super(message);
    this.reason = reason;
    this.about = about;
  }
}

/** The faults found so far, and what was looked at. */
export class Findings {
  constructor(every) {
    this.every = every;
    this.faults = [];
    this.declared = []; // what two persons knew and said when they sealed the day all the same
    this.days = 0;
    this.lines = 0;
    this.size = 0;
    this.stamps = 0; // time stamps that lie in the folder, which are not looked at here
    this.encrypted = 0; // packages of the regulator's files that only the regulator's key opens
  }

  /** Note a fault. Throws `FirstFault` at the first that breaks, unless every one was asked for. */
  find(kind, where) {
    this.faults.push(faultOf(kind, where));
    if (!this.every && !ONLY_ABSENT.has(kind)) throw new FirstFault();
  }

  /** Note what was declared when the day was sealed. */
  declare(kind, where) {
    this.declared.push(faultOf(kind, where));
  }

  /** The exit status. */
  get status() {
    if (this.faults.some((each) => !ONLY_ABSENT.has(each.name))) return BROKEN;
    return this.faults.length ? ABSENT : HOLDS;
  }

  /** What is handed on: the verdict, the counts, the faults. */
  document() {
    const { status, days, lines, size, stamps, encrypted, faults, declared } = this;
    return { status, verdict: ["holds", "absent", "broken"][status], days, lines, size, stamps, encrypted, faults, declared };
  }
}

const faultOf = (kind, where) => ({ code: KINDS[kind][0], name: kind, ...where });
