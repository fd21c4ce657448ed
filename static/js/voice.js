/** Says the score, and rings, after each new row of the game's log, if this phone was told to. */

import { all, byId, on } from "./app.js";
import { shownRow } from "./live.js";

// Pitches, one after the other.
const SAVED = [660];
const SET = [330, 247];
const WON = [523, 659, 784];
const NOTE = 0.16; // seconds
const LOUDNESS = 0.15;

const root = document.documentElement;
const voice = "speechSynthesis" in window ? window.speechSynthesis : undefined;

/** @param {string} sentence */
const say = (sentence) => {
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = root.lang;
  voice?.cancel(); // an older score is of no use
  voice?.speak(words);
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {number[]} tune */
const ring = (tune) => {
  audio ??= new AudioContext();
  for (const [place, pitch] of tune.entries()) {
    const begins = audio.currentTime + place * NOTE;
    const loudness = new GainNode(audio, { gain: LOUDNESS });
    loudness.gain.setTargetAtTime(0, begins, NOTE / 2);
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    tone.connect(loudness).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 3 * NOTE);
  }
};

let toldRow = shownRow();
on("htmx:finally:request", () => { // what a screen reader says is on the page by then
  const row = shownRow();
  const said = byId("said").textContent;
  if (row <= toldRow || !said) return;
  toldRow = row;
  const { dataset } = byId("poll");
  const tune = "open" in dataset ? "set" in dataset ? SET : SAVED : WON;
  if ("sounds" in root.dataset) ring(tune);
  if ("says" in root.dataset) say(said);
});

// A phone speaks and rings only after a tap of its owner: it shows at once how that is.
on("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement && target.form?.id === "screen" && target.checked)) return;
  if (target.name === "sounds") ring(SAVED);
  if (target.name === "says") say(target.labels?.[0]?.textContent?.trim() ?? "");
});

const show = () => {
  for (const choice of all("[data-can-say]")) choice.hidden = !voice;
};
on("htmx:after:swap", show);
show();
