// The page of one table: waiting room, match, result, or a replay of them.

import { h, icon, plainText, put, use } from "./dom.js";
import { Log } from "./log.js";
import { Live, api, passOn } from "./net.js";
import { ahead, click, inSets, instead, listed, pick, reasons, twice } from "./pick.js";
import { drawn, enlarge, shrink, skin, symbol, unpacked } from "./pieces.js";
import { Prompt } from "./prompt.js";
import { Seats } from "./seats.js";
import { addSheet, boot, complain, loadSkin, me, onSettings, pages, say, setTitle, toast, topbar } from "./shell.js";
import { Stage, rove } from "./stage.js";
import { w } from "./words.js";

/** @typedef {import("./pick.js").Offer} Offer */

const [, kind, id = ""] = location.pathname.split("/");
const invite = new URLSearchParams(location.search).get("invite") ?? undefined;
const address = `/api/${kind === "record" ? "records" : "tables"}/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`;
const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** @param {"turn" | "place"} name */
function chime(name) {
  if (me.settings.sound) import("./sound.js").then((sound) => sound.chime(name));
}

let pointed = /** @type {Element | null} */ (null);

/** Fan out a stack, unless something else is pointed at by then. @param {HTMLElement} el a piece of it */
function spread(el) {
  import("./spread.js").then((spreading) => pointed === el && spreading.spread(el));
}

export class Table {
  constructor() {
    /** @type {any} */
    this.table = null;
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.about = null;
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Set<string>} */
    this.free = new Set();
    /** @type {string[]} */
    this.clicks = [];
    this.armed = "";
    this.asked = "";
    this.busy = false;
    this.touch = false;
    this.drawer = false;
    this.looking = false; // at the table, though the match is over
    this.turn = false;
    this.replaying = kind !== "table";
    /** @type {Live | null} */
    this.live = null;
    this.cloth = h("div", { class: "cloth" });
    this.stage = new Stage(this.cloth);
    /** @type {{before: (view: any) => void, after: (change: any, view: any) => void, shake?: (el: Element | null) => void} | null} */
    this.motion = null;
    /** @type {Promise<void> | null} */
    this.coming = null;
    this.seats = new Seats(this.stage, (seat) => this.#post("bot", { seat }), () => this.#post("return"));
    /** @type {import("./preview.js").Preview | null} */
    this.preview = null;
    /** @type {Offer | null} */
    this.foreseen = null;
    this.stage.arrived = () => this.relight();
    this.prompt = new Prompt({
      press: (o) => this.press(o),
      preview: (o) => this.foresee(o),
      clear: () => this.clear(),
      undo: (to) => this.#settle({ t: "undo", to }),
      confirm: () => this.#settle({ t: "confirm" }),
    });
    /** @type {import("./replay.js").Past | null} */
    this.past = null;
    this.log = new Log(this.stage, {
      say: (text) => this.#ask({ t: "say", text }),
      step: (by) => this.#back((past) => past.step(by)),
      begin: () => this.#back((past) => past.go(0)),
      happened: () => this.#back((past) => past.happened()),
    });
    this.pill = h("span", { class: "pill", role: "status" });
    this.progress = h("div", { class: "rounds" });
    this.where = h("span", { class: "on-phone" });
    this.rail = h("aside", { class: "rail" }, this.seats.el, this.seats.notes, this.log.el);
    /** @type {HTMLElement | null} */
    this.top = null;
    this.mode = "";
    this.#listen();
  }

  /** Shown now: the present, or a step of the past. */
  get shown() {
    return this.past?.view ?? this.view;
  }

