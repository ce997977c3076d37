// Those who sit round the table, with their hands: a plate for everyone, and the bar over one's own cards.

import { SEATS, emblem, h, icon, keepFocus, put } from "./dom.js";
import { inSets, pick } from "./pick.js";
import { counterIcon, printed, skin } from "./pieces.js";
import { addStyle } from "./shell.js";
import { scores, sides, standing } from "./sides.js";
import { w } from "./words.js";

await addStyle(new URL("../css/circle.css", import.meta.url).href);

/** @typedef {import("./stage.js").Zone} Zone */

const KEPT = "takujo.order"; // how this browser's reader likes to sort, by game

/** @returns {Record<string, number>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * What may be done though somebody else is asked; these are buttons, whatever their paths.
 * @param {import("./pick.js").Offer[]} offers
 */
function interrupts(offers) {
  return offers.filter((o) => o.interrupt && !o.why_not);
}

/**
 * Things that may be taken into a set: all of every zone in which a set has something.
 * @param {import("./pick.js").Offer[]} offers
 * @param {Array<{pieces: Array<{id: string}>}>} zones
 * @returns {Set<string>}
 */
export function loose(offers, zones) {
  const known = new Set(offers.flatMap((o) => (o.toggle && !o.interrupt && !o.why_not ? o.path : [])));
  return new Set(zones.flatMap((z) => (z.pieces.some((p) => known.has(p.id)) ? z.pieces.map((p) => p.id) : [])));
}

export class Circle {
  /** @param {import("./table.js").Table} page */
  constructor(page) {
    this.page = page;
    this.bar = h("div", { class: "bar" });
    this.teams = h("section", { class: "teams" });
    this.rounds = h("div", { class: "rounds-so-far", tabindex: 0, role: "group" });
    this.look = "";
    this.hints = false;
    this.barred = false;
    /** @type {Map<string, string>} what the server said of sets that cannot be chosen, by the decision and the set */
    this.why = new Map();
    /** @type {import("./draft.js").Draft | null} */
    this.draft = null;
    page.prompt.ofSet = (view, clicks) => this.#ofSet(view, clicks);
  }

