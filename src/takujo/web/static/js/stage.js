// The table itself: zones of every kind at the places of the game's layout sheet, and the largest unit at which they fit.

import { SEATS, emblem, h, icon, use } from "./dom.js";
import { fan, narrow, setting } from "./fan.js";
import { addMore } from "./shell.js";
import { w } from "./words.js";
import { blank, counterIcon, dress, drawn, isThing, skin, spoken, symbol } from "./pieces.js";

/**
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {{gaps?: boolean, rows?: number, cols?: number, origin?: [number, number], slots?: number, zoom?: boolean,
 *   ends?: string[], names?: string[], folded?: boolean}} Shape
 * @typedef {{id: string, kind: string, label?: string, pieces: Piece[], place?: string, owner?: number, private?: boolean,
 *   shape?: Shape, marks?: Array<[string, string[]]>, count?: number, orders?: Array<[string, number[]]>, gaps?: Set<number>,
 *   folded?: any}} Zone
 * @typedef {{zone: Zone, el: HTMLElement, hold: HTMLElement, places: Map<string, Element>, tops: Map<string, string>,
 *   stacks: Piece[][]}} Spot
 */

const RARE = new Set(["grid", "track", "board", "pool", "stack", "trick"]);
const SHARED = new Set(["track", "trick"]); // these lie on the board, whoever they belong to
const hand = (/** @type {Zone} */ z) => z.kind === "hand" || z.kind === "fan";

/** Things lie small upon the piece that they name. @param {Zone} z @returns {Map<string, string>} the bearer of each */
function borne(z) {
  const here = new Set(z.pieces.map((p) => p.id));
  return new Map(z.pieces.flatMap((p) => (p.on && here.has(p.on) && isThing(p) ? [[p.id, p.on]] : [])));
}

/** @param {Piece[]} pieces @returns {Piece[][]} their stacks, each from the bottom up */
function stacked(pieces) {
  /** @type {Map<string, Piece[]>} */
  const out = new Map();
  pieces.forEach((p, i) => {
    const at = p.at || `${i}`;
    out.set(at, [...(out.get(at) ?? []), p]);
  });
  return [...out.values()];
}

export class Stage {
  /** @param {HTMLElement} cloth holds the prompt, the board and the own area */
  constructor(cloth) {
    this.cloth = cloth;
    this.board = h("div", { class: "board" });
    this.own = h("div", { class: "own" });
    /** @type {Map<string, HTMLElement>} */
    this.pieces = new Map();
    /** @type {Map<string, Piece>} */
    this.data = new Map();
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.areas = new Map();
    /** @type {(player: number) => Element | null} */
    this.panel = () => null;
    /** @type {Map<number, HTMLElement>} who sits round the table, where that is shown */
    this.plates = new Map();
    /** @type {() => void} */
    this.arrived = () => {};
    /** @type {typeof import("./kinds.js") | null} */
    this.kinds = null;
    /** @type {Promise<void> | null} */
    this.coming = null;
    this.fitted = "";
    new ResizeObserver(() => this.fit()).observe(cloth);
  }

