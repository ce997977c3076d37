// What an offer will do, drawn before it is done: ghost figures at the seats, ghost tokens, arrows, ghost pieces, and in words.

import { h, put, s, use } from "./dom.js";
import { blank, dress, skin, symbol, unrolled } from "./pieces.js";
import { addMore } from "./shell.js";

await addMore();

const signed = new Intl.NumberFormat("en", { signDisplay: "always" });
const MARKS = ["will-for", "will-against", "will-falls"];
const MARKED = MARKS.map((name) => `.${name}`).join();
const INK = "var(--lamp-edge)";

export class Preview {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {import("./seats.js").Seats} seats
   */
  constructor(stage, seats) {
    this.stage = stage;
    this.seats = seats;
    this.arrows = /** @type {SVGSVGElement} */ (s("svg", { class: "arrows", "aria-hidden": "true" }));
    /** @type {Element[]} */
    this.added = [];
    this.key = "";
    this.words = h("p", { class: "foretold", role: "status" });
    document.body.append(this.arrows);
  }

  /** @param {import("./pick.js").Offer | null | undefined} offer `null` clears */
  show(offer) {
    const key = offer?.key ?? "";
    if (key === this.key) return;
    this.clear();
    this.key = key;
    const forecast = offer?.forecast;
    if (!forecast) return;
    this.seats.ghosts(forecast.deltas ?? []);
    for (const [id, n] of forecast.tokens ?? []) this.#token(id, n);
    for (const row of forecast.ghosts ?? []) this.#ghost(unrolled(row));
    for (const arrow of forecast.arrows ?? []) this.#arrow(arrow);
    for (const [id, mark] of forecast.marks ?? []) this.stage.find(id)?.classList.add(`will-${mark}`);
    if (forecast.words || offer?.note) this.#say(offer);
  }

  /** What it is and does, in words: above what is asked on a phone, else below it. @param {import("./pick.js").Offer} offer */
  #say({ label, note, forecast }) {
    put(this.words, h("b", null, label), ...[note, forecast?.words].filter(Boolean).map((said) => h("span", null, said)));
    this.stage.cloth.querySelector(".prompt")?.append(this.words);
  }

  clear() {
    this.key = "";
    this.seats.ghosts([]);
    for (const el of this.added) el.remove();
    this.added = [];
    this.arrows.replaceChildren();
    this.words.remove();
    for (const el of document.querySelectorAll(MARKED)) el.classList.remove(...MARKS);
  }

  /** @param {string} id @param {number} n */
  #token(id, n) {
    const el = this.stage.find(id);
    if (!el || el instanceof SVGElement) return;
    const token = h("span", { class: `ghost-token ${n < 0 ? "minus" : ""}`, "aria-hidden": "true" }, use(symbol(skin.coin)), h("b", null, signed.format(n).replace("-", "−")));
    el.append(token);
    this.added.push(token);
  }

  /** @param {import("./pieces.js").Piece} p */
  #ghost(p) {
    const at = this.stage.find(p.at ?? "");
    const target = at ?? this.stage.find(p.on ?? "");
    if (!target || target instanceof SVGElement) return;
    const el = blank();
    dress(el, { ...p, last: false });
    el.classList.add("ghost");
    el.removeAttribute("data-id");
    target.append(el);
    this.added.push(el);
  }

  /** @param {import("./pick.js").Arrow} arrow */
  #arrow([start, end, what]) {
    const [a, b] = [this.stage.find(start), this.stage.find(end)].map((el) => el?.getBoundingClientRect());
    if (!a?.width || !b?.width) return;
    const from = { x: a.left + a.width / 2, y: a.top + Math.min(a.height * 0.15, 24) };
    const to = { x: b.left + b.width / 2, y: b.top + Math.min(b.height * 0.15, 24) };
    const beside = Math.sign(from.x - to.x) || 1;
    to.x += beside * Math.min(b.width * 0.28, 30);
    const lift = Math.min(90, 34 + Math.abs(from.x - to.x) * 0.22);
    const top = { x: (from.x + to.x) / 2, y: Math.max(40, Math.min(from.y, to.y) - lift) };
    const d = `M${from.x} ${from.y}Q${top.x} ${2 * top.y - (from.y + to.y) / 2} ${to.x} ${to.y}`;
    const aim = Math.atan2(to.y - (2 * top.y - (from.y + to.y) / 2), to.x - top.x);
    const tip = (/** @type {number} */ turn, /** @type {number} */ far) => `${to.x + Math.cos(aim + turn) * far} ${to.y + Math.sin(aim + turn) * far}`;
    const head = `M${tip(0, 10)}L${tip(2.3, 15)}L${tip(-2.3, 15)}z`;
    this.arrows.append(
      s("path", { d, fill: "none", stroke: INK, "stroke-width": 8, "stroke-linecap": "round" }),
      s("path", { d: head, fill: "var(--lamp)", stroke: INK, "stroke-width": 2.5, "stroke-linejoin": "round" }),
      s("path", { d, fill: "none", stroke: "var(--lamp)", "stroke-width": 4, "stroke-linecap": "round" }),
    );
    const picture = what ? symbol(what) : "";
    if (picture && document.getElementById(picture)) {
      this.arrows.append(s("circle", { cx: top.x, cy: top.y, r: 17, fill: "var(--paper)", stroke: INK, "stroke-width": 2 }), s("use", { href: `#${picture}`, x: top.x - 13, y: top.y - 13, width: 26, height: 26 }));
    }
  }
}
