// The table's state as known to this page: a numbered public state, and the viewer's own part.

export class Store {
  version = 0;
  state = null;
  you = null;

  // Takes a message in; answers "gap" when events were missed and a snapshot must be asked for.
  take(message) {
    if (message.say === "snapshot") {
      this.version = message.v;
      this.state = message.state;
      this.you = message.you ?? null;
      return "new";
    }
    if (message.say === "you") {
      this.you = message.you;
      return "new";
    }
    if (message.say === "seated" && this.you) { // the whole of one's own state follows, and a player may be faster
      this.you = { ...this.you, seat: message.seat, session: message.session };
      return "new";
    }
    if (message.say === "mine" && this.you) {
      this.you = { ...this.you, ...message.set, receipts: joined(this.you.receipts ?? [], message.receipts) };
      return "new";
    }
    if (message.say !== "event") return "other";
    if (this.state === null || message.v > this.version + 1) return "gap";
    if (message.v <= this.version) return "old";
    this.version = message.v;
    Object.assign(this.state, message.set);
    if (message.seats) this.state.seats = replaced(this.state.seats ?? [], message.seats);
    return "new";
  }
}

// The seats there were, those that changed in their places.
function replaced(there, changed) {
  const by = new Map(changed.map((each) => [each.seat, each]));
  return there.map((each) => by.get(each.seat) ?? each);
}

// The receipts there were, and those that came: told twice, one is still one.
function joined(there, come) {
  const known = new Set(there.map((each) => each.number));
  return [...there, ...come.filter((each) => !known.has(each.number))];
}