  /**
   * Show a scene. Elements follow their pieces from id to id, so that they can be seen to move.
   * @param {{scene: Zone[], moves?: Array<[string, string]>, viewer?: number | null, result?: any, panels: any[]}} view
   * @returns {{made: Set<string>, gone: HTMLElement[]}}
   */
  render(view) {
    const revealed = new Set(view.result?.revealed ?? []);
    const zones = view.scene.filter((z) => z.owner === view.viewer || !revealed.has(z.id)).map((z) => (z.shape?.folded ? { ...z, pieces: [], folded: z } : z));
    const focused = document.activeElement?.closest?.("[data-id]")?.getAttribute("data-id");
    this.#follow(zones, view.moves ?? []);
    const before = new Set(this.pieces.keys());
    /** @type {Map<string, Zone[]>} */
    const shared = new Map();
    for (const z of zones) shared.set(z.place || z.id, [...(shared.get(z.place || z.id) ?? []), z]);
    this.data = new Map();
    const seen = new Set();
    const areas = new Set();
    for (const z of zones) {
      const place = z.place || z.id;
      const group = shared.get(place) ?? [];
      const many = group.length > 1;
      const mine = !many && z.owner !== undefined && z.owner === view.viewer && !SHARED.has(z.kind);
      const counter = view.panels[0]?.counters.find((/** @type {any} */ c) => c.name === place); // what counts a place names it
      const area = this.#area(place, mine, many ? (counter?.label ?? (group.every((other) => other.label === z.label) ? z.label : "")) : "");
      area.classList.toggle("strips", many);
      if (many) area.classList.toggle("many", group.reduce((n, other) => n + other.pieces.length, 0) > 8);
      area.classList.toggle("secret", Boolean(z.private));
      areas.add(place);
      this.#zone(z, area, many, view);
      seen.add(z.id);
    }
    for (const [id, spot] of this.spots) if (!seen.has(id)) (spot.el.remove(), this.spots.delete(id));
    for (const [place, area] of this.areas) if (!areas.has(place)) (area.remove(), this.areas.delete(place));
    const gone = [];
    for (const [id, el] of this.pieces) if (!this.data.has(id)) (this.pieces.delete(id), gone.push(el));
    for (const el of gone) el.remove();
    const made = new Set([...this.data.keys()].filter((id) => !before.has(id)));
    this.own.hidden = !this.own.childElementCount;
    this.fit();
    if (focused && document.activeElement === document.body) this.pieces.get(focused)?.focus({ preventScroll: true });
    return { made, gone };
  }

