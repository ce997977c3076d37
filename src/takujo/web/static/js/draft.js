// Answers that are gathered on the table, in any order, and sent together: a thing for each of several places.

import { h, icon } from "./dom.js";
import { click, listed, pick } from "./pick.js";
import { w } from "./words.js";

/** @typedef {import("./pick.js").Offer & {act?: () => unknown}} Offer */
/** @typedef {import("./stage.js").Zone} Zone */

const FAR = 8; // px that a pointer goes before a thing is dragged
const NEAR = 14; // px beside a place that still mean it

export class Draft {
  /** @param {import("./table.js").Table} page */
  constructor(page) {
    this.page = page;
    /** @type {{places: string[], label: string} | null} what is gathered now */
    this.asked = null;
    this.question = "";
    /** @type {string[]} */
    this.places = [];
    /** @type {Map<string, string>} the thing that lies at a place */
    this.placed = new Map();
    /** @type {Map<string, string>} the same as the server has it */
    this.given = new Map();
    /** @type {Offer[]} */
    this.raw = [];
    /** @type {string[]} what is still to be sent */
    this.queue = [];
    this.sent = ""; // the question that was answered last
    const { choose, submit } = page;
    const { undo } = page.prompt.hands;
    page.prompt.hands.undo = (to) => undo(this.placed.size ? "turn" : to); // all comes back to be changed, and lies as it lay
    page.choose = (id) => (this.asked ? void this.#choose(id) : choose.call(page, id));
    page.submit = async (/** @type {Offer} */ offer) => {
      await (offer.act ? offer.act() : submit.call(page, offer));
    };
    this.#drags();
  }

  /** The view with everything at the place that it is meant for; the offers are made to fit. @param {any} view */
  laid(view) {
    const { page } = this;
    const { asked = "", draft = null } = page.past?.view ? {} : (view.prompt ?? {});
    this.asked = draft;
    page.cloth.classList.toggle("drafting", Boolean(draft));
    if (draft) this.places = draft.places;
    else if (!page.past?.view && !this.#given(view, this.places).size) this.placed.clear(); // what was given has arrived
    if (!draft) return view;
    this.given = this.#given(view, draft.places);
    this.raw = listed(view.offers);
    const things = this.#things();
    for (const [place, thing] of this.placed) if (!things.has(thing)) this.placed.delete(place);
    if (asked !== this.question) {
      const meant = new Set(this.placed.values());
      for (const [place, thing] of this.given) if (!this.placed.has(place) && !meant.has(thing)) this.placed.set(place, thing);
    }
    this.question = asked;
    page.offers = this.queue.length ? [] : this.#offers(draft, things);
    this.#go();
    return { ...view, scene: this.#moved(view) };
  }

  /** @param {any} view @param {string[]} places @returns {Map<string, string>} */
  #given(view, places) {
    const lying = view.scene.flatMap((/** @type {Zone} */ z) => z.pieces.map((p) => [`#${z.id}:${p.at}`, p.id]));
    return new Map(lying.filter((/** @type {string[]} */ [place]) => places.includes(place)));
  }

  /** All that may lie at one of the places. */
  #things() {
    const offered = this.raw.filter((o) => !o.interrupt && !o.why_not && o.path.length === 1).map((o) => o.path[0]);
    return new Set([...offered, ...this.given.values()]);
  }

  /** What may be chosen in place of what is chosen. @returns {Set<string>} */
  get free() {
    const meant = new Set(this.placed.values());
    return new Set(this.asked ? [...this.#things()].filter((thing) => !meant.has(thing)) : []);
  }

  /** @param {any} view @returns {Zone[]} */
  #moved(view) {
    const { scene } = view;
    const places = new Map([...this.placed].map(([place, thing]) => [thing, place]));
    const pieces = new Map(scene.flatMap((/** @type {Zone} */ z) => z.pieces.map((p) => [p.id, p])));
    const back = [...this.given.values()].filter((thing) => !places.has(thing)).map((thing) => pieces.get(thing));
    return scene.map((/** @type {Zone} */ z) => {
      const here = [...places].filter(([, place]) => place.startsWith(`#${z.id}:`));
      const stay = z.pieces.filter((p) => !places.has(p.id) && !back.includes(p));
      const home = z.kind === "hand" && z.owner === view.viewer ? back.map((p) => ({ ...p, at: undefined })) : [];
      const come = here.map(([thing, place]) => ({ ...pieces.get(thing), at: place.split(":")[1] }));
      return { ...z, pieces: [...stay, ...home, ...come], gaps: this.#gaps(z, places) };
    });
  }

  /** Where a sorted hand has gaps when some of its pieces lie elsewhere. @param {Zone} z @param {Map<string, string>} places */
  #gaps(z, places) {
    if (!z.gaps) return z.gaps;
    const gaps = new Set();
    let at = 0;
    let due = false;
    z.pieces.forEach((p, i) => {
      due ||= Boolean(z.gaps?.has(i));
      if (places.has(p.id)) return;
      if (due && at) gaps.add(at);
      due = false;
      at += 1;
    });
    return gaps;
  }

  /** @param {{places: string[], label: string}} draft @param {Set<string>} things @returns {Offer[]} */
  #offers(draft, things) {
    const others = this.raw.filter((o) => o.interrupt);
    const meant = new Set(this.placed.values());
    const open = draft.places.filter((place) => !this.placed.has(place));
    /** @type {Offer[]} */
    const made = [];
    for (const thing of things) {
      for (const place of draft.places) {
        const act = () => this.#put(thing, place);
        if (this.placed.get(place) !== thing) made.push({ key: `put ${thing} ${place}`, path: [thing, place], act });
        if (open.includes(place) && !meant.has(thing)) made.push({ key: `fill ${place} ${thing}`, path: [place, thing], act });
      }
    }
    if (!open.length) made.push({ key: "draft", label: draft.label, path: [], act: () => this.#send() });
    return [...others, ...made];
  }

  /** @param {string} id */
  #choose(id) {
    const { page } = this;
    if (page.past?.view || page.busy) return;
    const { clicks, offers } = page;
    // What lies at a place comes back into the hand with a click, and may go elsewhere from there.
    if (!clicks.length && [...this.placed.values()].includes(id)) return this.#take(id);
    const after = click(offers, clicks, id);
    if (!after) return;
    const done = /** @type {Offer | null} */ (after.length > 1 ? pick(offers, after).send : null);
    if (done?.act) return done.act();
    const open = this.asked?.places.filter((place) => !this.placed.has(place)) ?? [];
    if (after.length === 1 && open.length === 1 && !open.includes(id)) return this.#put(id, open[0]);
    page.clicks = after;
    page.draw(true);
    if (after.length) this.#focus();
  }

  /** After a card is chosen by key, the first place that may take it is the next stop. */
  #focus() {
    if (!document.activeElement?.matches(".piece:focus-visible, .place:focus-visible")) return;
    const place = this.asked?.places.find((each) => !this.placed.has(each));
    /** @type {HTMLElement | null} */ (place ? this.page.stage.find(place) : null)?.focus({ preventScroll: true });
  }

  /** A thing goes to a place; what lay there goes to where the thing was. @param {string} thing @param {string} place */
  #put(thing, place) {
    const from = [...this.placed].find(([, other]) => other === thing)?.[0];
    const other = this.placed.get(place);
    if (from) this.placed.delete(from);
    if (from && other) this.placed.set(from, other);
    this.placed.set(place, thing);
    this.#again([]);
  }

