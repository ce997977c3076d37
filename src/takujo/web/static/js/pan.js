// A drawn board that may be brought nearer: two fingers, the wheel with Ctrl, or buttons; then one finger moves it.

import { h } from "./dom.js";
import { w } from "./words.js";

const MOST = 4; // times as large
const STEP = 1.6; // of a button
const SLACK = 6; // px that a finger may move while it clicks

/** @type {WeakSet<Element>} */
const known = new WeakSet();

/** @param {Element} one @returns {boolean} does it lie wholly in the window, and on the board if it is there? */
function seen(one) {
  const box = one.getBoundingClientRect();
  const frame = one.closest(".board, .own")?.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && (!frame || (box.top >= frame.top && box.bottom <= frame.bottom));
}

/** @param {Element} one */
function bring(one) {
  const pane = one.closest(".pans");
  if (!pane) return one.scrollIntoView({ block: "nearest", inline: "center" });
  pane.scrollIntoView({ block: "nearest", inline: "nearest" }); // but what lies beside the drawing stays where it is
  const [box, frame] = [one.getBoundingClientRect(), pane.getBoundingClientRect()];
  pane.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
}

/**
 * Whenever something else is meant by the log or may be chosen, bring it into view where nothing of it is seen.
 * @param {Element} cloth
 */
function seek(cloth) {
  let [last, frame] = ["", 0];
  const look = () => {
    const found = [".meant", ".tgt", "[data-pick]"].map((what) => [...cloth.querySelectorAll(what)]);
    const wanted = found.find((all) => all.length) ?? [];
    const now = wanted.map((one) => one.getAttribute("data-pick") ?? one.getAttribute("data-id") ?? "").join();
    if (now !== last && wanted.length && !wanted.some(seen)) bring(wanted[0]);
    last = now;
  };
  new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  }).observe(cloth, { subtree: true, attributeFilter: ["class", "data-pick"] });
}

/** @param {import("./stage.js").Spot} spot */
export function pans({ el, hold }) {
  el.classList.add("pans"); // drawing the zone anew takes its classes
  if (known.has(el)) return el.classList.toggle("near", hold.style.transform !== "");
  known.add(el);
  let [x, y, z] = [0, 0, 1];
  /** @type {Map<number, [number, number]>} */
  const fingers = new Map();
  let moved = 0;

  /** @param {number} dx @param {number} dy @param {number} times @param {[number, number]} at a point that stays, of the window */
  const go = (dx, dy, times, [atX, atY]) => {
    const box = hold.getBoundingClientRect();
    const to = Math.min(MOST, Math.max(1, z * times));
    const [wide, tall] = [hold.offsetWidth, hold.offsetHeight];
    x = Math.min(0, Math.max(wide * (1 - to), x + dx - (atX - box.left) * (to / z - 1)));
    y = Math.min(0, Math.max(tall * (1 - to), y + dy - (atY - box.top) * (to / z - 1)));
    z = to;
    hold.style.setProperty("transform", z > 1 ? `translate(${x}px, ${y}px) scale(${z})` : "");
    el.classList.toggle("near", z > 1);
  };
  /** @returns {[[number, number], number]} the middle of the fingers, and how far they are apart */
  const grip = () => {
    const [a, b = a] = [...fingers.values()];
    return [[(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], Math.hypot(a[0] - b[0], a[1] - b[1])];
  };
  /** @param {PointerEvent} event */
  const lift = (event) => {
    fingers.delete(event.pointerId);
  };

  el.addEventListener("pointerdown", (event) => {
    if (!fingers.size) moved = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  el.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [from, wide] = grip();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (z === 1 && fingers.size < 2) return;
    const [to, now] = grip();
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    moved += Math.hypot(dx, dy) + Math.abs(now - wide);
    if (moved <= SLACK) return;
    if (!el.hasPointerCapture(event.pointerId)) el.setPointerCapture(event.pointerId);
    go(dx, dy, fingers.size > 1 && wide ? now / wide : 1, to);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) el.addEventListener(end, lift);
  // who has moved the board has not clicked on it
  el.addEventListener("click", (event) => moved > SLACK && !/** @type {Element} */ (event.target).closest("button") && event.stopPropagation(), true);
  el.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    go(0, 0, event.deltaY < 0 ? STEP : 1 / STEP, [event.clientX, event.clientY]);
  });
  const button = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {number} */ times) => {
    const middle = () => {
      const box = el.getBoundingClientRect();
      go(0, 0, times, [box.left + box.width / 2, box.top + box.height / 2]);
    };
    return h("button", { class: "btn small", type: "button", "aria-label": w(word), onClick: middle }, sign);
  };
  const cloth = el.closest(".cloth");
  if (cloth) seek(cloth);
  el.append(h("div", { class: "nearer" }, button("+", "stage.nearer", STEP), button("−", "stage.farther", 1 / STEP)));
}
