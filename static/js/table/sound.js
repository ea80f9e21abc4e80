// The table's sounds, made here note by note, and its calls, spoken by the browser. Silent until asked.

import { options } from "./options.js";

let context = null;

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

function tone(frequency, from, seconds, loudness, shape = "sine") {
  const audio = ready();
  const oscillator = new OscillatorNode(audio, { frequency, type: shape });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}

// A breath of filtered noise: a card over cloth.
function brush(seconds, pitch, loudness) {
  const audio = ready();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination);
  source.start();
}

// Wood that is knocked on: a note and its overtone, gone at once.
function tap(pitch, from, loudness) {
  tone(pitch, from, 0.07, loudness, "triangle");
  tone(pitch * 2.4, from, 0.03, loudness * 0.4);
}

const clay = (from) => tone(2900, from, 0.06, 0.07, "triangle");

// One sound after each of these waits in seconds. The clock is asked once: it goes on between two questions.
function each(waits, sound) {
  const now = ready().currentTime;
  for (const wait of waits) sound(now + wait);
}

// A win and a loss sound alike, and no pitch rises: a table tells what is so, and rejoices in nothing.
const SOUNDS = {
  card: () => brush(0.16, 2600, 0.35),
  turn: () => brush(0.09, 4200, 0.3),
  chip: () => each([0, 0.035], clay),
  accepted: () => each([0, 0.12], (from) => tap(420, from, 0.16)),
  refused: () => each([0], (from) => tap(150, from, 0.3)),
  open: () => each([0], (from) => tone(784, from, 0.5, 0.09)),
  closed: () => each([0, 0.16], (from) => tone(1175, from, 0.4, 0.09)),
  gathered: () => each([0.4, 0.45, 0.49, 0.54, 0.6], clay), // as they leave the spots
};

export function play(name) {
  if (options.sound) SOUNDS[name]?.();
}

export function speak(text) {
  if (!options.speech || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(text.replace(/[«»]/g, ""));
  words.lang = document.documentElement.lang === "pt" ? "pt-PT" : document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
