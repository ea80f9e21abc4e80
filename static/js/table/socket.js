// The line to the table: connects, reconnects with jittered back-off, measures the clock, and sends again,
// under the same key, what was never answered.

const FINAL = new Set([4001, 4003, 4004, 4010, 4029]);
const SILENCE_MS = 50_000;
const LONGEST_WAIT_MS = 15_000;

export class Line {
  #path;
  #clock;
  #hear;
  #changed;
  #socket = null;
  #tries = 0;
  #open = new Map();
  #heard = 0;
  #retry = 0;

  constructor({ path, clock, hear, changed }) {
    this.#path = path;
    this.#clock = clock;
    this.#hear = hear;
    this.#changed = changed;
    window.addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    setInterval(() => this.#beat(), 15_000);
  }

  connect() {
    clearTimeout(this.#retry);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.#path}`);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#closed(event.code));
  }

  get up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Says something that needs an answer: kept until a message with its key comes.
  ask(frame) {
    const key = crypto.randomUUID?.() ?? madeUp();
    const keyed = { ...frame, key };
    this.#open.set(key, keyed);
    this.tell(keyed);
    return key;
  }

  tell(frame) {
    if (this.up) this.#socket.send(JSON.stringify(frame));
  }

  #opened() {
    this.#tries = 0;
    this.#changed("up");
    for (const frame of this.#open.values()) this.tell(frame);
    for (const wait of [50, 350, 700, 1100, 1600]) setTimeout(() => this.#ping(), wait);
  }

  #take(text) {
    this.#heard = performance.now();
    const message = JSON.parse(text);
    if (message.key) this.#open.delete(message.key);
    if (message.say === "pong") this.#clock.sample(message.t, message.now);
    else this.#hear(message);
  }

  #closed(code) {
    if (FINAL.has(code)) return this.#changed("ended", code);
    this.#changed("down");
    const wait = Math.min(LONGEST_WAIT_MS, 400 * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => this.connect(), wait);
  }

  #ping() {
    this.tell({ do: "ping", t: performance.now(), offset: this.#clock.offset });
  }

  #beat() {
    if (!this.up) return;
    if (performance.now() - this.#heard > SILENCE_MS) this.#socket.close();
    else this.#ping();
  }

  #hurry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.connect();
    else this.#beat();
  }
}

// Where pages are not served over https, browsers keep randomUUID to themselves.
function madeUp() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