  async open() {
    await boot();
    onSettings((changed) => this.#settings(changed));
    try {
      await this.#table(await api("GET", address));
    } catch (error) {
      return this.#gone(error);
    }
    if (this.replaying) return this.#back((past) => past.open());
    this.live = new Live();
    this.live
      .on("table", (m) => this.#table(m.table))
      .on("view", (m) => this.#view(unpacked(m.view)))
      .on("grace", (m) => import("./grace.js").then(({ grace }) => grace(this.prompt.el, m)))
      .on("chat", (m) => (this.log.hear(m.lines), this.draw(true)))
      .on("gone", (m) => this.#gone(m));
    this.live.onState((state) => this.#connection(state));
    this.live.send({ t: "watch", table: id, ...(invite ? { invite } : {}) });
  }

  /** @param {any} error */
  #gone(error) {
    setTitle(w("table.gone"));
    put(app, topbar({ title: w("table.gone") }), h("main", { class: "empty" }, icon("table"), h("b", null, w("table.gone")), h("p", null, error.text ?? String(error)), h("a", { class: "btn", href: pages.lobby }, w("common.lobby"))));
    this.mode = "gone";
  }

  /** @param {any} table */
  async #table(table) {
    const before = this.table;
    this.table = table;
    skin.name = (seat) => this.table.seats[seat]?.name ?? this.view?.panels?.find((/** @type {any} */ p) => p.player === seat)?.name ?? w("table.player", { n: seat + 1 });
    const shared = passOn(table);
    if (table.next && before && !before.next && table.you !== null) this.#rematch(table.next, shared);
    if (!this.about || this.about.id !== table.game) {
      this.about = await loadSkin(table.game);
      if (this.about.skin.board) await addSheet(this.about.skin.board);
      Object.assign(skin, { prefix: this.about.skin.prefix, faces: this.about.faces ?? {}, things: this.about.things ?? {}, places: this.about.places ?? {} });
      document.documentElement.dataset.game = table.game;
    }
    if (table.state === "open" || table.state === "closed") return this.#room();
    if (before?.state === "open" && table.state === "running") say(w("table.started"));
    this.draw();
  }

  async #room() {
    const { renderRoom } = await import("./room.js");
    if (this.table.state !== "open" && this.table.state !== "closed") return;
    if (this.mode !== "room") app.replaceChildren();
    this.mode = "room";
    renderRoom(app, this.table, this.live);
  }

  /** @param {string} next @param {boolean} shared whether this browser has voted for it */
  #rematch(next, shared) {
    if (shared) location.assign(pages.table(next));
    else toast(w("result.next"), { action: w("result.go_next"), onAction: () => location.assign(pages.table(next)) });
  }

  /** @param {any} view */
  #view(view) {
    const old = this.view;
    this.view = view;
    this.log.take(view.log ?? [], !old);
    const asked = view.prompt?.asked ?? "";
    if (asked !== this.asked) {
      this.asked = asked;
      this.clicks = [];
      this.armed = "";
      this.busy = false;
    }
    this.offers = listed(view.offers);
    if (this.past?.view) return this.draw(true);
    this.draw();
    const report = JSON.stringify(view.report ?? null);
    if (view.report && report !== JSON.stringify(old?.report ?? null)) import("./menu.js").then(({ show }) => show(view.report));
    this.#tell(old, view, asked);
  }

  /** Say what is new to those who cannot see it. @param {any} old @param {any} view @param {string} asked */
  #tell(old, view, asked) {
    const yours = Boolean(asked) && !view.result && this.mine;
    if (old && view.seq !== old.seq) {
      const from = old.log?.[old.log.length - 1]?.seq ?? -1;
      const fresh = (view.log ?? []).filter((/** @type {any} */ l) => l.seq > from && !l.heading && !l.undone);
      for (const line of fresh.slice(-3)) say(plainText(line.text));
    }
    if (yours && (!this.turn || asked !== (old?.prompt?.asked ?? ""))) {
      const text = [w("common.your_turn_said"), plainText(view.prompt.title), w("table.choices", { n: this.#choices() })].join(w("text.join"));
      say(text, true);
      if (!this.turn) chime("turn");
    } else if (old && view.seq > old.seq) chime("place");
    this.turn = yours;
    setTitle(this.about?.name ?? "", yours);
    if (view.result && !old?.result && old) say(plainText(view.result.reason), true);
  }

  /** Is the reader asked, and not only free to interrupt? */
  get mine() {
    return this.offers.some((o) => !o.why_not && !o.interrupt);
  }

  /** How many things may be chosen now. */
  #choices() {
    return this.offers.length ? new Set([...pick(this.offers, []).next, ...this.offers.filter((o) => !o.path.length && !o.interrupt).map((o) => o.key)]).size : 0;
  }

  /** @param {any} changed */
  async #settings(changed) {
    if (changed.lang) {
      this.about = await loadSkin(this.table.game);
      Object.assign(skin, { faces: this.about.faces ?? {}, things: this.about.things ?? {}, places: this.about.places ?? {} });
      this.live?.send({ t: "lang", lang: me.settings.lang });
      this.past?.reload();
      this.log.lines = [];
      if (this.live) this.#connection(this.live.state);
      this.mode = "";
      this.table = await api("GET", address);
    }
    if (this.table?.state === "open") this.#room();
    else this.draw();
  }

