// Who sits here: score, counters, tags, ghost figures of a preview; a click opens what lies before that player.

import { SEATS, emblem, h, icon, plainText, put } from "./dom.js";
import { counterIcon, letters, printed, skin } from "./pieces.js";
import { w } from "./words.js";

/** @typedef {import("./pick.js").Offer} Offer */

const signed = new Intl.NumberFormat("en", { signDisplay: "always" });

/** @param {{label: string, value: number, icon?: string}} counter */
function count(counter) {
  return h(
    "span",
    { class: "count", title: counter.label },
    counterIcon(counter.icon ?? "") ?? h("small", null, counter.label),
    h("span", { "aria-hidden": "true" }, printed(counter.value)),
    h("span", { class: "sr-only" }, `${counter.label}: ${counter.value}`),
  );
}

export class Seats {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {(player: number) => void} handOver let a bot play this seat
   * @param {() => void} comeBack play it oneself again
   */
  constructor(stage, handOver, comeBack) {
    this.stage = stage;
    this.handOver = handOver;
    this.comeBack = comeBack;
    this.el = h("section", { class: "seats" });
    this.notes = h("div", { class: "seat-notes" });
    /** @type {Map<number, HTMLElement>} */
    this.panels = new Map();
    /** @type {any} */
    this.table = {};
    /** @type {any} */
    this.view = {};
    this.live = true; // is what is shown the present?
    stage.panel = (player) => this.panels.get(player) ?? null;
  }

  /** @param {any} view @param {any} table @param {boolean} [live] whether presence matters now */
  render(view, table, live = true) {
    this.table = table;
    this.view = view;
    this.el.setAttribute("aria-label", w("table.seats"));
    const panels = view.panels;
    this.el.dataset.n = String(panels.length);
    for (const [player, el] of this.panels) if (!panels.some((/** @type {any} */ p) => p.player === player)) (el.remove(), this.panels.delete(player));
    panels.forEach((/** @type {any} */ panel, /** @type {number} */ i) => {
      let el = this.panels.get(panel.player);
      if (!el) {
        el = h("div", { role: "button", tabindex: 0 });
        this.panels.set(panel.player, el);
        el.addEventListener("click", () => {
          if (!this.panels.get(panel.player)?.dataset.pick) import("./menu.js").then(({ openSeat }) => openSeat(this, panel.player));
        });
      }
      this.#panel(el, panel, live);
      if (this.el.children[i] !== el) this.el.insertBefore(el, this.el.children[i] ?? null);
    });
    this.live = live;
    const { can = {} } = table;
    if (can.return || can.bot?.length) import("./absent.js").then(({ absent }) => put(this.notes, absent(this)));
    else put(this.notes);
  }

  /** What is said of a player in a word. @param {any} panel @param {boolean} live @returns {Array<[string, string]>} names and labels */
  tags(panel, live) {
    const { player } = panel;
    const seat = this.table.seats?.[player];
    /** @type {Array<[string, string]>} */
    const tags = [];
    if (player === this.view.viewer) tags.push(["you", w("common.you")]);
    for (const tag of panel.tags ?? []) tags.push([tag.id, tag.label]);
    if (seat?.conceded) tags.push(["gone", w("table.conceded")]);
    if (seat?.kind === "bot" || seat?.by_bot) tags.push(["bot", w("common.bot")]);
    else if (live && seat?.kind === "human" && !seat.present && !this.view.result) tags.push(["away", w("common.away")]);
    return tags;
  }

  /** @param {HTMLElement} el @param {any} panel @param {boolean} live */
  #panel(el, panel, live) {
    const { player } = panel;
    const awaited = !this.view.result && (this.view.held && live ? player === this.view.viewer : (this.view.prompt?.awaited ?? []).includes(player));
    const keep = ["can", "tgt", "sel"].filter((name) => el.classList.contains(name));
    el.className = ["seat", `seat-${SEATS[player % SEATS.length]}`, awaited ? "now" : "", panel.done ? "done" : "", ...keep].join(" ");
    const tags = this.tags(panel, live);
    // who plays together has one score, shown once for the side: here the first counter stands large
    const side = this.view.panels.filter((/** @type {any} */ p) => p.side === panel.side).length > 1;
    const [main, counters] = side ? [panel.counters[0], panel.counters.slice(1)] : [panel.main, panel.counters];
    const long = letters(skin.name(player)) > 13;
    const labels = tags.map(([id, label]) => h("span", { class: `tag t-${id}` }, id === "bot" ? icon("bot") : null, h("span", null, label)));
    const value = String(main?.value ?? "");
    put(
      el,
      emblem(player),
      h(
        "div",
        { class: "who" },
        h("b", { class: long ? "long" : null }, skin.name(player)),
        long ? null : labels,
      ),
      h("div", { class: "meta" }, counters.slice(0, 10).map(count), long ? labels : null, panel.waiting && awaited && player !== this.view.viewer && this.view.prompt.awaited.length > 1 ? h("span", { class: "waiting" }, plainText(panel.waiting)) : null),
      main ? h("div", { class: "score", title: main.label }, counterIcon(main.icon ?? ""), h("span", { class: "sr-only" }, main.label), h("b", { class: side ? "held" : "figure", dataset: { value } }, value)) : null,
    );
    if (el.dataset.pick === undefined) el.setAttribute("tabindex", "0");
  }

  /** Ghost figures beside the scores. @param {Array<[number, number]>} deltas */
  ghosts(deltas) {
    for (const el of this.el.querySelectorAll(".delta")) el.remove();
    for (const [player, n] of deltas) {
      const score = this.panels.get(player)?.querySelector(".score");
      if (n) score?.prepend(h("span", { class: `delta ${n > 0 ? "up" : "dn"}` }, signed.format(n).replace("-", "−")));
    }
  }
}
