// Checks a published shoe proof in the browser, offline. It asks nothing of any server and uses no library: even SHA-256
// stands here, because a page opened from a disk may not be given the browser's own.
"use strict";

const SabotVerifier = (() => {
  const FORMAT = "sabot-shoe-1";
  const KEYS = ["cards", "count", "decks", "format", "root"];
  const CARD_KEYS = ["card", "index", "path", "salt"];
  const DECKS_MOST = 16;

  // The first 32 bits of the fractions of the square and cube roots of primes (FIPS 180-4), worked out instead of listed.
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }

  // The whole root of n * 2^(32 * power) in BigInt, found bit by bit; its low 32 bits are the fraction wanted.
  function rootFraction(n, power) {
    const goal = BigInt(n) << BigInt(32 * power);
    let root = 0n;
    for (let bit = 1n << 37n; bit > 0n; bit >>= 1n) {
      if ((root + bit) ** BigInt(power) <= goal) root += bit;
    }
    return Number(root & 0xffffffffn);
  }
  const START = primes.slice(0, 8).map((prime) => rootFraction(prime, 2));
  const ROUND = primes.map((prime) => rootFraction(prime, 3));

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(bytes) {
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
    const state = Uint32Array.from(START);
    const words = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) {
          words[i] = view.getUint32(at + 4 * i);
        } else {
          const early = words[i - 15];
          const late = words[i - 2];
          const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
          const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
          words[i] = words[i - 16] + small + words[i - 7] + large;
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const choice = (e & f) ^ (~e & g);
        const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[i] + words[i]) >>> 0;
        const majority = (a & b) ^ (a & c) ^ (b & c);
        const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) >>> 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  class ProofFaulty extends Error {
    constructor(field, fault, about) {
      super(`${field}: ${fault}`);
      this.field = field;
      this.fault = fault;
      this.about = about || {};
    }
  }

  function keys(value, field, known) {
    const object = value !== null && typeof value === "object" && !Array.isArray(value);
    if (!object || Object.keys(value).sort().join() !== known.join()) throw new ProofFaulty(field, "shape");
    return value;
  }

  function whole(value, field, least, most) {
    if (!Number.isInteger(value) || value < least || value > most) throw new ProofFaulty(field, "number", { least, most });
    return value;
  }

  function digest(value, field, about) {
    if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw new ProofFaulty(field, "digest", about);
    return fromHex(value);
  }

  function leafOf(index, card, salt) {
    const place = [index >>> 24, index >>> 16, index >>> 8, index].map((part) => part & 0xff);
    return sha256(Uint8Array.from([0, ...place, card.charCodeAt(0), card.charCodeAt(1), ...salt]));
  }

  // From the leaf up: the index tells, bit by bit, on which side the neighbour stands.
  function rootOf(index, leaf, path) {
    let found = leaf;
    let side = index;
    for (const neighbour of path) {
      found = sha256(Uint8Array.from(side & 1 ? [1, ...neighbour, ...found] : [1, ...found, ...neighbour]));
      side >>>= 1;
    }
    return toHex(found);
  }

  function checkCard(entry, field, count, height, root) {
    const shown = keys(entry, field, CARD_KEYS);
    const index = whole(shown.index, `${field}.index`, 0, count - 1);
    const { card, path } = shown;
    const about = { card, index };
    if (typeof card !== "string" || !/^[A23456789TJQK][SHDC]$/.test(card)) {
      throw new ProofFaulty(`${field}.card`, "noCard", { index });
    }
    const salt = digest(shown.salt, `${field}.salt`, about);
    if (!Array.isArray(path) || path.length !== height) throw new ProofFaulty(`${field}.path`, "path", about);
    const neighbours = path.map((each, step) => digest(each, `${field}.path[${step}]`, about));
    const leaf = leafOf(index, card, salt);
    if (rootOf(index, leaf, neighbours) !== root) throw new ProofFaulty(field, "unproven", about);
    return { card, index, leaf: toHex(leaf) };
  }

  // Returns {root, decks, count, cards}; throws ProofFaulty for the first fault.
  function verify(document) {
    const proof = keys(document, "document", KEYS);
    if (proof.format !== FORMAT) throw new ProofFaulty("format", "format");
    const decks = whole(proof.decks, "decks", 1, DECKS_MOST);
    const count = whole(proof.count, "count", 1, 52 * decks);
    digest(proof.root, "root");
    if (!Array.isArray(proof.cards)) throw new ProofFaulty("cards", "shape");
    const height = Math.ceil(Math.log2(count));
    const places = new Set();
    const copies = new Map();
    const cards = proof.cards.map((entry, at) => {
      const field = `cards[${at}]`;
      const shown = checkCard(entry, field, count, height, proof.root);
      if (places.has(shown.index)) throw new ProofFaulty(`${field}.index`, "twice", shown);
      places.add(shown.index);
      copies.set(shown.card, (copies.get(shown.card) || 0) + 1);
      if (copies.get(shown.card) > decks) throw new ProofFaulty(`${field}.card`, "copies", shown);
      return shown;
    });
    return { root: proof.root, decks, count, cards };
  }

  function verifyText(text) {
    let document;
    try {
      document = JSON.parse(text);
    } catch {
      throw new ProofFaulty("document", "json");
    }
    return verify(document);
  }

  return { ProofFaulty, sha256: (bytes) => toHex(sha256(bytes)), verify, verifyText };
})();

