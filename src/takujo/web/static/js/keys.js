// What the keys do: arrows walk over the table, single keys do what is done often.

import { me } from "./shell.js";
import { stops } from "./stage.js";

/**
 * @typedef {{number: (n: number) => boolean, clear: () => boolean, enter: () => boolean, undo: () => void, tab: (name: string) => void,
 *   happened: () => void, step: (by: number) => void, aid: () => void}} Hands
 */

/** @param {HTMLElement} from @param {string} key */
function arrow(from, key) {
  const zone = from.closest(".zone, .seats, .tabs");
  if (!zone || from.matches(".who-plate")) return false;
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let all = stops(zone);
  if (zone.matches(".seats")) all = [...zone.querySelectorAll(".seat")].map((el) => /** @type {HTMLElement} */ (el));
  if (zone.matches(".tabs")) all = [...zone.querySelectorAll("button")];
  const here = from.getBoundingClientRect();
  const i = all.indexOf(from);
  let to = all[(i + sign + all.length) % all.length];
  if (!across && zone.matches(".zone")) {
    const line = all.filter((el) => {
      const box = el.getBoundingClientRect();
      return sign > 0 ? box.top >= here.bottom - 4 : box.bottom <= here.top + 4;
    });
    const near = line.sort((a, b) => distance(a, here) - distance(b, here))[0];
    if (!near) return false;
    to = near;
  }
  if (!to || to === from) return false;
  if (zone.matches(".zone")) for (const el of all) el.tabIndex = el === to ? 0 : -1;
  to.focus();
  if (zone.matches(".tabs")) to.click();
  return true;
}

/** @param {Element} el @param {DOMRect} from */
function distance(el, from) {
  const box = el.getBoundingClientRect();
  return Math.abs(box.left + box.width / 2 - from.left - from.width / 2) + 2 * Math.abs(box.top - from.top);
}

/** @param {KeyboardEvent} event @param {Hands} hands */
export function press(event, hands) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, textarea, select, [contenteditable]")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  let done = true;
  if (event.key === "Escape") done = hands.clear();
  else if (event.key.startsWith("Arrow")) {
    done = arrow(target, event.key);
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!done && side && (target === document.body || target.closest(".panel, .steps"))) done = (hands.step(side), true);
  }
  else if ((event.key === "Enter" || event.key === " ") && target.matches(".piece, .place, .seat, .who-plate, [data-place]")) {
    if (event.key === " " || !target.closest(".k-hand") || !hands.enter()) target.dispatchEvent(new MouseEvent("click", { bubbles: true })); // a drawing has no click()
  }
  else if (!me.settings.keys) done = false;
  else if (/^[1-9]$/.test(event.key)) done = hands.number(Number(event.key));
  else if (event.key === "u" || event.key === "U") hands.undo();
  else if (event.key === "l" || event.key === "L") hands.tab("log");
  else if (event.key === "c" || event.key === "C") hands.tab("chat");
  else if (event.key === "k" || event.key === "K") hands.tab("cards");
  else if (event.key === "r" || event.key === "R") hands.happened();
  else if (event.key === ",") hands.step(-1);
  else if (event.key === ".") hands.step(1);
  else if (event.key === "?") hands.aid();
  else done = false;
  if (done) event.preventDefault();
}
