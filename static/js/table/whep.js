// One viewing of a film by WHEP: the offer goes to the address, the answer comes back, and the pictures follow by WebRTC.

const GATHER_MS = 1_000; // for the ways to this machine; those found by then are offered
const ANSWER_MS = 8_000;

export class Whep {
  #line = null;
  #place = null; // where the server ends this viewing
  #over = false;

  // `playing` gets the stream, once; `ended` is called once, when there is none, or no more.
  constructor({ playing, ended }) {
    this.playing = playing;
    this.ended = ended;
  }

  async open(address) {
    try {
      await this.#ask(address);
    } catch {
      this.#end();
    }
  }

  async #ask(address) {
    const line = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    this.#line = line;
    const stream = new MediaStream();
    for (const kind of ["video", "audio"]) line.addTransceiver(kind, { direction: "recvonly" });
    line.addEventListener("track", ({ track }) => {
      stream.addTrack(track);
      if (track.kind === "video") this.playing(stream);
    });
    line.addEventListener("connectionstatechange", () => ["failed", "closed"].includes(line.connectionState) && this.#end());
    await line.setLocalDescription();
    await gathered(line);
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/sdp" },
      body: line.localDescription.sdp,
      credentials: "omit",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.status !== 201) throw new Error(`WHEP: ${answer.status}`);
    const place = answer.headers.get("Location");
    this.#place = place && new URL(place, answer.url).href;
    const sdp = await answer.text();
    if (this.#over) return this.#leave();
    await line.setRemoteDescription({ type: "answer", sdp });
  }

  #end() {
    const told = this.#over;
    this.close();
    if (!told) this.ended();
  }

  // The page wants no more pictures.
  close() {
    this.#over = true;
    this.#line?.close();
    this.#line = null;
    this.#leave();
  }

  #leave() {
    if (this.#place) fetch(this.#place, { method: "DELETE", keepalive: true, credentials: "omit" }).catch(() => {});
    this.#place = null;
  }
}

function gathered(line) {
  return new Promise((resolve) => {
    const done = () => line.iceGatheringState === "complete" && resolve();
    line.addEventListener("icegatheringstatechange", done);
    done();
    setTimeout(resolve, GATHER_MS);
  });
}
