// While a question is kept open for everybody: a line that runs out along the prompt.

import { h } from "./dom.js";
import { addMore } from "./shell.js";
import { w } from "./words.js";

await addMore();

const line = h("i", { "aria-hidden": "true" });
const shown = h("div", { class: "grace" });

/**
 * Show how long the question stays open. The server says how much time is left, never what time it
 * is, so a wrong clock does no harm.
 * @param {Element} prompt
 * @param {{left: number, of: number}} time in ms
 */
export function grace(prompt, { left, of }) {
  for (const running of line.getAnimations()) running.cancel();
  if (!left) return shown.remove();
  shown.replaceChildren(line, h("span", null, w("prompt.grace")));
  prompt.append(shown);
  const whole = { transform: `scaleX(${left / of})` };
  const run = line.animate([whole, { transform: "scaleX(0)" }], { duration: left, fill: "both" });
  run.finished.then(() => shown.remove()).catch(() => {}); // cancelled: a newer one runs
}
