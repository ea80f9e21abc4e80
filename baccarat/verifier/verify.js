// Checks a published shoe proof in the browser, offline. It asks nothing of any server and uses no library: even SHA-256
// stands here, because a page opened from a disk may not be given the browser's own.
"use strict";

const SabotVerifier = (() => {
  const FORMAT = "sabot-shoe-2";
  const FORMAT_1 = "sabot-shoe-1"; // without a header: the root fixes the order of the cards alone
  const KEYS_1 = ["cards", "count", "decks", "format", "root"];
  const KEYS = ["cards", "format", "header", "path", "root"];
  const HEADER_KEYS = ["count", "cut", "decks", "format", "opened_at", "rules", "shoe"];
  const CARD_KEYS = ["card", "index", "path", "salt"];
  const DECKS_MOST = 16;
  const TEXTS = {
    shoe: /^[A-Za-z0-9_-]{1,40}\/[1-9][0-9]{0,9}$/,
    rules: /^[A-Za-z0-9_-]{1,40}\/v[1-9][0-9]{0,9}$/,
    opened_at: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z$/,
  };

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
    return sha256(Uint8Array.from([0, ...fourBytes(index), card.charCodeAt(0), card.charCodeAt(1), ...salt]));
  }

  const fourBytes = (number) => [number >>> 24, number >>> 16, number >>> 8, number].map((part) => part & 0xff);

  // 3, and the header as JSON: keys sorted, no space, ASCII.
  function headerLeafOf(header) {
    const sorted = Object.fromEntries(Object.keys(header).sort().map((key) => [key, header[key]]));
    return sha256(Uint8Array.from([3, ...Array.from(JSON.stringify(sorted), (letter) => letter.charCodeAt(0))]));
  }

  // From the leaf up: its place in the tree tells, bit by bit, on which side the neighbour stands.
  function rootOf(place, leaf, path) {
    let found = leaf;
    let side = place;
    for (const neighbour of path) {
      found = sha256(Uint8Array.from(side & 1 ? [1, ...neighbour, ...found] : [1, ...found, ...neighbour]));
      side >>>= 1;
    }
    return toHex(found);
  }

  function pathOf(value, field, height, about) {
    if (!Array.isArray(value) || value.length !== height) throw new ProofFaulty(field, "path", about);
    return value.map((each, step) => digest(each, `${field}[${step}]`, about));
  }

  // `tree`: root, count, lead (the leaves before the first card's), height.
  function checkCard(entry, field, tree) {
    const shown = keys(entry, field, CARD_KEYS);
    const index = whole(shown.index, `${field}.index`, 0, tree.count - 1);
    const { card } = shown;
    const about = { card, index };
    if (typeof card !== "string" || !/^[A23456789TJQK][SHDC]$/.test(card)) {
      throw new ProofFaulty(`${field}.card`, "noCard", { index });
    }
    const salt = digest(shown.salt, `${field}.salt`, about);
    const neighbours = pathOf(shown.path, `${field}.path`, tree.height, about);
    const leaf = leafOf(index, card, salt);
    if (rootOf(index + tree.lead, leaf, neighbours) !== tree.root) throw new ProofFaulty(field, "unproven", about);
    return { card, index, leaf: toHex(leaf) };
  }

  const treeOf = (root, count, lead) => ({ root, count, lead, height: Math.ceil(Math.log2(count + lead)) });

  // The header, once its leaf leads to the root: it says which shoe the root is of.
  function checkHeader(proof) {
    const header = keys(proof.header, "header", HEADER_KEYS);
    if (header.format !== FORMAT) throw new ProofFaulty("header.format", "format");
    const decks = whole(header.decks, "header.decks", 1, DECKS_MOST);
    const count = whole(header.count, "header.count", 1, 52 * decks);
    for (const [name, pattern] of Object.entries(TEXTS)) {
      if (typeof header[name] !== "string" || !pattern.test(header[name])) throw new ProofFaulty(`header.${name}`, "text");
    }
    if (typeof header.cut === "string") digest(header.cut, "header.cut");
    else whole(header.cut, "header.cut", 0, count);
    const tree = treeOf(proof.root, count, 1);
    const path = pathOf(proof.path, "path", tree.height);
    if (rootOf(0, headerLeafOf(header), path) !== proof.root) throw new ProofFaulty("header", "otherHeader");
    return { header, tree };
  }

  // The place of a cut card that the header only committed to.
  function checkCut(shown, header) {
    const cut = keys(shown, "cut", ["place", "salt"]);
    const place = whole(cut.place, "cut.place", 0, header.count);
    const salt = digest(cut.salt, "cut.salt");
    if (toHex(sha256(Uint8Array.from([...fourBytes(place), ...salt]))) !== header.cut) throw new ProofFaulty("cut", "otherCut");
    return place;
  }

  // Entries of seats, in their order, each once: Map of seat → the text that it gives.
  function bySeat(value, field, entry, pattern) {
    if (!Array.isArray(value)) throw new ProofFaulty(field, "shape");
    const told = new Map();
    let before = 0;
    value.forEach((each, at) => {
      const one = keys(each, `${field}[${at}]`, [entry, "seat"].sort());
      before = whole(one.seat, `${field}[${at}].seat`, before + 1, 9);
      if (typeof one[entry] !== "string" || !pattern.test(one[entry])) throw new ProofFaulty(`${field}[${at}].${entry}`, "text");
      told.set(before, one[entry]);
    });
    return told;
  }

  // The place that the players' numbers come to: SHA-256 of the root and the numbers by seat, modulo the cards.
  function startOf(root, numbers, count) {
    if (numbers.length === 0) return 0;
    const digest = sha256(Uint8Array.from([root, ...numbers].flatMap((text) => [...fromHex(text)])));
    return Number(BigInt(`0x${toHex(digest)}`) % BigInt(count));
  }

  function checkStart(value, root, count) {
    const start = keys(value, "start", ["left_out", "numbers", "place"]);
    const place = whole(start.place, "start.place", 0, count - 1);
    const numbers = bySeat(start.numbers, "start.numbers", "number", /^[0-9a-f]{32}$/);
    const out = bySeat(start.left_out, "start.left_out", "commitment", /^[0-9a-f]{64}$/);
    if ([...out.keys()].some((seat) => numbers.has(seat))) throw new ProofFaulty("start.left_out", "otherStart");
    if (startOf(root, [...numbers.values()], count) !== place) throw new ProofFaulty("start", "otherStart");
    return { place, seats: [...numbers.keys()], left_out: [...out.keys()] };
  }

  // What the root says of the shoe (of format 1: what the file says), and the tree.
  function checkShape(document) {
    const known = document !== null && typeof document === "object" && !Array.isArray(document);
    if (!known || !Object.hasOwn(document, "format")) throw new ProofFaulty("document", "shape");
    if (document.format === FORMAT_1) {
      const proof = keys(document, "document", KEYS_1);
      const decks = whole(proof.decks, "decks", 1, DECKS_MOST);
      const count = whole(proof.count, "count", 1, 52 * decks);
      digest(proof.root, "root");
      return { told: { decks, count }, tree: treeOf(proof.root, count, 0) };
    }
    if (document.format !== FORMAT) throw new ProofFaulty("format", "format");
    const shown = Object.hasOwn(document, "cut");
    const begun = Object.hasOwn(document, "start");
    const proof = keys(document, "document", [...KEYS, ...(shown ? ["cut"] : []), ...(begun ? ["start"] : [])].sort());
    digest(proof.root, "root");
    const { header, tree } = checkHeader(proof);
    const told = { ...header, cut: shown ? checkCut(proof.cut, header) : header.cut };
    return { told: begun ? { ...told, start: checkStart(proof.start, proof.root, tree.count) } : told, tree };
  }

  // Returns {format, root, decks, count, cards}, in format 2 also {shoe, cut, rules, opened_at}; throws ProofFaulty for
  // the first fault.
  function verify(proof) {
    const { told, tree } = checkShape(proof);
    if (!Array.isArray(proof.cards)) throw new ProofFaulty("cards", "shape");
    const places = new Set();
    const copies = new Map();
    const cards = proof.cards.map((entry, at) => {
      const field = `cards[${at}]`;
      const shown = checkCard(entry, field, tree);
      if (places.has(shown.index)) throw new ProofFaulty(`${field}.index`, "twice", shown);
      places.add(shown.index);
      copies.set(shown.card, (copies.get(shown.card) || 0) + 1);
      if (copies.get(shown.card) > told.decks) throw new ProofFaulty(`${field}.card`, "copies", shown);
      return shown;
    });
    return { ...told, format: proof.format, root: proof.root, cards };
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

  const headerDigest = (header) => toHex(headerLeafOf(header));
  return { ProofFaulty, headerDigest, startOf, sha256: (bytes) => toHex(sha256(bytes)), verify, verifyText };
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
    text: "não tem a forma devida",
    otherHeader: "não conduz à impressão: é de outro sabot, de outros baralhos ou de outras regras",
    otherCut: "não é a carta de corte que o cabeçalho fixou",
    otherStart: "não é o lugar a que os números dos lugares conduzem",
    begun: (found) => (found.start
      ? [found.start.seats.length ? `Cortado: começa no lugar ${found.start.place}, pelos lugares ${found.start.seats.join(", ")}.` : "Ninguém o cortou: começa na primeira carta.", found.start.left_out.length ? `Ficaram de fora os lugares ${found.start.left_out.join(", ")}.` : ""].join(" ").trim()
      : ""),
    of: (found) => (found.shoe
      ? `É a impressão do sabot ${found.shoe}: ${found.decks} baralhos, ${found.count} cartas, carta de corte ${typeof found.cut === "number" ? `antes do lugar ${found.cut}` : "ainda não mostrada"}, regras ${found.rules}, aberto em ${found.opened_at}.`
      : "Formato 1: a impressão fixa a ordem das cartas, e não diz de que sabot é nem quantos baralhos tem."),
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
    text: "is not of the form that it must have",
    otherHeader: "does not lead to the fingerprint: it is of another shoe, of other decks or of other rules",
    otherCut: "is not the cut card that the header fixed",
    otherStart: "is not the place that the numbers of the seats come to",
    begun: (found) => (found.start
      ? [found.start.seats.length ? `Cut: it begins at place ${found.start.place}, by seats ${found.start.seats.join(", ")}.` : "No seat cut it: it begins with its first card.", found.start.left_out.length ? `Left out: seats ${found.start.left_out.join(", ")}.` : ""].join(" ").trim()
      : ""),
    of: (found) => (found.shoe
      ? `It is the fingerprint of shoe ${found.shoe}: ${found.decks} decks, ${found.count} cards, cut card ${typeof found.cut === "number" ? `before place ${found.cut}` : "not shown yet"}, rules ${found.rules}, opened at ${found.opened_at}.`
      : "Format 1: the fingerprint fixes the order of the cards, and does not say which shoe it is of nor how many decks it has."),
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
    text: "nu are forma cuvenită",
    otherHeader: "nu duce la amprentă: este al altui sabot, al altor pachete sau al altor reguli",
    otherCut: "nu este cartea de tăiere pe care a fixat-o antetul",
    otherStart: "nu este locul la care duc numerele locurilor",
    begun: (found) => (found.start
      ? [found.start.seats.length ? `Tăiat: începe la locul ${found.start.place}, de locurile ${found.start.seats.join(", ")}.` : "Nimeni nu l-a tăiat: începe cu prima carte.", found.start.left_out.length ? `Lăsate pe dinafară: locurile ${found.start.left_out.join(", ")}.` : ""].join(" ").trim()
      : ""),
    of: (found) => (found.shoe
      ? `Este amprenta sabotului ${found.shoe}: ${found.decks} pachete, ${found.count} cărți, cartea de tăiere ${typeof found.cut === "number" ? `înaintea locului ${found.cut}` : "încă nearătată"}, regulile ${found.rules}, deschis la ${found.opened_at}.`
      : "Formatul 1: amprenta fixează ordinea cărților și nu spune al cărui sabot este, nici câte pachete are."),
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
      if (expected !== "" && (expected.length < 8 || !found.root.startsWith(expected))) {
        say("faulty", texts().otherRoot);
        return;
      }
      if (found.cards.length === 0) {
        say("nothing", texts().nothing(found));
        return;
      }
      say("proven", `${texts().proven(found)} ${texts().of(found)} ${texts().begun(found)}`.trim());
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
