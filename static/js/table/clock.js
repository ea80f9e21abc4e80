// The server's time, measured: the median offset of the quickest pings, on a clock that the player's own cannot move.

const KEEP = 11;

export class Clock {
  #samples = [];
  #offset = null;

  // Learn from a ping of `sent` (this clock) that was answered with `server` (milliseconds since the epoch).
  sample(sent, server, received = performance.now()) {
    this.#samples.push({ trip: received - sent, offset: server - (sent + received) / 2 });
    this.#samples = this.#samples.slice(-KEEP);
    const quick = [...this.#samples].sort((a, b) => a.trip - b.trip).slice(0, Math.ceil(this.#samples.length / 2));
    const offsets = quick.map((sample) => sample.offset).sort((a, b) => a - b);
    this.#offset = offsets[Math.floor(offsets.length / 2)];
  }

  // A first guess, from a snapshot, until pings have been answered.
  guess(server) {
    if (this.#samples.length === 0) this.#offset = server - performance.now();
  }

  now() {
    return performance.now() + (this.#offset ?? performance.timeOrigin);
  }

  get offset() {
    return this.#samples.length ? Math.round(this.#offset - performance.timeOrigin) : null;
  }
}
