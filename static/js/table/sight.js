// The moment that the felt shows: the house's own, or, while a film of the table runs, that of the picture on the screen. So
// no card lies on the felt before it is seen to be dealt. Pure.

export const LONGEST_MS = 3_000; // the felt waits no longer for a picture

export class Sight {
  #picture = null; // when the newest picture was taken, by the house's clock; null while no film runs
  #last = 0;

  // A picture that was taken at `moment` is on the screen.
  saw(moment) {
    this.#picture = moment;
  }

  // No film runs.
  ended() {
    this.#picture = null;
  }

  // Where the felt is at `now`: never before where it was.
  at(now) {
    const wanted = this.#picture === null ? now : Math.max(this.#picture, now - LONGEST_MS);
    this.#last = Math.min(now, Math.max(this.#last, wanted));
    return this.#last;
  }
}

// When the picture that a browser shows was taken, by `performance.now()`. `told`: what the browser says of the picture;
// `delay`: milliseconds from the lens to the network. Some servers send the moment itself along, most do not.
export function takenAt(told, delay, now) {
  const { captureTime: captured, receiveTime: received } = told;
  if (captured !== undefined && captured <= now && captured > now - 10 * LONGEST_MS) return captured;
  return (received ?? now) - delay;
}