  /**
   * Give elements their new ids: first by what the view tells, then by equal faces among what vanished and what came.
   * @param {Zone[]} zones
   * @param {Array<[string, string]>} moves
   */
  #follow(zones, moves) {
    const now = new Map(zones.flatMap((z) => z.pieces.map((p) => [p.id, p])));
    const rename = (/** @type {string} */ old, /** @type {string} */ id) => {
      const el = this.pieces.get(old);
      if (!el || this.pieces.has(id)) return;
      this.pieces.delete(old);
      this.pieces.set(id, el);
    };
    for (const [old, id] of moves) if (old !== id && now.has(id) && !now.has(old)) rename(old, id);
    const lost = [...this.pieces.keys()].filter((id) => !now.has(id));
    for (const [id, p] of now) {
      if (this.pieces.has(id) || !lost.length) continue;
      const i = lost.findIndex((old) => {
        const was = this.data.get(old);
        return was && was.face === p.face && was.seat === p.seat;
      });
      if (i >= 0) rename(lost.splice(i, 1)[0], id);
    }
  }

  /** @param {string} place @param {boolean} mine @param {string | undefined} heading */
  #area(place, mine, heading) {
    let area = this.areas.get(place);
    if (!area) {
      area = h("div", { class: "area", dataset: { place } });
      area.style.setProperty("grid-area", place);
      this.areas.set(place, area);
    }
    const parent = mine ? this.own : this.board;
    if (area.parentElement !== parent) parent.append(area);
    let title = area.querySelector(":scope > .heading");
    if (heading && !title) area.prepend((title = h("h2", { class: "heading" })));
    if (title && heading) title.textContent = heading;
    else if (!heading) title?.remove();
    return area;
  }

  /** @param {Zone} z @param {HTMLElement} area @param {boolean} strip @param {any} view */
  #zone(z, area, strip, view) {
    let spot = this.spots.get(z.id);
    if (!spot) {
      const hold = h("div", { class: "hold" });
      const el = h("section", { class: "zone", dataset: { zone: z.id } }, hold);
      spot = { zone: z, el, hold, places: new Map(), tops: new Map(), stacks: [] };
      this.spots.set(z.id, spot);
    }
    const on = borne(z);
    const pieces = z.pieces.filter((p) => !on.has(p.id));
    Object.assign(spot, { zone: z, stacks: stacked(pieces), places: new Map(), tops: new Map() });
    const { el, hold } = spot;
    if (el.parentElement !== area) area.append(el);
    const n = z.pieces.length;
    el.className = `zone k-${z.kind}${strip ? " strip" : ""}${n ? "" : " bare"}${z.private ? " private" : ""}`;
    el.dataset.n = String(n);
    const owner = z.owner === undefined ? "" : skin.name(z.owner);
    el.setAttribute("aria-label", strip && owner && !z.label?.includes(owner) ? w("stage.owned", { zone: z.label ?? "", who: owner }) : (z.label ?? ""));
    this.#label(spot, strip);
    if (z.folded) return this.#rare(spot);
    if (z.kind === "trick") el.dataset.plays = String(spot.stacks.length);
    const keep = [...hold.children].filter((child) => child.classList.contains("piece"));
    for (const child of [...hold.children]) if (!keep.includes(child)) child.remove();
    const order = pieces.map((p) => this.#piece(p, hold));
    order.forEach((piece, i) => {
      if (hold.children[i] !== piece) hold.insertBefore(piece, hold.children[i] ?? null);
    });
    for (const stack of spot.stacks) {
      const top = stack[stack.length - 1];
      if (top.at) spot.tops.set(top.at, top.id);
    }
    const row = z.kind === "row" && !strip && area.parentElement === this.board;
    el.classList.toggle("line", row);
    if (row) this.#row(spot);
    else if (hand(z)) order.forEach((piece, i) => this.#name(piece, pieces[i], i + 1, pieces.length));
    else if (z.kind === "row") this.#heaped(spot);
    else order.forEach((piece, i) => this.#name(piece, pieces[i], 0, 0));
    for (const p of z.pieces) if (on.has(p.id)) this.#lay(p, /** @type {HTMLElement} */ (this.pieces.get(/** @type {string} */ (on.get(p.id)))));
    if (z.kind === "counter") this.#counter(spot, view);
    else if (RARE.has(z.kind)) this.#rare(spot);
    if (!n && !row && !["board", "counter", "text"].includes(z.kind)) {
      const named = !strip && (hand(z) || RARE.has(z.kind));
      hold.append(h("span", { class: named ? "plate" : "none" }, (named && z.label) || w(strip ? "stage.nothing" : "stage.empty")));
    }
    this.#mark(z);
  }

  /** A thing upon a piece. @param {Piece} p @param {HTMLElement} bearer */
  #lay(p, bearer) {
    addMore();
    const el = this.#piece(p, bearer);
    el.style.setProperty("--i", String([...bearer.children].filter((child) => child.classList.contains("piece")).indexOf(el)));
    this.#name(el, p, 0, 0);
    bearer.dataset.name = [bearer.dataset.name, w("piece.bears", { name: spoken(p) })].join(w("text.join"));
    bearer.setAttribute("aria-label", bearer.dataset.name);
  }

  /** Stacks that lie in a line of text: what covers a card leaves a part of it to be seen. @param {Spot} spot */
  #heaped({ stacks }) {
    for (const stack of stacks) {
      if (stack.length > 1) addMore();
      stack.forEach((p, j) => {
        const el = /** @type {HTMLElement} */ (this.pieces.get(p.id));
        const covered = j < stack.length - 1;
        el.classList.toggle("under", covered);
        el.classList.toggle("upon", j > 0);
        this.#name(el, p, 0, 0, covered);
      });
    }
  }

  /** @param {Zone} z */
  #mark(z) {
    for (const [place, marks] of z.marks ?? []) for (const mark of marks) this.find(place)?.classList.add(`m-${mark}`);
  }

  /** Kinds that not every game has come when they are needed. @param {Spot} spot */
  #rare(spot) {
    if (this.kinds) this.kinds.arrange(spot, this.pieces);
    else {
      this.coming ??= import("./kinds.js").then((kinds) => {
        this.kinds = kinds;
        for (const other of this.spots.values()) if (RARE.has(other.zone.kind) || other.zone.folded) (kinds.arrange(other, this.pieces), this.#mark(other.zone));
        this.fitted = "";
        this.fit();
        this.arrived();
      });
    }
  }

  /** @param {Spot} spot @param {boolean} strip */
  #label({ zone: z, el }, strip) {
    let label = el.querySelector(":scope > .label");
    if (strip && z.owner !== undefined) {
      const wanted = SEATS[z.owner % SEATS.length];
      if (label?.getAttribute("data-seat") !== wanted) {
        label?.remove();
        el.prepend(h("span", { class: "label", dataset: { seat: wanted } }, emblem(z.owner)));
      }
      return;
    }
    if (label) label.remove();
    if (z.label && z.kind !== "board") {
      el.prepend(h("h2", { class: "label" }, z.private ? icon("lock") : null, z.private ? w("stage.secret", { zone: z.label }) : z.label));
    }
  }

  /** @param {Piece} p @param {HTMLElement} hold */
  #piece(p, hold) {
    let el = this.pieces.get(p.id);
    if (!el) {
      el = blank();
      this.pieces.set(p.id, el);
    }
    if (el.parentElement !== hold) {
      for (const name of ["--w", "--c", "--l", "--dx", "--dy", "--rot", "--lvl", "--over", "left", "top", "margin-left"]) el.style.removeProperty(name);
      delete el.dataset.stack;
      el.querySelector(":scope > .cnt.high")?.remove();
      hold.append(el);
    }
    dress(el, p);
    this.data.set(p.id, p);
    return el;
  }

  /** @param {HTMLElement} el @param {Piece} p @param {number} i @param {number} n @param {boolean} [covered] */
  #name(el, p, i, n, covered = false) {
    el.setAttribute("role", "img");
    el.dataset.name = spoken(p, { i, n, covered });
    el.setAttribute("aria-label", el.dataset.name);
    el.removeAttribute("aria-pressed");
  }

  /** Stacks side by side: numbers below, gaps between, slices of the game's cloth behind. @param {Spot} spot */
  #row(spot) {
    const { zone: z, hold, stacks } = spot;
    const n = Math.max(stacks.length, z.shape?.slots ?? 0);
    stacks.forEach((stack, i) => {
      const high = stack.length;
      stack.forEach((p, j) => {
        const el = /** @type {HTMLElement} */ (this.pieces.get(p.id));
        const above = high - 1 - j;
        el.dataset.stack = String(i);
        el.style.setProperty("--lvl", String(above));
        el.style.setProperty("--over", String(Math.max(1, high - 1)));
        el.style.setProperty("--rot", above ? `${above % 2 ? 1.5 : -1.5}deg` : "0deg");
        el.classList.toggle("under", above > 0);
        el.classList.toggle("stacked", high > 1);
        this.#name(el, p, i + 1, stacks.length, above > 0);
        el.querySelector(":scope > .cnt.high")?.remove();
        if (!above && high > 1) el.append(h("b", { class: "cnt high" }, high));
      });
      hold.append(h("span", { class: "no", "aria-hidden": "true", dataset: { stack: i } }, i + 1));
    });
    const ends = z.shape?.ends ?? [];
    if (z.shape?.gaps) {
      for (let i = 0; i <= n; i++) {
        const end = i === 0 ? "first" : i === n ? "final" : "";
        const text = i === 0 ? ends[0] : i === n ? ends[1] : "";
        const name = text || w("stage.gap", { i, j: i + 1 });
        const gap = h("div", { class: `place gap ${end}`, dataset: { gap: i }, "aria-label": n ? name : (z.label ?? name) }, h("span", null, text ?? ""));
        hold.append(gap);
        spot.places.set(`#${z.id}:gap${i}`, gap);
      }
    }
    if (!n) hold.append(h("span", { class: "plate", "aria-hidden": "true" }, z.label));
    ends.forEach((text, i) => hold.append(h("span", { class: `end ${i ? "final" : "first"}`, "aria-hidden": "true" }, text)));
    const place = z.place || z.id;
    for (const part of ["start", "foot"]) if (drawn(`${place}-${part}`)) hold.append(use(symbol(`${place}-${part}`), `slice ${part}`));
    spot.el.dataset.stacks = String(n);
    spot.el.style.setProperty("--high", String(Math.max(0, ...stacks.map((stack) => stack.length - 1))));
  }

  /** Put the stacks of a row on lines of `per`. @param {Spot} spot @param {number} per @param {number} unit */
  #lines(spot, per, unit) {
    const { zone: z, hold, stacks, el } = spot;
    const n = Math.max(1, stacks.length, z.shape?.slots ?? 0);
    const lines = Math.ceil(n / per);
    const even = Math.ceil(n / lines);
    el.classList.toggle("folded", lines > 1);
    el.style.setProperty("--per", String(even));
    el.style.setProperty("--lines", String(lines));
    const [left, right, gap] = [setting(el, "--pad-l", 0.2), setting(el, "--pad-r", 0.2), setting(el, "--gap", 0.13)];
    const spare = (el.clientWidth / unit - left - right - even) / Math.max(1, even - 1);
    el.style.setProperty("--gap-now", String(lines > 1 ? Math.max(gap, Math.min(0.7, spare)) : gap));
    const put = (/** @type {HTMLElement} */ child, /** @type {number} */ i) => {
      child.style.setProperty("--c", String((i % even) + 1));
      child.style.setProperty("--l", String(Math.floor(i / even) + 1));
    };
    for (const child of /** @type {Iterable<HTMLElement>} */ (hold.children)) {
      const { stack, gap } = child.dataset;
      if (stack !== undefined) put(child, Number(stack));
      else if (gap !== undefined) {
        const i = Number(gap);
        child.classList.toggle("after", i === n || (i > 0 && i === stacks.length));
        put(child, child.classList.contains("after") ? i - 1 : i);
      } else if (child.classList.contains("end")) put(child, child.classList.contains("final") ? n - 1 : 0);
    }
    const place = z.place || z.id;
    const slices = [...hold.querySelectorAll(":scope > .slice.cloth-line")];
    if (slices.length === lines && slices[0]?.getAttribute("data-of") === String(lines)) return;
    for (const slice of slices) slice.remove();
    for (let l = 1; l <= lines; l++) {
      const part = l === lines ? "last" : "line";
      if (!drawn(`${place}-${part}`)) continue;
      const slice = use(symbol(`${place}-${part}`), "slice cloth-line");
      slice.setAttribute("data-of", String(lines));
      slice.style.setProperty("--l", String(l));
      hold.prepend(slice);
    }
  }

  /** A figure with the heap it counts. @param {Spot} spot @param {any} view */
  #counter({ zone: z, hold }, view) {
    const panel = view.panels.find((/** @type {any} */ p) => p.player === z.owner) ?? view.panels[0];
    const name = panel?.main?.icon ?? "";
    const n = z.count ?? 0;
    const widest = n <= 3 ? n : n <= 5 ? 3 : n <= 7 ? 4 : 5;
    const heap = h("div", { class: "heap", "aria-hidden": "true", style: { "--wide": widest } });
    let left = n;
    for (let row = 0, wide = widest; left > 0 && row < 2; row++, wide--) {
      for (let i = 0; i < Math.min(left, wide); i++) {
        const coin = counterIcon(name);
        coin?.style.setProperty("--dx", String(i - (Math.min(left, wide) - 1) / 2));
        coin?.style.setProperty("--dy", String(row));
        if (coin) heap.append(coin);
      }
      left -= wide;
    }
    hold.replaceChildren(heap, h("b", { class: "figure" }, n));
  }

  /**
   * The element that an id names: a piece, a place, a zone, a player's panel.
   * @param {string} id
   * @returns {Element | null}
   */
  find(id) {
    if (id[0] === "~") return this.plates.get(Number(id.slice(1))) ?? this.panel(Number(id.slice(1)));
    if (id[0] === "@") return this.spots.get(id.slice(1))?.el ?? null;
    if (id[0] !== "#") return this.pieces.get(id) ?? null;
    const [zone, at] = id.slice(1).split(":");
    const top = at === undefined ? undefined : this.spots.get(zone)?.tops.get(at);
    if (top) return this.pieces.get(top) ?? null;
    for (const spot of this.spots.values()) if (spot.places.has(id)) return spot.places.get(id) ?? null;
    return null;
  }

  /**
   * Light what may be clicked, mark what is chosen, explain what is not possible; ids of buttons are nothing here.
   * @param {Iterable<string>} [next]
   * @param {Iterable<string>} [instead] may be chosen in the place of what is
   * @param {string[]} [clicks]
   * @param {Map<string, string>} [why]
   * @param {Set<string>} [free] may be clicked, though nothing can be done with it
   */
  light(next = [], instead = [], clicks = [], why = new Map(), free = new Set()) {
    for (const el of document.querySelectorAll("[data-pick], [data-free]")) {
      el.classList.remove("can", "tgt", "sel", "free");
      el.removeAttribute("data-pick");
      el.removeAttribute("data-free");
      el.removeAttribute("aria-pressed");
      const p = this.data.get(el.getAttribute("data-id") ?? "");
      if (p) {
        el.setAttribute("role", "img");
        el.setAttribute("aria-label", /** @type {HTMLElement} */ (el).dataset.name ?? "");
      } else if (el.matches(".place, [data-place]")) {
        el.removeAttribute("role");
        if (el.hasAttribute("data-name")) el.setAttribute("aria-label", el.getAttribute("data-name") ?? "");
      }
    }
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".dis"))) {
      el.classList.remove("dis");
      if (el.dataset.name) el.setAttribute("aria-label", el.dataset.name);
    }
    const lit = (/** @type {string} */ id, /** @type {string} */ state) => {
      const el = this.find(id);
      if (!el || el.hasAttribute("data-pick")) return;
      el.setAttribute("data-pick", id);
      el.classList.add(state);
      el.setAttribute("role", "button");
      el.setAttribute("tabindex", el.matches(".seat, .who-plate") ? "0" : "-1"); // these are in no zone that roves
      if (state === "sel") el.setAttribute("aria-pressed", "true");
      const { name } = /** @type {HTMLElement} */ (el).dataset;
      if (name) el.setAttribute("aria-label", [name, w(state === "sel" ? "piece.selected" : "piece.can")].join(w("text.join")));
    };
    for (const id of clicks) lit(id, "sel");
    for (const id of next) {
      const p = this.data.get(this.find(id)?.getAttribute("data-id") ?? "");
      const own = p && (clicks.length ? free.has(id) : (p.seat ?? skin.viewer) === skin.viewer);
      lit(id, own || id[0] === "~" ? "can" : "tgt");
    }
    for (const id of instead) lit(id, "can");
    for (const id of free) {
      const el = this.find(id);
      if (!el || el.hasAttribute("data-pick")) continue;
      el.setAttribute("data-free", id);
      el.classList.add("free");
      el.setAttribute("role", "button");
      el.setAttribute("aria-pressed", "false");
    }
    for (const [id, reason] of why) {
      const el = /** @type {HTMLElement | null} */ (this.find(id));
      if (!el || el.dataset.pick !== undefined) continue;
      el.classList.add("dis");
      if (el.dataset.name) el.setAttribute("aria-label", [el.dataset.name, reason].join(w("text.join")));
    }
    this.cloth.classList.toggle("choosing", clicks.length > 0);
  }

  /** Find the largest unit at which the layout sheet's box, the rows and the own area fit. */
  fit() {
    if (!this.board.isConnected || !this.cloth.clientWidth) return;
    const rows = [...this.spots.values()].filter((spot) => spot.el.classList.contains("line"));
    const { clientWidth: wide, clientHeight: tall } = this.cloth;
    const key = [wide, tall, this.board.clientHeight, ...[...this.spots.values()].map((x) => `${x.zone.id}${x.stacks.length}/${Math.max(0, ...x.stacks.map((k) => k.length))}`)].join();
    const least = setting(this.cloth, "--u-min", 60);
    const most = Math.min(wide / setting(this.cloth, "--box-w", 9), tall / setting(this.cloth, "--box-h", 6));
    /** @type {Map<Spot, number>} */
    const steps = new Map();
    const tryUnit = (/** @type {number} */ u) => {
      this.cloth.style.setProperty("--u", `${u}px`);
      for (const spot of rows) {
        const [left, right, gap] = [setting(spot.el, "--pad-l", 0.2), setting(spot.el, "--pad-r", 0.2), setting(spot.el, "--gap", 0.13)];
        this.#lines(spot, Math.max(1, Math.floor((spot.el.clientWidth / u - left - right + gap) / (1 + gap) + 0.001)), u);
      }
      for (const spot of this.spots.values()) if (hand(spot.zone)) steps.set(spot, fan(spot, this.pieces, u));
      return this.board.scrollHeight <= this.board.clientHeight + 1 && this.own.scrollWidth <= this.own.clientWidth + 1;
    };
    if (key !== this.fitted) {
      let low = Math.min(least, most);
      let high = Math.max(least, most);
      if (!tryUnit(high)) {
        for (let i = 0; i < 7 && high > low + 0.5; i++) {
          const middle = (low + high) / 2;
          if (tryUnit(middle)) low = middle;
          else high = middle;
        }
        high = Math.floor(low * 2) / 2;
      }
      this.unit = high;
      this.fitted = key;
    }
    this.cloth.classList.toggle("tight", !tryUnit(/** @type {number} */ (this.unit)));
    for (const [spot, step] of steps) narrow(spot, this.pieces, step);
    const pointer = this.cloth.classList.contains("tight") ? this.board.querySelector(".resolving") : null;
    pointer?.scrollIntoView({ block: "nearest" });
  }

  /** Zones of one player that anybody may look at. @param {number} player @returns {Zone[]} */
  zonesOf(player) {
    return [...this.spots.values()].map((spot) => spot.zone).filter((z) => z.owner === player && z.kind !== "counter" && !hand(z));
  }
}