const SabotTexts = {
  pt: {
    title: "Verificar um sabot",
    intro: "Esta página funciona sem ligação à rede e não envia nada. Escolha o ficheiro da prova publicada.",
    file: "Ficheiro da prova",
    root: "Impressão do sabot, publicada antes da primeira carta (facultativo)",
    caption: "Cartas provadas",
    place: "Lugar",
    card: "Carta",
    proven: (found) => `Provado: ${found.cards.length} de ${found.count} cartas conduzem à impressão ${found.root}.`,
    nothing: (found) => `Nada foi mostrado: o ficheiro não traz nenhuma das ${found.count} cartas. Nada fica provado, e nada está errado.`,
    otherRoot: "A prova é de outra impressão, não da que indicou.",
    shape: "não tem a forma de uma prova",
    number: "não é um número admissível",
    digest: "não são 64 algarismos hexadecimais",
    noCard: "não é uma carta",
    unproven: "não conduz à impressão",
    path: "tem um caminho de comprimento errado",
    twice: "o lugar aparece duas vezes",
    copies: "são mais cópias do que os baralhos têm",
    format: "é um formato desconhecido",
    json: "o ficheiro não é JSON",
    faulty: (field, fault, named) => `Não provado: ${named}${fault} (${field}).`,
    named: (about) => `a carta ${about.card || "?"} no lugar ${about.index} — `,
  },
  en: {
    title: "Verify a shoe",
    intro: "This page works without a network and sends nothing. Choose the file of the published proof.",
    file: "Proof file",
    root: "Fingerprint of the shoe, published before the first card (optional)",
    caption: "Proven cards",
    place: "Place",
    card: "Card",
    proven: (found) => `Proven: ${found.cards.length} of ${found.count} cards lead to the fingerprint ${found.root}.`,
    nothing: (found) => `Nothing was shown: the file has none of the ${found.count} cards. Nothing is proven, and nothing is wrong.`,
    otherRoot: "The proof is of another fingerprint than the one you gave.",
    shape: "is not shaped as a proof",
    number: "is not a number that can be",
    digest: "is not 64 hexadecimal digits",
    noCard: "is not a card",
    unproven: "does not lead to the fingerprint",
    path: "has a path of the wrong length",
    twice: "its place is shown twice",
    copies: "is one copy more than the decks hold",
    format: "is an unknown format",
    json: "the file is not JSON",
    faulty: (field, fault, named) => `Not proven: ${named}${fault} (${field}).`,
    named: (about) => `the card ${about.card || "?"} at place ${about.index} — `,
  },
  ro: {
    title: "Verificarea unui sabot",
    intro: "Această pagină funcționează fără rețea și nu trimite nimic. Alegeți fișierul dovezii publicate.",
    file: "Fișierul dovezii",
    root: "Amprenta sabotului, publicată înainte de prima carte (opțional)",
    caption: "Cărți dovedite",
    place: "Loc",
    card: "Carte",
    proven: (found) => `Dovedit: ${found.cards.length} din ${found.count} cărți duc la amprenta ${found.root}.`,
    nothing: (found) => `Nu s-a arătat nimic: fișierul nu are niciuna dintre cele ${found.count} cărți. Nimic nu este dovedit și nimic nu este greșit.`,
    otherRoot: "Dovada este a altei amprente decât cea indicată.",
    shape: "nu are forma unei dovezi",
    number: "nu este un număr posibil",
    digest: "nu sunt 64 de cifre hexazecimale",
    noCard: "nu este o carte",
    unproven: "nu duce la amprentă",
    path: "are un drum de lungime greșită",
    twice: "locul apare de două ori",
    copies: "este o copie mai mult decât au pachetele",
    format: "este un format necunoscut",
    json: "fișierul nu este JSON",
    faulty: (field, fault, named) => `Nedovedit: ${named}${fault} (${field}).`,
    named: (about) => `cartea ${about.card || "?"} de la locul ${about.index} — `,
  },
};

function runSabotPage() {
  const element = (id) => document.getElementById(id);
  const verdict = element("verdict");
  let proofText = null;

  const texts = () => SabotTexts[element("language").value];

  function translate() {
    document.documentElement.lang = element("language").value;
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts()[node.dataset.text];
    document.title = texts().title;
    show();
  }

  function say(kind, sentence) {
    verdict.className = kind;
    verdict.textContent = sentence;
  }

  function show() {
    const table = element("cards");
    const body = table.tBodies[0];
    body.replaceChildren();
    table.hidden = true;
    if (proofText === null) return;
    try {
      const found = SabotVerifier.verifyText(proofText);
      const expected = element("root").value.trim().toLowerCase();
      if (expected !== "" && expected !== found.root) {
        say("faulty", texts().otherRoot);
        return;
      }
      if (found.cards.length === 0) {
        say("nothing", texts().nothing(found));
        return;
      }
      say("proven", texts().proven(found));
      for (const shown of found.cards) {
        const row = body.insertRow();
        row.insertCell().textContent = String(shown.index);
        row.insertCell().textContent = shown.card;
      }
      table.hidden = false;
    } catch (error) {
      if (!(error instanceof SabotVerifier.ProofFaulty)) throw error;
      const named = error.about.index === undefined ? "" : texts().named(error.about);
      const fault = texts()[error.fault];
      say("faulty", texts().faulty(error.field, fault, named));
    }
  }

  element("language").addEventListener("change", translate);
  element("root").addEventListener("input", show);
  element("proof").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    proofText = file ? await file.text() : null;
    show();
  });
  // The language that the page was asked in, where a house leads to it; opened from a disk, the browser's own.
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, navigator.language].map((each) => (each || "").slice(0, 2));
  element("language").value = wanted.find((each) => Object.hasOwn(SabotTexts, each)) || "pt";
  translate();
}

// Its own page runs it; the house's page of a round takes what it needs of this very file.
if (typeof module === "object") module.exports = SabotVerifier;
else if (document.getElementById("verifier-alone")) runSabotPage();
else Object.assign(globalThis, { SabotVerifier, SabotTexts });
