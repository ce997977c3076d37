// Movement. The picture is always the view's; what moves here is only how it got there, and may be cut short at any time.

import { h, use } from "./dom.js";
import { skin, symbol } from "./pieces.js";
import { addMore, motion } from "./shell.js";

await addMore();

/**
 * @typedef {{x: number, y: number, w: number, body: Element | null, back: boolean, tokens: number, hold: Element | null}} Was
 * @typedef {{panels?: any[]}} View
 */

const EASE = "cubic-bezier(.35,0,.15,1)";
const LAND = "cubic-bezier(.2,.8,.2,1)";

/** @type {Set<Animation>} */
const running = new Set();
const layer = h("div", { class: "flights", "aria-hidden": "true" });

/** Let everything arrive at once. */
function finish() {
  for (const animation of running) animation.finish();
}

/**
 * @param {Element} el
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function play(el, frames, options) {
  const animation = el.animate(frames, { easing: EASE, fill: "backwards", ...options });
  running.add(animation);
  animation.finished.then(
    () => running.delete(animation),
    () => running.delete(animation),
  );
  return animation;
}

/** @param {Element} el */
function middle(el) {
  const box = el.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, seen: box.width > 0 };
}

/** Turn a shift on the screen into the piece's own, tilted, directions. @param {HTMLElement} el @param {number} x @param {number} y */
function turned(el, x, y) {
  const tilt = (-parseFloat(getComputedStyle(el).rotate || "0") * Math.PI) / 180 || 0;
  return [x * Math.cos(tilt) - y * Math.sin(tilt), x * Math.sin(tilt) + y * Math.cos(tilt)];
}

