// What is asked, of whom, and the buttons that answer it.

import { emblem, h, icon, keepFocus, put, rich } from "./dom.js";
import { buttons, inSets } from "./pick.js";
import { letters, named } from "./pieces.js";
import { addMore } from "./shell.js";
import { w } from "./words.js";

/** @typedef {import("./pick.js").Offer} Offer */

/**
 * @typedef {{view: any, offers: Offer[], clicks: string[], armed: string, busy: boolean, touch: boolean, past: boolean, seated: boolean}} Asked
 * @typedef {{press: (o: Offer) => void, preview: (o: Offer | null) => void, clear: () => void, undo: (to: string) => void,
 *   confirm: () => void}} Hands
 */

export class Prompt {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.q = h("div", { class: "q" });
    this.acts = h("div", { class: "acts" });
    this.quiets = h("div", { class: "quiets" });
    this.el = h("section", { class: "prompt", tabindex: -1 }, this.q, this.acts, this.quiets);
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {(view: any, clicks: string[]) => string} what is said of a set that is being chosen */
    this.ofSet = () => "";
  }

  /** @param {Asked} now */
  render(now) {
    keepFocus(this.el, () => this.#draw(now));
  }

  /** @param {Asked} now */
  #draw(now) {
    const { view, offers, clicks, armed, busy, past, seated } = now;
    const prompt = view.prompt ?? {};
    const yours = Boolean(prompt.asked) && !past && offers.some((o) => !o.why_not && !o.interrupt);
    const held = Boolean(view.held) && !past;
    this.el.setAttribute("aria-label", w("prompt.label"));
    this.el.className = ["prompt", yours || held ? "yours" : "wait", busy ? "busy" : "", clicks.length ? "picking" : "", yours && inSets(offers) ? "sets" : "", prompt.guided ? "guided" : ""].join(" ");
    const awaited = prompt.awaited ?? [];
    const first = !yours && !held && awaited.length === 1 ? emblem(awaited[0]) : null;
    const chosen = prompt.chosen ?? [];
    const crowd = awaited.length + chosen.length > 1 && (chosen.length || awaited.length > 1);
    this.offers = yours ? buttons(offers, clicks) : [];
    const waiting = yours && armed ? offers.find((o) => o.key === armed && !o.interrupt) : undefined;
    const picked = clicks.length ? this.#picked(now, waiting) : "";
    put(
      this.q,
      first,
      h(
        "div",
        null,
        h("b", { class: "title" }, rich(held ? w("prompt.held") : (prompt.title ?? view.result?.reason))),
        h("span", { class: "sub" }, picked || rich(held ? w("prompt.held_sub") : prompt.subtitle)),
        crowd
          ? h("span", { class: "crowd" }, chosen.length ? [w("prompt.chosen"), ...chosen.map(emblem)] : null, awaited.length ? [w("prompt.choosing"), ...awaited.map(emblem)] : null)
          : null,
      ),
    );
    if (waiting && !this.offers.includes(waiting)) this.offers.unshift(waiting);
    const many = this.offers.length > 4;
    if (many) addMore();
    const brief = many && this.offers.every((o) => !o.note && letters(o.label ?? "") < 16); // ranks, numbers: one look finds them
    const list = this.offers.map((o, i) => this.button(o, now, i));
    if (brief) list.forEach((el, i) => el.classList.toggle("long", letters(this.offers[i].label ?? "") > 6));
    // the button for a set keeps its place, also while the set is none
    const sets = yours && inSets(offers) && !this.offers.some((o) => o.toggle);
    if (sets) list.push(h("button", { class: "btn off", type: "button", disabled: true }, w(clicks.length ? "prompt.no_set" : "prompt.set")));
    put(
      this.acts,
      brief ? h("div", { class: "chips" }, list) : many ? h("details", { class: "menu", open: true }, h("summary", { class: "btn opt" }, w("prompt.more", { n: list.length })), h("div", { class: "items" }, list)) : list,
      held ? h("button", { class: "btn go", type: "button", dataset: { key: "confirm" }, onClick: this.hands.confirm }, icon("check"), w("prompt.confirm")) : null,
    );
    put(
      this.quiets,
      clicks.length ? this.#quiet("clear", w(inSets(offers) ? "prompt.clear" : "prompt.other"), this.hands.clear) : null,
      view.undo && !past && seated && !clicks.length ? this.#quiet("undo", w("prompt.take_back"), () => this.hands.undo("ask")) : null,
      view.restart && !past && seated && !clicks.length ? this.#quiet("restart", w("prompt.restart"), () => this.hands.undo("turn"), "first") : null,
    );
    this.acts.dataset.n = String(this.acts.childElementCount);
    this.el.dataset.armed = armed;
  }

  /** @param {Asked} now @param {Offer | undefined} waiting @returns {string} what is selected, and what comes next */
  #picked({ clicks, offers, view, touch }, waiting) {
    if (waiting) return touch ? w("prompt.tap_again") : w("prompt.click_again");
    if (inSets(offers)) return this.ofSet(view, clicks);
    if (this.offers.length) return ""; // the buttons say it
    const id = clicks[clicks.length - 1];
    for (const z of view.scene) {
      const p = z.pieces.find((/** @type {any} */ x) => x.id === id);
      const name = p && named(p);
      if (name) return w("prompt.then", { name });
    }
    return w("prompt.next");
  }

  /** @param {string} key @param {string} text @param {() => void} act @param {string} [picture] */
  #quiet(key, text, act, picture = "undo") {
    return h("button", { class: "btn quiet", type: "button", dataset: { key }, onClick: act }, icon(picture), text);
  }

  /** @param {Offer} o @param {Asked} now @param {number} i */
  button(o, { armed, clicks, touch }, i) {
    const set = armed === o.key || (o.path.length === clicks.length && clicks.includes(o.path[0]));
    const note = armed === o.key ? w(touch ? "prompt.tap_again" : "prompt.click_again") : o.note;
    const el = h(
      "button",
      { class: `btn ${o.interrupt ? "interrupt" : set ? "go" : "opt"}`, type: "button", dataset: { key: o.key }, "aria-keyshortcuts": i < 9 && !o.interrupt ? `${i + 1}` : null },
      h("span", { class: "lb" }, o.label ?? o.key, note ? h("small", null, note) : null),
    );
    el.addEventListener("click", () => this.hands.press(o));
    el.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.hands.preview(o));
    el.addEventListener("pointerleave", () => this.hands.preview(null));
    el.addEventListener("focus", () => el.matches(":focus-visible") && this.hands.preview(o));
    el.addEventListener("blur", () => this.hands.preview(null));
    return el;
  }

  /** Press the n-th button. @param {number} n counted from 1 */
  number(n) {
    const o = this.offers.filter((x) => !x.interrupt)[n - 1];
    if (o) this.hands.press(o);
    return Boolean(o);
  }
}