  /** A thing comes back, and is chosen. @param {string} thing @param {boolean} [chosen] */
  #take(thing, chosen = true) {
    for (const [place, other] of this.placed) if (other === thing) this.placed.delete(place);
    this.#again(chosen ? [thing] : []);
  }

  /** @param {string[]} clicks */
  #again(clicks) {
    this.page.clicks = clicks;
    this.page.armed = "";
    this.page.draw();
  }

  /* sending */

  async #send() {
    const { page } = this;
    if (page.busy || !this.asked) return;
    const wanted = this.asked.places.map((place) => this.placed.get(place) ?? "");
    const firm = [...this.given].every(([place, thing]) => this.placed.get(place) === thing);
    page.busy = true;
    page.clicks = [];
    page.armed = "";
    this.sent = firm ? "" : page.asked;
    try {
      // What was given otherwise is taken back as a whole.
      if (!firm) await page.live?.ask({ t: "undo", to: "turn" });
      const standing = firm ? [...this.given.values()] : [];
      this.queue = wanted.filter((thing) => !standing.includes(thing));
      page.draw();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Answer the question that is on the table, if it is the next one. */
  #go() {
    const { page } = this;
    const offer = this.raw.find((o) => !o.interrupt && o.path[0] === this.queue[0]);
    if (!this.queue.length || !offer || page.asked === this.sent) return;
    this.sent = page.asked;
    this.queue.shift();
    page.busy = true;
    page.live?.ask({ t: "play", key: offer.key, asked: page.asked }).catch((error) => this.#failed(error));
  }

  /** @param {any} error */
  #failed(error) {
    this.queue = [];
    this.page.busy = false;
    import("./shell.js").then(({ complain }) => complain(error));
    this.page.draw();
  }

  /* drawing */

  /** The button for all together, and the way back to nothing. */
  dress() {
    const { page, asked } = this;
    const { acts, quiets } = page.prompt;
    if (this.placed.size) quiets.querySelector('[data-key="restart"]')?.remove();
    if (!asked) return;
    quiets.querySelector('[data-key="undo"]')?.remove();
    const go = acts.querySelector('[data-key="draft"]');
    if (go) go.classList.replace("opt", "go");
    else acts.append(h("button", { class: "btn off", type: "button", disabled: true }, asked.label));
    acts.dataset.n = String(acts.childElementCount);
    if (!this.placed.size || page.busy || page.clicks.length) return;
    const clear = () => (this.placed.clear(), this.#again([]));
    quiets.append(h("button", { class: "btn quiet", type: "button", dataset: { key: "clear" }, onClick: clear }, icon("undo"), w("prompt.clear")));
  }

  /* dragging */

  #drags() {
    /** @type {{thing: string, el: HTMLElement, x: number, y: number, ghost: HTMLElement | null} | null} */
    let held = null;
    const drop = () => {
      held?.ghost?.remove();
      held?.el.classList.remove("dragged");
      held = null;
    };
    this.page.cloth.addEventListener("pointerdown", (event) => {
      const el = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".piece[data-id]"));
      const thing = el?.dataset.id ?? "";
      if (!this.asked || !el || event.button || this.page.busy || !this.#things().has(thing)) return;
      held = { thing, el, x: event.clientX, y: event.clientY, ghost: null };
    });
    document.addEventListener("pointermove", (event) => {
      if (!held || (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR)) return;
      held.ghost ??= this.#lift(held.thing, held.el);
      held.ghost.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
    });
    document.addEventListener("pointerup", (event) => {
      const { thing, ghost } = held ?? {};
      drop();
      if (!thing || !ghost) return;
      // The click that ends a drag chooses nothing.
      const still = (/** @type {Event} */ click) => click.stopPropagation();
      window.addEventListener("click", still, { capture: true });
      setTimeout(() => window.removeEventListener("click", still, { capture: true }));
      const place = this.#under(event.clientX, event.clientY);
      if (place) this.#put(thing, place);
      else this.#take(thing, false);
    });
    document.addEventListener("pointercancel", (event) => event.isTrusted && drop());
  }

  /** A thing follows the pointer. @param {string} thing @param {HTMLElement} el */
  #lift(thing, el) {
    document.dispatchEvent(new PointerEvent("pointercancel")); // it is no long press any more
    const box = el.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (el.cloneNode(true));
    ghost.className = el.className.replace(/\b(can|tgt|sel)\b/g, "");
    ghost.classList.add("in-hand");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-pick");
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, margin: 0 });
    ghost.style.setProperty("--w", `${el.offsetWidth}px`);
    document.body.append(ghost);
    el.classList.add("dragged");
    this.page.clicks = [thing];
    this.page.draw(true);
    return ghost;
  }

  /** @param {number} x @param {number} y @returns {string | undefined} the place there */
  #under(x, y) {
    return this.asked?.places.find((place) => {
      const box = this.page.stage.find(place)?.getBoundingClientRect();
      return box && x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
    });
  }
}