  /** What is said of the set chosen so far. @param {any} view @param {string[]} clicks */
  #ofSet(view, clicks) {
    const { live, buttons: done } = pick(this.page.offers, clicks);
    if (!live.length) return this.#reason(clicks) || w("prompt.none");
    if (!done.length) return w("prompt.unfinished", { n: clicks.length });
    const hand = view.scene.find((/** @type {any} */ z) => z.pieces.some((/** @type {any} */ p) => p.id === clicks[0]));
    return w("prompt.left", { n: (hand?.pieces.length ?? clicks.length) - clicks.length });
  }

  /** The rule that forbids a set; asked for once, and shown when the answer is there. @param {string[]} clicks @returns {string} */
  #reason(clicks) {
    const { page } = this;
    const key = [document.documentElement.lang, page.asked, ...[...clicks].sort()].join();
    const known = this.why.get(key);
    if (known !== undefined) return known;
    this.why.set(key, "");
    page.live?.ask({ t: "why", ids: clicks }).then(
      (answer) => {
        this.why.set(key, answer?.text ?? "");
        if (answer?.text) page.draw(true);
      },
      () => {},
    );
    return "";
  }

  /** Which of its orders a hand lies in. @param {Zone} z */
  #order(z) {
    const wanted = kept()[this.page.about.id] ?? 0;
    return Math.min(wanted, (z.orders?.length ?? 1) - 1);
  }

  /** The view with every hand in the order that the reader has chosen. @param {any} view */
  sorted(view) {
    const scene = view.scene.map((/** @type {Zone} */ z) => {
      const order = z.orders?.[this.#order(z)]?.[1];
      if (!order) return z;
      /** @type {Set<number>} */
      const gaps = new Set();
      const pieces = [];
      for (const place of order) {
        if (place < 0) gaps.add(pieces.length);
        else if (z.pieces[place]) pieces.push(z.pieces[place]);
      }
      return { ...z, pieces, gaps };
    });
    const laid = { ...view, scene };
    return this.draft?.laid(laid) ?? laid;
  }

  /** Where answers are gathered before they are sent, that comes with the first of them. */
  async #gather() {
    const { Draft } = await import("./draft.js");
    this.draft ??= new Draft(this.page);
    this.page.draw();
  }

  /** @param {any} view @param {boolean} past @returns {Set<string>} what may be taken into a set */
  render(view, past) {
    const { page } = this;
    const { stage } = page;
    const sitting = new Set();
    for (const { zone: z, el } of stage.spots.values()) {
      if (z.kind !== "fan" || z.owner === undefined) continue;
      sitting.add(z.owner);
      let plate = stage.plates.get(z.owner);
      if (!plate) {
        plate = h("div", { class: "who-plate", role: "button", tabindex: 0 });
        const player = z.owner;
        plate.addEventListener("click", () => {
          if (!stage.plates.get(player)?.dataset.pick) import("./menu.js").then(({ openSeat }) => openSeat(page.seats, player));
        });
        stage.plates.set(z.owner, plate);
      }
      if (plate.parentElement !== el) el.append(plate);
      this.#plate(plate, view, z.owner, past);
    }
    for (const [player, plate] of stage.plates) if (!sitting.has(player)) (plate.remove(), stage.plates.delete(player));
    document.getElementById("app")?.classList.toggle("circle", sitting.size > 0);
    if (view.prompt?.draft && !this.draft) this.#gather();
    this.draft?.dress();
    this.#bar(view, past);
    this.#sides(view);
    if (past) return new Set();
    return this.draft?.asked ? this.draft.free : loose(page.offers, view.scene);
  }

  /** @param {any} view */
  #sides(view) {
    const { page } = this;
    const all = sides(view);
    if (!all.length) return this.teams.remove();
    if (!this.teams.isConnected) page.rail.prepend(this.teams);
    keepFocus(this.teams, () => {
      standing(this.teams, view, all);
      if (view.scores) this.teams.append(this.#byRound(view, all));
    });
    if (!view.scores) return this.rounds.remove();
    if (!this.rounds.isConnected) page.log.el.before(this.rounds);
    const look = JSON.stringify([document.documentElement.lang, view.viewer, view.scores]);
    if (look === this.look) return;
    this.look = look;
    this.rounds.setAttribute("aria-label", view.scores.title);
    put(this.rounds, scores(view.scores, view, all));
    this.rounds.scrollTop = this.rounds.scrollHeight;
  }

  /** Where the rounds do not stand beside the table, the sides' scores open them. @param {any} view @param {import("./sides.js").Side[]} all */
  #byRound(view, all) {
    const { title } = view.scores;
    const open = async () => (await import("./dialog.js")).dialog(title, { className: "by-rounds" }).body.append(scores(view.scores, view, all));
    return h("button", { class: "by-round", type: "button", dataset: { key: "rounds" }, onClick: open }, icon("down"), h("span", { class: "sr-only" }, title));
  }

  /** @param {HTMLElement} el @param {any} view @param {number} player @param {boolean} past */
  #plate(el, view, player, past) {
    const panel = view.panels?.find((/** @type {any} */ p) => p.player === player);
    if (!panel) return;
    const keep = ["can", "tgt", "sel"].filter((name) => el.classList.contains(name));
    const awaited = !view.result && (view.prompt?.awaited ?? []).includes(player);
    el.className = ["who-plate", `seat-${SEATS[player % SEATS.length]}`, awaited ? "now" : "", panel.done ? "done" : "", ...keep].join(" ");
    const partner = view.viewer !== undefined && view.viewer !== null && panel.side === view.panels.find((/** @type {any} */ p) => p.player === view.viewer)?.side;
    const counters = panel.counters.filter((/** @type {any} */ c, /** @type {number} */ i) => !i || c.value);
    const counts = counters.map((/** @type {any} */ c) => h("span", { class: "count", title: c.label }, counterIcon(c.icon ?? ""), h("span", { class: "sr-only" }, `${c.label}: `), printed(c.value)));
    put(
      el,
      emblem(player),
      h("span", { class: "whom" }, h("b", null, skin.name(player)), h("small", null, counts, partner ? h("span", null, w("table.partner")) : null)),
      h("span", { class: "tags" }, this.page.seats.tags(panel, !past).filter(([id]) => id !== "you").map(([id, label]) => this.#tag(id, label))),
    );
  }

  /** @param {string} id @param {string} label */
  #tag(id, label) {
    return h("span", { class: `tag t-${id}` }, id === "bot" ? icon("bot") : null, h("span", { class: "word" }, label));
  }

  /** The reader's own plate, ways to sort, hints, and what may be done out of turn. @param {any} view @param {boolean} past */
  #bar(view, past) {
    const { page } = this;
    const hand = [...page.stage.spots.values()].find((spot) => spot.zone.kind === "hand" && spot.zone.owner === view.viewer);
    const panel = view.panels?.find((/** @type {any} */ p) => p.player === view.viewer);
    const may = past || page.shown !== page.view ? [] : interrupts(page.offers);
    const shown = Boolean((hand?.zone.orders || may.length) && panel && !view.result);
    if (page.cloth.classList.toggle("barred", shown) !== this.barred) (this.barred = shown), page.stage.fit();
    page.cloth.classList.toggle("hints", this.hints);
    if (!shown) return this.bar.remove();
    if (this.bar.parentElement !== page.cloth) page.cloth.insertBefore(this.bar, page.stage.own);
    const focused = /** @type {HTMLElement | null} */ (this.bar.contains(document.activeElement) ? document.activeElement : null)?.dataset.key;
    const awaited = (view.prompt?.awaited ?? []).includes(view.viewer);
    const orders = hand?.zone.orders ?? [];
    const now = hand ? this.#order(hand.zone) : 0;
    const state = { view, offers: page.offers, clicks: page.clicks, armed: page.armed, busy: page.busy, touch: page.touch, past, seated: true };
    put(
      this.bar,
      h(
        "span",
        { class: `who-plate own seat-${SEATS[view.viewer % SEATS.length]}${awaited ? " now" : ""}` },
        emblem(view.viewer),
        h("span", { class: "whom" }, h("b", null, skin.name(view.viewer)), h("small", null, w(awaited ? "table.own_turn" : "common.you"))),
        h("span", { class: "tags" }, page.seats.tags(panel, !past).filter(([id]) => id !== "you").map(([id, label]) => this.#tag(id, label))),
      ),
      orders.length > 1 && (hand?.zone.pieces?.length ?? 0) > 1 ? h("span", { class: "orders", role: "group", "aria-label": w("table.sort") }, orders.map(([name], i) => h("button", { type: "button", class: i === now ? "on" : "", "aria-pressed": i === now ? "true" : "false", dataset: { key: `order-${i}` }, onClick: () => this.#sort(i) }, name))) : null,
      inSets(page.offers) && !past ? h("button", { type: "button", class: `hint${this.hints ? " on" : ""}`, "aria-pressed": this.hints ? "true" : "false", title: w("table.hints"), dataset: { key: "hints" }, onClick: () => this.#hint() }, icon("eye"), h("span", null, w("table.hints"))) : null,
      h("span", { class: "calls" }, may.map((o, i) => page.prompt.button(o, state, i))),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.bar.querySelectorAll(".btn.interrupt"))) {
      const offer = may.find((o) => o.key === el.dataset.key);
      const lift = (/** @type {boolean} */ on) => offer?.path.forEach((id) => page.stage.find(id)?.classList.toggle("meant", on));
      for (const [type, on] of /** @type {Array<[string, boolean]>} */ ([["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]])) el.addEventListener(type, () => lift(on));
    }
  }

  /** @param {number} i */
  #sort(i) {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [this.page.about.id]: i }));
    this.page.draw();
  }

  #hint() {
    this.hints = !this.hints;
    this.page.draw(true);
  }
}