  /** @param {"live" | "reconnecting"} state */
  #connection(state) {
    const off = state !== "live";
    this.pill.className = `pill ${off ? "off" : ""}`;
    put(this.pill, h("span", { class: "dot" }), h("span", { class: "text" }, w(off ? "common.reconnecting" : "common.live")));
    clearTimeout(this.greying);
    app.classList.remove("stale");
    if (!off) return;
    if (this.view) say(w("common.safe"), true);
    this.greying = window.setTimeout(() => {
      app.classList.add("stale");
      toast(w("common.safe"), { icon: "clock" });
    }, 10_000);
  }

  greying = 0;

  /* drawing */

  #frame() {
    this.mode = "match";
    const rules = h("button", { class: "iconbtn", type: "button", "aria-label": w("aid.title"), title: w("aid.title"), onClick: () => this.aid() }, icon("help"));
    this.top = topbar({ title: this.about.name, sub: h("span", null, h("span", { class: "on-wide" }, this.#sub()), this.where), progress: this.progress, tools: [this.replaying ? null : this.pill, rules, this.replaying ? null : this.#more()] });
    const table = h("div", { class: "table" }, this.cloth);
    if (drawn("table")) this.stage.board.prepend(use(symbol("table"), "tabletop"));
    put(this.cloth, h("div", { class: "felt", "aria-hidden": "true" }, drawn("board") ? use(symbol("board"), "scenery") : null), this.prompt.el, this.stage.board, this.stage.own);
    put(app, this.top, h("main", { class: "stage", "aria-label": w("table.table") }, table), this.log.ticker, this.rail, this.log.nav);
    app.className = this.replaying ? "match replaying" : "match";
    setTitle(this.about.name);
  }

  async aid() {
    const { openAid } = await import("./aid.js");
    openAid(this.table.game);
  }

  #more() {
    return h("button", { class: "iconbtn", type: "button", "aria-label": w("table.more"), title: w("table.more"), onClick: () => import("./menu.js").then(({ menu }) => menu(this)) }, icon("more"));
  }

  #sub() {
    const t = this.table;
    const kinds = (t.option_labels ?? []).map((/** @type {any} */ o) => w("table.option", o));
    return [t.number ? w("table.number", { n: String(t.number) }) : w("record.record"), ...kinds].join(w("common.dot"));
  }

  #rounds() {
    const p = this.shown?.progress;
    put(this.where, p ? [p.label, p.phase ? w("table.phase", { phase: p.phase }) : ""].join(" ") : "");
    if (!p) return put(this.progress);
    put(
      this.progress,
      h("span", null, p.label, p.phase ? h("span", { class: "phase" }, w("table.phase", { phase: p.phase })) : null),
      p.of <= 12 ? h("span", { class: "bars", "aria-hidden": "true" }, Array.from({ length: p.of }, (_, i) => h("i", { class: i < p.done ? "done" : i === p.done && !this.shown.result ? "now" : "" }))) : null,
    );
  }

  /** @param {boolean} [quiet] only words around the table have changed */
  draw(quiet = false) {
    const view = this.shown;
    if (!view || !this.about || !this.table || this.table.state === "open") return;
    if (!quiet && this.drawn && this.drawn !== view && !this.motion) return this.#setMoving();
    if (!this.circle && this.#round(view)) return this.#sitDown();
    if (this.mode !== "match") this.#frame();
    const past = Boolean(this.past?.view);
    const main = view.panels[0]?.main;
    Object.assign(skin, { coin: main?.icon || "@coin", coinLabel: main?.label ?? "", viewer: view.viewer ?? null });
    this.#rounds();
    app.classList.toggle("past", past);
    app.classList.toggle("open", this.drawer);
    app.classList.toggle("over", Boolean(view.result && !this.looking && !past && this.result?.isConnected));
    if (!quiet) {
      this.motion?.before(this.drawn);
      this.seats.render(view, this.table, !past);
      const change = this.stage.render(this.circle?.sorted(view) ?? view);
      this.motion?.after(change, view);
      this.drawn = view;
    } else this.seats.render(view, this.table, !past);
    this.prompt.render({ view, offers: this.offers, clicks: this.clicks, armed: this.armed, busy: this.busy, touch: this.touch, past, seated: this.table.you !== null && this.table.you !== undefined });
    this.free = this.circle?.render(view, past) ?? this.free;
    this.past?.bar(this.prompt.el);
    this.relight();
    const secret = [...this.stage.spots.values()].map((s) => s.zone).filter((z) => z.private && z.place !== "hand" && !["hand", "track"].includes(z.kind));
    this.log.render({ open: this.drawer, past: this.past?.view ? { step: this.past.at, steps: this.past.steps } : null, private: secret, seated: this.table.you !== null && this.table.you !== undefined, over: Boolean(view.result) });
    if (view.result && !past) this.#result(view);
    else this.result?.remove();
  }

  /** The first change is drawn when it can be seen to happen. */
  #setMoving() {
    this.coming ??= import("./motion.js")
      .then(({ Motion }) => new Motion(this.stage))
      .catch(() => ({ before() {}, after() {} }))
      .then((motion) => {
        this.motion = motion;
        this.draw();
      });
  }

  /** Is there a hand to sort, somebody at his place, a side, or something to do out of turn? @param {any} view */
  #round(view) {
    const { panels = [] } = view;
    const together = panels.some((/** @type {any} */ p) => p.side !== p.player);
    return together || inSets(this.offers) || this.offers.some((o) => o.interrupt) || view.scene.some((/** @type {any} */ z) => z.orders || (z.kind === "fan" && z.owner !== undefined));
  }

  /** What belongs to hands and to those who sit round the table comes when a game has it. */
  async #sitDown() {
    const { Circle } = await import("./circle.js");
    this.circle ??= new Circle(this);
    this.draw();
  }

  /** @type {import("./circle.js").Circle | null} */
  circle = null;

  /** @type {any} */
  drawn = null;

  /** @type {HTMLElement | null} */
  result = null;

  /** @param {any} view */
  async #result(view) {
    const { dressed, showResult, railCard } = await import("./result.js");
    await dressed();
    if (this.shown !== view) return; // a newer one has come while this was loaded, and is shown
    this.result?.remove();
    this.card?.remove();
    this.card = this.replaying ? null : railCard(this);
    if (this.card) this.rail.prepend(this.card);
    if (this.looking) return;
    this.result = showResult(this, view);
    this.cloth.append(this.result);
    app.classList.add("over");
  }

  /** @type {HTMLElement | null} */
  card = null;

  /** Lights, according to what is selected. */
  relight() {
    const yours = !this.past?.view && !this.busy && this.shown === this.view && Boolean(this.view.prompt?.asked) && this.mine;
    const { offers, clicks } = this;
    if (yours) this.stage.light(pick(offers, clicks).next, instead(offers, clicks), clicks, clicks.length ? undefined : reasons(offers), this.free);
    else this.stage.light();
    rove(this.cloth);
  }

  /* choosing */

  /** @param {string} picked an id of the table */
  choose(picked) {
    if (this.past?.view || this.busy) return;
    const armed = this.offers.find((o) => o.key === this.armed);
    if (armed?.path.length === this.clicks.length && picked === this.clicks.at(-1)) return this.submit(armed); // not where a button armed it
    const after = click(this.offers, this.clicks, picked, this.free);
    if (!after) return;
    this.clicks = after;
    this.armed = "";
    const { send } = pick(this.offers, after);
    if (send && !twice(send, me.settings.confirm, this.touch)) return this.submit(send);
    if (send) this.armed = send.key;
    const { live } = pick(this.offers, after);
    this.draw(true);
    this.foresee(send ?? (live.length === 1 && live[0].path.length === after.length ? live[0] : null));
    if (!send && !inSets(this.offers)) this.#moveFocus();
  }

  /** After a card is chosen by key, the first lit place is the next stop. */
  #moveFocus() {
    const active = document.activeElement;
    if (!active?.matches?.(".piece:focus-visible, .place:focus-visible")) return;
    const next = /** @type {HTMLElement | null} */ (this.cloth.querySelector(".tgt"));
    next?.focus({ preventScroll: true });
  }

  /** Send what is assembled. @returns {boolean} whether a set was complete */
  enter() {
    const done = this.clicks.length && inSets(this.offers) ? pick(this.offers, this.clicks).buttons : [];
    if (done.length === 1) this.press(done[0]);
    return done.length === 1;
  }

  /** @param {Offer} offer a button of the prompt */
  press(offer) {
    if (this.busy || this.past?.view) return;
    if (this.armed !== offer.key && twice(offer, me.settings.confirm, this.touch)) {
      this.armed = offer.key;
      this.draw(true);
      this.foresee(offer);
    } else this.submit(offer);
  }

  /** @param {Offer} offer */
  async submit(offer) {
    const asked = this.asked;
    this.clicks = [];
    this.armed = "";
    this.busy = true;
    this.foresee(null);
    shrink();
    this.draw(true);
    try {
      await this.live?.ask({ t: "play", key: offer.key, asked });
    } catch (error) {
      this.#refused(error);
    }
    this.#answered(asked);
  }

  /** @param {any} error */
  #refused(error) {
    this.motion?.shake?.(this.prompt.el);
    complain(error);
    if (error.code === "stale" || error.code === "not_now") this.live?.send({ t: "watch", table: id, ...(invite ? { invite } : {}) });
  }

  /** What was on its way has arrived; a newer decision may be waiting for its own answer. @param {string} asked */
  #answered(asked) {
    if (this.asked !== asked) return;
    this.busy = false;
    this.draw(true);
  }

  /** Confirm or take back: a second click while the first is on its way means nothing. @param {any} message */
  async #settle(message) {
    if (this.busy) return;
    this.busy = true;
    this.draw(true);
    const { asked } = this;
    await this.#ask(message).catch(() => {});
    this.#answered(asked);
  }

  /** @param {any} message */
  async #ask(message) {
    if (!this.live) return;
    this.foresee(null);
    try {
      await this.live.ask(message);
    } catch (error) {
      complain(error);
      throw error;
    }
  }

  /** @param {string} what @param {any} [body] */
  async #post(what, body = {}) {
    try {
      await this.#table(await api("POST", `/api/tables/${id}/${what}`, body));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} what @param {any} [body] */
  post(what, body) {
    return this.#post(what, body);
  }

  /** Take the selection back. @returns {boolean} whether there was one */
  clear() {
    shrink();
    if (!this.clicks.length && !this.armed) return this.drawer ? (this.show("table"), true) : this.past?.view && !this.replaying ? (this.past.now(), true) : false;
    const last = this.clicks[0];
    this.clicks = [];
    this.armed = "";
    this.foresee(null);
    this.draw(true);
    /** @type {HTMLElement | null} */ (last ? this.stage.find(last) : null)?.focus?.({ preventScroll: true });
    return true;
  }

  /** @param {Offer | null} offer */
  foresee(offer) {
    const armed = this.armed ? (this.offers.find((o) => o.key === this.armed) ?? null) : null;
    this.foreseen = offer ?? armed;
    if (this.preview) return this.preview.show(this.foreseen);
    if (!this.foreseen?.forecast) return;
    import("./preview.js").then(({ Preview }) => {
      this.preview ??= new Preview(this.stage, this.seats);
      this.preview.show(this.foreseen);
    });
  }

  /** @param {string} tab `table` closes the drawer */
  show(tab) {
    if (tab === "table") this.drawer = false;
    else {
      this.drawer = true;
      this.log.open(tab);
    }
    this.draw(true);
  }

  #listen() {
    let held = 0;
    let fresh = true;
    let pressed = { x: -99, y: -99 }; // what slides under a resting pointer was not pointed at
    const hit = (/** @type {Event} */ event, /** @type {string} */ what) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(what));
    const inspect = (/** @type {HTMLElement} */ el) => {
      const p = this.stage.data.get(el.dataset.id ?? "") ?? (el.dataset.face ? { id: "", face: el.dataset.face } : null);
      const why = el.classList.contains("dis") ? (reasons(this.offers).get(el.dataset.id ?? "") ?? "") : "";
      if (p) enlarge(p, el, { why });
    };
    document.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType !== "mouse";
      fresh = true;
      pressed = event;
      if (hit(event, "button")) import("./press.js").then(({ press }) => press(event, this));
      clearTimeout(held);
      shrink();
      const el = hit(event, ".piece");
      if (!el || !this.touch) return;
      held = window.setTimeout(() => {
        fresh = false; // a long press looks, it does not choose
        inspect(el);
      }, 450);
    });
    document.addEventListener("keydown", () => ((this.touch = false), (fresh = true)), { capture: true });
    document.addEventListener("contextmenu", (event) => this.touch && hit(event, ".piece") && event.preventDefault());
    for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, (event) => (clearTimeout(held), (pressed = /** @type {PointerEvent} */ (event))));
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      const lit = hit(event, "[data-pick]");
      if (lit) this.foresee(ahead(this.offers, this.clicks, lit.dataset.pick ?? ""));
      const el = hit(event, ".piece");
      clearTimeout(held);
      const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 5;
      if (el && moved) held = window.setTimeout(() => inspect(el), 400);
      for (const other of document.querySelectorAll(".spread")) other.classList.remove("spread");
      pointed = el;
      if (el?.dataset.stack !== undefined && el.classList.contains("stacked")) spread(el);
    });
    document.addEventListener("pointerout", (event) => {
      if (event.pointerType === "touch" || !hit(event, ".piece, [data-pick]")) return;
      clearTimeout(held);
      shrink();
      this.foresee(null);
    });
    document.addEventListener("focusin", (event) => {
      const el = hit(event, ".piece, [data-pick]");
      if (!el?.matches(":focus-visible")) return;
      if (el.dataset.pick) this.foresee(ahead(this.offers, this.clicks, el.dataset.pick));
      clearTimeout(held);
      held = window.setTimeout(() => inspect(el), 400);
    });
    document.addEventListener("focusout", () => {
      clearTimeout(held);
      shrink();
    });
    app.addEventListener("click", (event) => {
      const tab = hit(event, "[data-tab]")?.closest("button");
      if (tab) return this.#tab(tab);
      if (this.drawer && innerWidth < 1100 && hit(event, ".stage, .seats")) return this.show("table");
      const lit = hit(event, "[data-pick], [data-free]");
      if (lit && fresh) return this.choose(lit.dataset.pick ?? lit.dataset.free ?? "");
      const el = (pointed = hit(event, ".piece"));
      if (lit || !el) return shrink();
      if (el.classList.contains("dis")) {
        const why = reasons(this.offers).get(el.dataset.id ?? "");
        if (why) toast(w("table.not_possible", { why }), { kind: "bad" });
        this.motion?.shake?.(el);
      } else if (this.touch && fresh) inspect(el);
      if (this.touch && el.classList.contains("stacked")) spread(el);
    });
    const hands = {
      number: (n) => this.prompt.number(n),
      clear: () => this.clear(),
      enter: () => this.enter(),
      undo: () => this.view?.undo && !this.past?.view && this.#settle({ t: "undo", to: "ask" }),
      tab: (name) => this.show(name),
      happened: () => this.#back((past) => past.happened()),
      step: (by) => this.#back((past) => past.step(by)),
      aid: () => this.aid(),
    };
    /** @type {typeof import("./keys.js").press | null} */
    let press = null;
    document.addEventListener("keydown", async (event) => {
      press ??= (await import("./keys.js")).press; // loaded with the first key
      press(event, hands);
    });
  }

  /** @param {HTMLElement} button */
  #tab(button) {
    const tab = button.dataset.tab ?? "log";
    if (button.closest(".nav")) return this.show(this.drawer && this.log.tab === tab ? "table" : tab);
    this.log.open(tab);
    this.draw(true);
    /** @type {HTMLElement | null} */ (this.log.tabs.querySelector(`[data-tab="${tab}"]`))?.focus();
  }

  /** Look back; the means for it are loaded when first used. @param {(past: import("./replay.js").Past) => unknown} act */
  async #back(act) {
    const { Past } = await import("./replay.js");
    this.past ??= new Past(this);
    await act(this.past);
  }
}

new Table().open().catch(complain);