/* where the focus may go */

const STOPS = ".piece:not(.under, .k-fan .back), .piece[data-pick], .place[data-pick], .drawing [data-pick]";

/** @param {Element} zone @returns {HTMLElement[]} what can be focused in it, in reading order */
export function stops(zone) {
  const all = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll(STOPS)]).filter((el) => !el.closest(".ghost") && el.offsetParent !== null);
  const boxes = new Map(all.map((el) => [el, el.getBoundingClientRect()]));
  return all.sort((a, b) => {
    const [p, q] = [/** @type {DOMRect} */ (boxes.get(a)), /** @type {DOMRect} */ (boxes.get(b))];
    return p.bottom <= q.top || q.bottom <= p.top ? p.top - q.top : p.left - q.left;
  });
}

/** Give every zone exactly one stop for Tab: the focused thing, a lit one, or the first. @param {HTMLElement} cloth */
export function rove(cloth) {
  for (const zone of cloth.querySelectorAll(".zone")) {
    const all = stops(zone);
    const one = all.find((el) => el === document.activeElement) ?? all.find((el) => el.dataset.pick) ?? all[0];
    for (const el of all) el.tabIndex = el === one ? 0 : -1;
    // a card that has been covered since is no stop any more
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll(".piece[tabindex]"))) if (!all.includes(el)) el.tabIndex = -1;
  }
}
