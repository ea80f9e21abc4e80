// The film of a croupier's table beside the felt: asks for its pictures, says when there are none, and tells which moment
// the one on the screen shows. The game goes on without it.

import { byId, setAttr, setFlag, setText } from "./dom.js";
import { places, put } from "./layout.js";
import { onOption, options, setOption } from "./options.js";
import { takenAt } from "./sight.js";
import { gettext } from "./texts.js";
import { Whep } from "./whep.js";

const HLS = "application/vnd.apple.mpegurl";
const LOOK_MS = 1_000;
const STILL_MS = 5_000; // without a new picture the film has stopped
const PATIENCE_MS = 12_000; // from asking to the first picture
const PAUSES = [2_000, 5_000, 10_000, 30_000]; // before it is asked for again
const PLAUSIBLE_MS = 60_000; // a film whose own clock is further off than this says nothing of its moments

let film = null; // the section; null at a table without pictures
let view = null; // {clock, sight, moved}
let line = null; // the viewing by WHEP
let kind = ""; // "whep", "hls" or "": what is asked for, or played
let since = 0; // when it was asked for, or when its last picture came
let pictures = 0; // that have come
let tries = 0;
let again = 0;
let asked = 0; // counts what was asked for, so that pictures of an earlier asking say nothing

const video = () => byId("film-video");

// `sight`: of sight.js; `moved` is called after each picture.
export function bindFilm(given) {
  film = byId("film");
  if (!film) return;
  view = given;
  byId("film-hide").addEventListener("click", () => {
    setOption("film", false);
    byId("main").focus({ preventScroll: true });
  });
  byId("film-sound").addEventListener("click", () => setOption("filmSound", !options.filmSound));
  onOption((name) => {
    if (name === "film") turn();
    if (name === "filmSound") listen();
  });
  video().addEventListener("error", () => kind === "hls" && failed());
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && turn());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && options.film && !kind && ask());
  setInterval(look, LOOK_MS);
  turn();
}

// On a phone the pictures lie where the acts of the tray do, as long as no bets are taken. One who watches has other acts there.
export function drawFilm({ betting, seated }) {
  if (!film) return;
  const place = places()?.film?.[seated ? "seated" : "watching"];
  put(film, place);
  setFlag(film, "data-betting", betting);
  setAttr(byId("table"), "data-filmed", place && !film.hidden && !betting ? (seated ? "seated" : "watching") : "no");
}

function turn() {
  film.hidden = !options.film;
  if (options.film) ask();
  else stop();
}

function stop() {
  clearTimeout(again);
  line?.close();
  line = null;
  kind = "";
  asked++;
  pictures = 0;
  video().srcObject = null;
  if (video().hasAttribute("src")) {
    video().removeAttribute("src");
    video().load(); // lets go of what a playlist had loaded
  }
  view.sight.ended();
}

// By WHEP first; where that fails, as a playlist.
function ask(wish = film.dataset.whep ? "whep" : "hls") {
  stop();
  kind = wish;
  since = performance.now();
  word(tries ? gettext("No pictures at the moment; the game goes on without them.") : gettext("The pictures are coming…"));
  if (wish === "whep") {
    line = new Whep({ playing, ended: failed });
    line.open(film.dataset.whep);
  } else if (film.dataset.hls && video().canPlayType(HLS)) {
    video().src = film.dataset.hls;
    playing(null);
  } else failed();
}

function playing(stream) {
  if (stream) video().srcObject = stream;
  listen();
  watch();
}

// The croupier's voice only where the player wants it; a browser that forbids sound before a press plays without.
function listen() {
  video().muted = !options.filmSound;
  setAttr(byId("film-sound"), "aria-pressed", String(options.filmSound));
  byId("film-sound").querySelector("use").setAttribute("href", `${byId("main").dataset.icons}#sound-${options.filmSound ? "on" : "off"}`);
  if (kind) video().play().catch(() => {
    video().muted = true;
    video().play().catch(() => {});
  });
}

function watch() {
  const of = asked;
  const step = (_, told) => {
    if (of !== asked) return;
    picture(told ?? {}, performance.now());
    next();
  };
  // A browser that does not tell of each picture tells of some.
  const next = () => video().requestVideoFrameCallback?.(step) ?? video().addEventListener("timeupdate", step, { once: true });
  next();
}

function picture(told, now) {
  since = now;
  tries = 0;
  if (!pictures++) begun();
  view.sight.saw(kind === "whep" ? view.clock.now() - now + takenAt(told, Number(film.dataset.delay), now) : ofPlaylist(told));
  view.moved();
}

function begun() {
  word("");
  byId("film-sound").hidden = video().srcObject?.getAudioTracks().length === 0;
}

// A playlist may say when its film began; one that does not is taken to be as late as the felt waits at most.
function ofPlaylist({ mediaTime }) {
  const began = video().getStartDate?.().getTime();
  const moment = began + mediaTime * 1000 - Number(film.dataset.delay);
  return Math.abs(view.clock.now() - moment) < PLAUSIBLE_MS ? moment : 0;
}

function look() {
  if (!kind || !film.getClientRects().length || document.visibilityState !== "visible") {
    view.sight.ended(); // nobody sees it: nothing waits for it
    since = performance.now();
    return;
  }
  if (performance.now() - since > (pictures ? STILL_MS : PATIENCE_MS)) failed();
}

// The playlist where WHEP had not one picture; else a pause, and from the beginning.
function failed() {
  const next = kind === "whep" && !pictures && film.dataset.hls;
  stop();
  if (next) return ask("hls");
  word(gettext("No pictures at the moment; the game goes on without them."));
  again = setTimeout(() => options.film && ask(), PAUSES[Math.min(tries++, PAUSES.length - 1)]);
}

function word(text) {
  setText(byId("film-word"), text);
  setFlag(film, "data-waits", text);
}
