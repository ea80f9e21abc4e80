// The line to the table: connects, measures the clock, and sends again, under the same key, what was never answered. While
// bets are open a lost line is tried once a second, otherwise with growing pauses; at once when the player is back. A try
// that nothing answers is given up, as is a line that fell silent.

const [CONNECTING, OPEN, CLOSED] = [0, 1, 3]; // of a socket's readyState
const FINAL = new Set([4001, 4003, 4004, 4010, 4029]);
const SILENCE_MS = 50_000;
const URGENT_SILENCE_MS = 6_000; // with a question under way
const QUIET_MS = 4_000; // a page that hears the table need not ask
const LONGEST_WAIT_MS = 15_000;
const TRIES = 4; // without ever a line: none may come through
const URGENT_WAIT_MS = 1_000;
const URGENT_PATIENCE_MS = 4_000; // with one try
const BEAT_MS = 2_500;
const SLOW_BEATS = 6;

export class Line {
  #path;
  #clock;
  #hear;
  #changed;
  #socket = null;
  #tries = 0;
  #ever = false;
  #open = new Map();
  #heard = 0;
  #retry = 0;
  #patience = 0;
  #tried = 0;
  #beats = 0;
  #asked = 0; // when the oldest question that nothing was heard after was put; 0: none
  #urgent;

  // `urgent` says whether it matters now: whether the player could bet.
  constructor({ path, clock, hear, changed, urgent }) {
    this.#urgent = urgent;
    this.#path = path;
    this.#clock = clock;
    this.#hear = hear;
    this.#changed = changed;
    for (const name of ["online", "focus", "pointerdown"]) window.addEventListener(name, () => this.#hurry());
    window.addEventListener("offline", () => this.#socket && this.#drop()); // it may not say for long that it is closed
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    setInterval(() => this.#beat(), BEAT_MS);
  }

  connect() {
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    const socket = made(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.#path}`);
    if (!socket) return this.#changed("barred");
    this.#socket = socket;
    this.#tried = this.#heard = performance.now();
    this.#asked = 0;
    this.#patience = setTimeout(() => this.#drop(), this.#urgent() ? URGENT_PATIENCE_MS : LONGEST_WAIT_MS);
    socket.addEventListener("open", () => socket === this.#socket && this.#opened());
    socket.addEventListener("message", (event) => this.#take(event.data));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#closed(event.code));
  }

  get up() {
    return this.#socket?.readyState === OPEN;
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
    clearTimeout(this.#patience);
    this.#tries = 0;
    this.#ever = true;
    this.#changed("up");
    for (const frame of this.#open.values()) this.tell(frame);
    for (const wait of [50, 350, 700, 1100, 1600]) setTimeout(() => this.#ping(), wait);
  }

  #take(text) {
    this.#heard = performance.now();
    this.#asked = 0;
    const message = JSON.parse(text);
    if (message.key) this.#open.delete(message.key);
    if (message.say === "pong") this.#clock.sample(message.t, message.now);
    else this.#hear(message);
  }

  #closed(code) {
    clearTimeout(this.#patience);
    if (FINAL.has(code)) return this.#changed("ended", code);
    this.#changed(!this.#ever && this.#tries >= TRIES && navigator.onLine ? "barred" : "down");
    const wait = Math.min(this.#urgent() ? URGENT_WAIT_MS : LONGEST_WAIT_MS, 400 * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2));
  }

  #ping() {
    this.#asked ||= performance.now();
    this.tell({ do: "ping", t: performance.now(), offset: this.#clock.offset });
  }

  #beat() {
    if (!this.up) return;
    const [now, urgent] = [performance.now(), this.#urgent()];
    const silent = now - this.#heard > SILENCE_MS || (urgent && this.#asked && now - this.#asked > URGENT_SILENCE_MS);
    if (silent) this.#drop();
    else if ((urgent && now - this.#heard > QUIET_MS) || this.#beats++ % SLOW_BEATS === 0) this.#ping();
  }

  // A dead line need not say that it is closed for a long while: this one is given up, and the next one tried.
  #drop() {
    this.#forsake();
    this.#closed(0);
  }

  #forsake() {
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
  }

  #hurry() {
    const state = this.#socket?.readyState ?? CLOSED;
    const hangs = state === CONNECTING && performance.now() - this.#tried > URGENT_WAIT_MS;
    if (hangs) this.#forsake();
    if (hangs || state === CLOSED) this.connect();
    else if (document.visibilityState === "visible" && performance.now() - this.#heard > BEAT_MS) this.#beat();
  }
}

// A browser may have no sockets, or refuse to make one: null.
function made(address) {
  try {
    return new WebSocket(address);
  } catch {
    return null;
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
