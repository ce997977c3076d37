// Two soft sounds made on the spot; never the only sign of anything.

import { me } from "./shell.js";

/** @type {AudioContext | null} */
let context = null;

/** Pitches in hertz, one after the other. @type {Record<string, number[]>} */
const TUNES = { turn: [523, 784], place: [196] };

/** @param {"turn" | "place"} name */
export function chime(name) {
  if (!me.settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  TUNES[name].forEach((pitch, i) => {
    if (!context) return;
    const start = context.currentTime + 0.14 * i;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.14, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.52);
  });
}