export class Motion {
  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Map<HTMLElement, Was>} */
    this.was = new Map();
    /** @type {Map<number, number>} */
    this.figures = new Map();
    document.addEventListener("pointerdown", finish, { capture: true });
    window.addEventListener("blur", finish);
  }

  /** Remember where everything is. @param {View | null} view */
  before(view) {
    this.was.clear();
    if (motion() === "off" || document.hidden) return;
    for (const [id, el] of this.stage.pieces) {
      const at = middle(el);
      if (!at.seen) continue;
      const p = this.stage.data.get(id);
      this.was.set(el, { ...at, w: el.offsetWidth, body: el.querySelector(":scope > .body"), back: el.classList.contains("back"), tokens: p?.tokens ?? 0, hold: el.parentElement });
    }
    finish(); // what is still on its way goes on from where it was seen, and is no hindrance to measuring
    this.figures = new Map((view?.panels ?? []).map((p) => [p.player, p.main?.value ?? 0]));
  }

  /**
   * Show how the new picture came about.
   * @param {{made: Set<string>, gone: HTMLElement[]}} change
   * @param {View} view
   */
  after({ made, gone }, view) {
    if (motion() === "off" || document.hidden) {
      if (!document.hidden) for (const id of made) this.stage.pieces.get(id)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
      return;
    }
    if (!this.was.size) return;
    if (!layer.isConnected) document.body.append(layer);
    const pace = motion() === "fast" ? 0.5 : 1;
    let last = 0;
    for (const [id, el] of this.stage.pieces) {
      const was = this.was.get(el);
      if (was) last = Math.max(last, this.#travel(el, was, pace));
      else if (made.has(id)) last = Math.max(last, this.#enter(el, this.stage.data.get(id), pace));
    }
    for (const el of gone) this.#leave(el, pace);
    this.#tokens(view, pace, Math.min(last, 320 * pace));
  }

  /** @param {HTMLElement} el @param {Was} was @param {number} pace @returns {number} when it lands */
  #travel(el, was, pace) {
    const now = middle(el);
    if (!now.seen) return 0;
    const [dx, dy] = turned(el, was.x - now.x, was.y - now.y);
    const scale = was.w / (el.offsetWidth || 1);
    const far = Math.hypot(dx, dy);
    let end = 0;
    if (far > 2 || Math.abs(scale - 1) > 0.02) {
      const home = was.hold === el.parentElement;
      const out = !home && el.closest(".strip");
      const duration = (home ? 200 : out ? 420 : 320) * pace;
      const delay = home ? 0 : 80 * pace;
      const from = `translate(${dx}px, ${dy}px) scale(${scale})`;
      const lift = `translate(${dx * 0.45}px, ${dy * 0.45 - 10}px) scale(${(scale + 1) / 2 + 0.04}) rotate(${out ? 8 : 0}deg)`;
      play(el, home ? [{ transform: from }, { transform: "none" }] : [{ transform: from }, { transform: lift }, { transform: "none" }], { duration, delay });
      if (!home) this.#above(el, duration + delay);
      end = duration + delay;
    }
    const body = /** @type {HTMLElement | null} */ (el.querySelector(":scope > .body"));
    if (body && was.body && was.body !== body && was.back !== el.classList.contains("back")) this.#flip(el, body, was.body, pace);
    return end;
  }

  /** @param {HTMLElement} el @param {HTMLElement} body @param {Element} old @param {number} pace */
  #flip(el, body, old, pace) {
    const duration = 120 * pace;
    old.classList.add("old");
    el.append(old);
    play(old, [{ transform: "none" }, { transform: "rotateY(90deg)" }], { duration, easing: "ease-in", fill: "both" }).finished.finally(() => old.remove());
    play(body, [{ transform: "rotateY(-90deg)" }, { transform: "none" }], { duration, delay: duration, easing: LAND });
    setTimeout(() => old.remove(), 600);
  }

  /** Keep a travelling piece over the zones that it crosses. @param {HTMLElement} el @param {number} time */
  #above(el, time) {
    const area = el.closest(".area");
    el.classList.add("flying");
    area?.classList.add("over");
    setTimeout(() => {
      el.classList.remove("flying");
      area?.classList.remove("over");
    }, time);
  }

  /** @param {HTMLElement} el @param {import("./pieces.js").Piece | undefined} p @param {number} pace */
  #enter(el, p, pace) {
    const from = p?.seat === undefined || p.seat === null ? null : this.stage.panel(p.seat);
    const a = from && middle(from);
    const now = middle(el);
    if (!a?.seen || !now.seen) {
      play(el, [{ opacity: 0 }, { opacity: 1 }], { duration: 160 * pace });
      return 160 * pace;
    }
    const [dx, dy] = turned(el, a.x - now.x, a.y - now.y);
    play(el, [{ transform: `translate(${dx}px, ${dy}px) scale(.35)`, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none" }], { duration: 420 * pace, delay: 80 * pace });
    this.#above(el, 500 * pace);
    return 500 * pace;
  }

  /** @param {HTMLElement} el @param {number} pace */
  #leave(el, pace) {
    const was = this.was.get(el);
    if (!was) return;
    for (const [name, value] of Object.entries({ position: "fixed", left: `${was.x - was.w / 2}px`, top: `${was.y - (was.w / 2) * 1.4}px`, width: `${was.w}px`, margin: "0" })) {
      el.style.setProperty(name, value);
    }
    layer.append(el);
    play(el, [{ transform: "none", opacity: 1 }, { transform: "translateY(16px) rotate(8deg)", opacity: 0 }], { duration: 260 * pace, fill: "both" }).finished.finally(() => el.remove());
    setTimeout(() => el.remove(), 900);
  }

  /** Coins from where they lay to whose they are. @param {View} view @param {number} pace @param {number} delay */
  #tokens(view, pace, delay) {
    /** @type {Array<[Element, Element, number, number | null]>} */
    const flights = [];
    const gain = new Map((view.panels ?? []).map((p) => [p.player, (p.main?.value ?? 0) - (this.figures.get(p.player) ?? p.main?.value ?? 0)]));
    for (const [id, el] of this.stage.pieces) {
      const was = this.was.get(el);
      const p = this.stage.data.get(id);
      if (!was || !p) continue;
      const change = (p.tokens ?? 0) - was.tokens;
      const seat = p.seat ?? -1;
      const own = gain.get(seat) ?? 0;
      const panel = this.stage.panel(seat);
      if (change < 0 && own > 0 && panel) {
        flights.push([el, panel, Math.min(own, -change), seat]);
        gain.set(seat, own - Math.min(own, -change));
      } else if (change > 0) {
        const coin = el.querySelector(":scope > .coins");
        if (coin) play(coin, [{ transform: "translateY(-38px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 260 * pace, delay, easing: "cubic-bezier(.3,1.3,.5,1)" });
      }
    }
    const losers = [...gain].filter(([, n]) => n < 0);
    const source = this.stage.board.querySelector(".piece.last, .piece.resolving");
    for (const [player, n] of gain) {
      const panel = this.stage.panel(player);
      if (n <= 0 || !panel) continue;
      const loser = losers.find(([, m]) => m < 0);
      const from = loser ? this.stage.panel(loser[0]) : source;
      if (from) flights.push([from, panel, n, player]);
    }
    for (const [from, to, n, player] of flights) this.#coins(from, to, n, player, pace, delay);
  }

  /**
   * @param {Element} from @param {Element} to @param {number} n @param {number | null} player @param {number} pace @param {number} delay
   */
  #coins(from, to, n, player, pace, delay) {
    const target = to.querySelector(".co") ?? to;
    const a = middle(from);
    const b = middle(target);
    if (!a.seen || !b.seen) return;
    const duration = 380 * pace;
    const many = Math.min(n, 5);
    for (let i = 0; i < many; i++) {
      const coin = h("span", { class: "coin" }, use(symbol(skin.coin)));
      layer.append(coin);
      const start = `translate(${a.x}px, ${a.y}px)`;
      const top = `translate(${(a.x + b.x) / 2}px, ${Math.min(a.y, b.y) - 24}px)`;
      play(coin, [{ transform: start, opacity: 0 }, { transform: start, opacity: 1, offset: 0.05 }, { transform: top, offset: 0.5 }, { transform: `translate(${b.x}px, ${b.y}px)` }], {
        duration,
        delay: delay + i * 60 * pace,
        easing: "ease-in-out",
        fill: "both",
      }).finished.finally(() => coin.remove());
      setTimeout(() => coin.remove(), 2000);
    }
    const figure = /** @type {HTMLElement | null} */ (to.querySelector(".figure"));
    if (!figure || player === null) return;
    const final = figure.textContent ?? "";
    figure.textContent = String(this.figures.get(player) ?? final);
    const land = delay + duration;
    setTimeout(() => {
      if (figure.dataset.value) figure.textContent = figure.dataset.value;
    }, land);
    play(figure, [{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }], { duration: 220 * pace, delay: land });
  }

  /** A refused click. @param {Element | null} el */
  shake(el) {
    if (el && motion() !== "off") play(el, [{ transform: "none" }, { transform: "translateX(-2px)" }, { transform: "translateX(2px)" }, { transform: "none" }], { duration: 140 });
  }
}
