// The rail's lower half: what happened, what was said, what the cards do.

import { emblem, h, icon, keepFocus, plainText, put, rich } from "./dom.js";
import { enlarge, figure, shrink, skin } from "./pieces.js";
import { w } from "./words.js";

/**
 * @typedef {{seq: number, text: import("./dom.js").Rich, who?: number, heading?: boolean, undone?: boolean, sheet?: any}} Line
 * @typedef {{id: number | string, who: string, seat?: number | null, text: string, audience: string, time?: number}} Said
 * @typedef {{say: (text: string) => Promise<any>, step: (by: number) => void, begin: () => void, happened: () => void}} Hands
 */

export const TABS = ["log", "chat", "cards"];

export class Log {
  /** @param {import("./stage.js").Stage} stage @param {Hands} hands */
  constructor(stage, hands) {
    this.stage = stage;
    this.hands = hands;
    this.tab = "log";
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Said[]} */
    this.said = [];
    /** @type {Map<number | string, number>} */
    this.heard = new Map();
    this.unread = 0;
    this.seq = -1;
    this.look = "";
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.body = h("div", { class: "pane", role: "tabpanel", tabindex: 0 });
    this.foot = h("div", { class: "steps" });
    this.input = h("input", { class: "in", maxlength: 400, autocomplete: "off", enterkeyhint: "send" });
    this.send = h("button", { class: "iconbtn", type: "submit" }, icon("send"));
    this.form = h("form", { class: "say" }, this.input, this.send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (!text) return;
      this.input.value = "";
      hands.say(text).catch(() => (this.input.value ||= text));
    });
    this.el = h("section", { class: "panel" }, this.tabs, this.body, this.foot, this.form);
    this.ticker = h("button", { class: "ticker", type: "button", onClick: hands.happened });
    this.nav = h("nav", { class: "nav" });
    this.#light(this.body);
    this.#light(this.ticker);
  }

  /** A card's name lights the piece it means. @param {HTMLElement} el */
  #light(el) {
    const of = (/** @type {Event} */ event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".card-ref, [data-face]"));
    el.addEventListener("pointerover", (event) => {
      const ref = of(event);
      if (!ref) return;
      if (ref.dataset.ref) this.stage.find(ref.dataset.ref)?.classList.add("meant");
      const face = ref.dataset.face;
      if (face && /** @type {PointerEvent} */ (event).pointerType !== "touch" && !ref.closest(".aid")) enlarge({ id: "", face, seat: Number(ref.dataset.seat ?? NaN) >= 0 ? Number(ref.dataset.seat) : undefined }, ref);
    });
    el.addEventListener("pointerout", (event) => {
      const ref = of(event);
      if (!ref) return;
      if (ref.dataset.ref) this.stage.find(ref.dataset.ref)?.classList.remove("meant");
      shrink();
    });
  }

  /** Take in the newest lines; older ones that this page has seen stay. @param {Line[]} lines @param {boolean} whole */
  take(lines, whole = false) {
    const first = lines[0]?.seq ?? 0;
    const cut = this.lines.filter((l) => l.seq === first);
    const kept = cut.slice(0, Math.max(0, cut.length - lines.filter((l) => l.seq === first).length));
    this.lines = whole ? lines : [...this.lines.filter((l) => l.seq < first), ...kept, ...lines];
    this.seq = lines[lines.length - 1]?.seq ?? -1;
  }

  /** @param {Said[]} lines */
  hear(lines) {
    const known = new Set(this.said.map((l) => l.id));
    const fresh = lines.filter((l) => !known.has(l.id));
    const first = !this.said.length && fresh.length > 1;
    this.said.push(...fresh);
    if (!first) {
      for (const l of fresh) this.heard.set(l.id, this.seq);
      if (this.tab !== "chat" || !this.shown) this.unread += fresh.filter((l) => l.seat !== skin.viewer || l.seat === null).length;
    }
  }

  /** Is the panel on the screen at all? */
  get shown() {
    return this.el.offsetParent !== null && this.el.getBoundingClientRect().left < innerWidth;
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    if (tab === "chat") this.unread = 0;
  }

  /** @param {{open: boolean, past: {step: number, steps: number} | null, private: any[], seated: boolean, over: boolean}} now */
  render(now) {
    keepFocus(this.el, () => this.#draw(now));
  }

  /** @param {{open: boolean, past: {step: number, steps: number} | null, private: any[], seated: boolean, over: boolean}} now */
  #draw({ open, past, private: secret, seated, over }) {
    if (this.tab === "chat" && this.shown) this.unread = 0;
    const label = { log: w("log.log"), chat: w("log.chat"), cards: w("log.cards") };
    const badge = () => (this.unread ? h("span", { class: "badge" }, this.unread, h("span", { class: "sr-only" }, w("log.unread", { n: this.unread }))) : null);
    const pictures = { log: "log", chat: "chat", cards: "help" };
    put(
      this.tabs,
      TABS.map((tab) => {
        const on = this.tab === tab;
        const name = /** @type {"log" | "chat" | "cards"} */ (tab);
        return h("button", { class: on ? "on" : "", role: "tab", type: "button", "aria-selected": on ? "true" : "false", tabindex: on ? 0 : -1, dataset: { tab } }, icon(pictures[name]), label[name], tab === "chat" ? badge() : null);
      }),
    );
    this.tabs.setAttribute("aria-label", w("log.tabs"));
    const own = secret.reduce((n, z) => n + z.pieces.length, 0);
    const bar = () => put(
      this.nav,
      ["table", ...TABS].map((tab) => {
        const on = tab === "table" ? !open : open && this.tab === tab;
        const name = tab === "table" ? w("log.table") : label[/** @type {"log" | "chat" | "cards"} */ (tab)];
        return h("button", { class: on ? "on" : "", type: "button", "aria-pressed": on ? "true" : "false", dataset: { tab } }, icon(tab === "table" ? "table" : pictures[/** @type {"log"} */ (tab)]), h("span", null, name), tab === "chat" ? badge() : tab === "cards" && own ? h("span", { class: "badge plain" }, own) : null);
      }),
    );
    keepFocus(this.nav, bar);
    this.nav.setAttribute("aria-label", w("log.nav"));
    this.el.dataset.tab = this.tab;
    this.body.setAttribute("aria-label", label[/** @type {"log"} */ (this.tab)]);
    const top = this.body.scrollTop;
    const low = this.body.scrollHeight - top - this.body.clientHeight < 40;
    const changed = this.body.dataset.of !== this.tab;
    this.body.dataset.of = this.tab;
    const lang = document.documentElement.lang;
    const look = JSON.stringify([lang, this.tab, ...(this.tab === "cards" ? [secret.map((z) => [z.label, z.pieces])] : [this.lines.length, this.said.length, this.lines.slice(-40).map((l) => [l.seq, l.undone, plainText(l.text)])])]);
    if (look !== this.look) put(this.body, this.tab === "cards" ? this.#later(({ cards }) => cards(secret)) : this.tab === "log" ? this.#log() : this.#chat());
    this.look = look;
    if (changed) this.body.scrollTop = this.tab === "cards" ? 0 : this.body.scrollHeight;
    else this.body.scrollTop = low && this.tab !== "cards" ? this.body.scrollHeight : top;
    this.#steps(past);
    this.input.placeholder = seated || over ? w("log.say") : w("log.say_onlooker");
    this.input.setAttribute("aria-label", this.input.placeholder);
    this.send.setAttribute("aria-label", w("log.send"));
    const last = [...this.lines].reverse().find((l) => !l.heading && !l.undone);
    put(this.ticker, last?.who !== undefined ? emblem(last.who) : null, h("span", { class: "t" }, last ? rich(last.text) : w("log.none")), icon("next"));
    this.ticker.setAttribute("aria-label", w("log.ticker"));
  }

  #log() {
    const out = [];
    const byLine = new Map();
    for (const l of this.said) {
      const at = this.heard.get(l.id);
      if (at !== undefined) byLine.set(at, [...(byLine.get(at) ?? []), l]);
    }
    const last = [...this.lines].reverse().find((l) => !l.heading && !l.undone)?.seq;
    this.lines.forEach((l, i) => {
      if (l.heading) out.push(h("h3", null, h("span", null, rich(l.text))));
      else out.push(h("p", { class: [l.undone ? "undone" : "", l.seq === last ? "last" : ""].join(" "), title: w("log.ply", { n: l.seq }) }, l.who === undefined ? h("span") : emblem(l.who), h("span", null, rich(l.text), l.undone ? h("span", { class: "sr-only" }, w("log.undone")) : null)));
      if (l.sheet) out.push(this.#later(({ sheet }) => sheet(l.sheet)));
      if (this.lines[i + 1]?.seq !== l.seq) for (const said of byLine.get(l.seq) ?? []) out.push(this.#said(said, true));
    });
    return out.length ? out : h("p", { class: "none" }, w("log.none"));
  }

  /** @param {Said} l @param {boolean} quoted */
  #said(l, quoted) {
    const seated = l.seat !== null && l.seat !== undefined;
    return h(
      "p",
      { class: `said ${seated ? "" : "onlooker"}` },
      seated ? emblem(/** @type {number} */ (l.seat)) : icon("eye"),
      h("span", null, quoted ? w("log.quoted", { text: l.text }) : [h("b", null, l.who), " ", l.text]),
    );
  }

  #chat() {
    if (!this.said.length) return h("div", { class: "empty" }, icon("chat"), h("p", null, w("log.silence")));
    return this.said.map((l) => this.#said(l, false));
  }

  /** What is seldom shown comes a moment later. @param {(aids: typeof import("./aids.js")) => HTMLElement | HTMLElement[]} draw */
  #later(draw) {
    const place = h("div");
    import("./aids.js").then((aids) => {
      const { body } = this;
      const low = this.tab !== "cards" && body.scrollHeight - body.scrollTop - body.clientHeight < 40;
      place.replaceWith(...[draw(aids)].flat());
      if (low) body.scrollTop = body.scrollHeight;
    });
    return place;
  }

  /** @param {{step: number, steps: number} | null} past */
  #steps(past) {
    const button = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {() => void} */ act, off = false) =>
      h("button", { class: "iconbtn", type: "button", "aria-label": name, title: name, disabled: off, onClick: act }, icon(picture));
    put(
      this.foot,
      button("first", w("replay.first"), this.hands.begin),
      button("prev", w("replay.back"), () => this.hands.step(-1)),
      button("next", w("replay.on"), () => this.hands.step(1), !past),
      past ? h("span", { class: "at" }, w("replay.step", { i: past.step, n: past.steps })) : null,
      h("button", { class: "what", type: "button", onClick: this.hands.happened }, icon("play"), w("log.happened")),
    );
  }
}
