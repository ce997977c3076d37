// A table before its match: who sits where, how to invite, what will be played.

import { copy } from "./copy.js";
import { SEATS, emblem, h, icon, put, use } from "./dom.js";
import { api, keepSeal, share } from "./net.js";
import { botName } from "./create.js";
import { addCover } from "./covers.js";
import {
  addStyle,
  askName,
  boot,
  complain,
  loadSkin,
  me,
  onSettings,
  pages,
  say,
  setTitle,
  toast,
  topbar,
} from "./shell.js";
import { w } from "./words.js";

/**
 * @typedef {{seat: number, kind: "open" | "human" | "bot", name?: string, bot?: string, present?:
 *   boolean, away_since?: number | null,
 *   you?: boolean, conceded?: boolean, by_bot?: boolean}} Seat
 * @typedef {{start?: boolean, why_not?: string, join?: boolean, leave?: boolean, kick?: boolean,
 *   move?: boolean, swap?: boolean,
 *   return?: boolean, concede?: boolean,
 *   bot?: number[]}} Can
 * @typedef {{id: string, game: string, name: string, number: number, players: number, options:
 *   Record<string, any>, turns: import("./create.js").Pace,
 *   option_labels?: Array<{label: string, value: string}>, public: boolean, state: "open" |
 *   "running" | "over" | "closed",
 *   host: number | null, seats: Seat[], teams?: Array<{name: string, seats: number[]}>, you: number | null, invite?: string, commitment: string,
 *   watchers?: number, can: Can,
 *   votes?: {bot?: Record<string, number[]>, rematch?: number[]}, next?: string | null}} Table
 * @typedef {{id: number | string, who: string, seat: number | null, text: string, audience:
 *   "seats" | "onlookers", time: number}} Line
 * @typedef {import("./net.js").Live} Live
 */

const CHAT_LENGTH = 300;

/** @type {WeakMap<Element, Room>} */
const rooms = new WeakMap();

/**
 * Show the waiting room, or bring the one already shown up to date.
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {Live | null} live null while the page is not connected yet
 */
export function renderRoom(root, table, live) {
  let room = rooms.get(root);
  if (!room || !room.page.isConnected) {
    room = new Room(root);
    rooms.set(root, room);
  }
  if (live) room.listen(live);
  room.update(table);
}

class Room {
  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {Live | null} */
    this.live = null;
    /** @type {Table | null} */
    this.table = null;
    /** @type {any} what the server tells about the game */
    this.about = null;
    /** @type {Set<string>} what was asked of the server and is not answered yet */
    this.doing = new Set();
    /** @type {Promise<unknown>} that no button is held down */
    this.released = Promise.resolve();
    /** @type {number | null} whose seat is about to change places */
    this.swapping = null;
    this.bar = h("div");
    this.seats = h("ol", { class: "room-seats" });
    this.foot = h("div", { class: "room-foot" });
    this.head = h("header", { class: "room-head" });
    this.invite = h("section", { class: "paper room-box" });
    this.rules = h("section", { class: "paper room-box" });
    this.seal = h("section", { class: "paper room-box room-seal" });
    this.lines = h("div", {
      class: "room-lines",
      role: "log",
      tabindex: "0",
      "aria-label": w("room.chat"),
    });
    this.input = h("input", {
      class: "in",
      name: "say",
      maxlength: CHAT_LENGTH,
      autocomplete: "off",
      placeholder: w("room.say"),
      "aria-label": w("room.say"),
    });
    this.chat = h(
      "section",
      { class: "paper room-box room-chat" },
      h("h2", null, w("room.chat")),
      this.lines,
      h(
        "form",
        { class: "room-say", onSubmit: (/** @type {Event} */ event) => this.speak(event) },
        this.input,
        h(
          "button",
          { class: "iconbtn", type: "submit", "aria-label": w("room.send") },
          icon("send"),
        ),
      ),
    );
    this.page = h(
      "main",
      { class: "room" },
      h(
        "div",
        { class: "room-table" },
        h("div", { class: "room-cloth" }, this.head, this.seats, this.foot),
      ),
      h("aside", { class: "room-side" }, this.invite, this.rules, this.seal, this.chat),
    );
    this.page.addEventListener("pointerdown", (event) => this.hold(event));
    put(root, this.bar, this.page);
    /** Buttons that move when the styles come would be missed. */
    this.styled = Promise.all(
      ["room", "circle"].map((css) => addStyle(new URL(`../css/${css}.css`, import.meta.url).href)),
    );
    /** @type {Set<number | string>} */
    this.heard = new Set();
    onSettings((changed) => {
      if (!this.page.isConnected || !this.table) return;
      if (changed.lang) this.about = null;
      this.update(this.table);
    });
  }

  /** What is drawn anew under a button that is held down would lose the click. @param {Event} event */
  hold(event) {
    if (!(/** @type {Element} */ (event.target).closest("button, a"))) return;
    this.released = new Promise((done) => {
      for (const end of ["pointerup", "pointercancel"])
        document.addEventListener(end, () => setTimeout(done), { once: true });
    });
  }

  /** @param {Live} live */
  listen(live) {
    if (this.live === live) return;
    this.live = live;
    live.on("chat", (message) => this.hear(message.lines ?? []));
  }

  /** @param {Table} table */
  async update(table) {
    const before = this.table;
    this.table = table;
    keepSeal(table.id, table.commitment);
    if (before) this.announce(before, table);
    await Promise.all([boot(), this.styled]);
    if (!this.about) {
      this.about = await loadSkin(table.game).catch(() => null);
      if (this.about) await addCover(table.game, this.about.skin.cover);
    }
    await this.released;
    if (this.table !== table || !this.page.isConnected) return; // a newer one is on its way
    const focus = this.page.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : null;
    this.draw(table);
    if (focus)
      /** @type {HTMLElement | null} */ (
        this.page.querySelector(`[data-key="${CSS.escape(focus)}"]`)
      )?.focus();
  }

  /** @param {Table} table */
  draw(table) {
    const full = table.seats.every((seat) => seat.kind !== "open");
    const closed = table.state === "closed";
    setTitle(table.name);
    put(
      this.bar,
      topbar({
        title: table.name,
        sub: w("room.sub", {
          n: String(table.number),
          who: w(table.public ? "create.public" : "create.link"),
        }),
        tools: [
          h(
            "a",
            {
              class: "iconbtn",
              href: pages.rules(table.game),
              target: "_blank",
              "aria-label": w("common.rules"),
              title: w("common.rules"),
            },
            icon("help"),
          ),
        ],
      }),
    );
    put(
      this.head,
      use(`cover-${table.game}`, "art"),
      h(
        "div",
        null,
        h("h2", null, w(closed ? "room.closed" : full ? "room.ready" : "room.gathering")),
        h("p", null, closed ? table.can.why_not || w("room.closed.hint") : this.hint(table, full)),
      ),
    );
    put(
      this.seats,
      table.teams?.length
        ? table.teams.map((team, side) => this.team(table, team, side))
        : table.seats.map((seat) => this.seat(table, seat)),
    );
    this.seats.classList.toggle("by-team", Boolean(table.teams?.length));
    put(this.foot, this.actions(table));
    this.drawInvite(table);
    this.drawRules(table);
    this.drawSeal(table);
  }

  /**
   * @param {Table} table
   * @param {boolean} full
   */
  hint(table, full) {
    if (table.you === null || table.you === undefined)
      return table.can.join ? w("room.hint.join") : w("room.hint.watch");
    if (table.you === table.host) return full ? w("room.hint.start") : w("room.hint.invite");
    return w("room.hint.wait", { host: table.seats[table.host ?? 0]?.name ?? "" });
  }

  /**
   * Partners side by side under the name of their team.
   * @param {Table} table
   * @param {{name: string, seats: number[]}} team
   * @param {number} side
   */
  team(table, team, side) {
    const sign = `${this.about?.skin.prefix}-side-${side}`;
    const drawn = document.getElementById(sign);
    return h(
      "li",
      { class: "room-team" },
      h(
        "h3",
        null,
        drawn && h("span", { class: `crest side-${side}`, "aria-hidden": "true" }, use(sign)),
        team.name,
      ),
      h(
        "ol",
        null,
        team.seats.map((seat) => this.seat(table, table.seats[seat])),
      ),
    );
  }

  /**
   * @param {Table} table
   * @param {Seat} seat
   */
  seat(table, seat) {
    const host = table.state === "open" && table.you !== null && table.you === table.host;
    const free = seat.kind === "open";
    const mark = free ? h("span", { class: "em free", "aria-hidden": "true" }) : emblem(seat.seat);
    const tags = [
      seat.you && h("span", { class: "tag" }, w("common.you")),
      !free && seat.seat === table.host && h("span", { class: "tag" }, w("common.host")),
      seat.kind === "human" &&
        seat.present === false &&
        h("span", { class: "tag" }, w("common.away")),
    ];
    // the host reads the kind of a bot in the list beside it
    const bot = host ? w("room.bot") : w("create.bot", { bot: botName(seat.bot ?? "") });
    const name = free ? w("room.free") : seat.kind === "bot" ? bot : (seat.name ?? "");
    return h(
      "li",
      { class: free ? "room-seat free" : `room-seat seat-${SEATS[seat.seat]}` },
      mark,
      h("div", { class: "seat-who" }, h("b", null, name), h("span", { class: "seat-tags" }, tags)),
      h("div", { class: "seat-acts" }, this.seatActions(table, seat, host)),
    );
  }

  /**
   * @param {Table} table
   * @param {Seat} seat
   * @param {boolean} host
   */
  seatActions(table, seat, host) {
    const n = seat.seat + 1;
    const acts = [];
    if (this.swapping === seat.seat)
      return [this.button("swap-off", w("common.cancel"), "quiet small", () => this.swapWith(null))];
    if (this.swapping !== null)
      return [
        this.button(`swap-${n}`, w("room.swap.here"), "opt small", () => this.swapWith(seat.seat)),
      ];
    if (seat.kind === "open" && table.can.move)
      acts.push(
        this.button(`move-${n}`, w("room.move"), "opt", () => this.do("move", { seat: seat.seat })),
      );
    if (seat.kind === "open" && table.can.join) {
      acts.push(
        h(
          "button",
          {
            class: "btn opt",
            type: "button",
            "data-key": `sit-${n}`,
            onClick: () => this.sit(seat.seat),
          },
          w("room.sit"),
        ),
      );
    }
    if (host && seat.kind !== "human") {
      const bots = this.about?.bots ?? [];
      acts.push(
        h(
          "select",
          {
            class: "in",
            "aria-label": w("create.seat_n", { n }),
            "data-key": `kind-${n}`,
            value: seat.kind === "open" ? "open" : `bot:${seat.bot}`,
            onChange: (/** @type {any} */ event) =>
              this.do("seat", { seat: seat.seat, kind: event.target.value }),
          },
          h("option", { value: "open" }, w("create.open")),
          bots.map((/** @type {string} */ bot) =>
            h("option", { value: `bot:${bot}` }, w("create.bot", { bot: botName(bot) })),
          ),
        ),
      );
    }
    if (host && seat.kind === "human" && !seat.you && table.can.kick) {
      acts.push(
        h(
          "button",
          {
            class: "btn quiet small",
            type: "button",
            "data-key": `kick-${n}`,
            onClick: () => this.kick(seat),
          },
          w("room.kick"),
        ),
      );
    }
    if (table.can.swap && table.teams?.length)
      acts.push(
        h(
          "button",
          {
            class: "iconbtn",
            type: "button",
            "data-key": `swap-${n}`,
            title: w("room.swap"),
            "aria-label": w("room.swap"),
            onClick: () => this.swapWith(seat.seat),
          },
          icon("swap"),
        ),
      );
    return acts;
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {string} look
   * @param {() => void} act
   */
  button(key, text, look, act) {
    return h(
      "button",
      { class: `btn ${look}`, type: "button", "data-key": key, onClick: act },
      text,
    );
  }

  /**
   * Two clicks: whose seat, and with which it changes places.
   * @param {number | null} seat
   */
  async swapWith(seat) {
    const first = this.swapping;
    this.swapping = first === null ? seat : null;
    if (first !== null && seat !== null) await this.do("swap", { seats: [first, seat] });
    else if (this.table) await this.update(this.table);
  }

  /** @param {Table} table */
  actions(table) {
    if (table.state === "closed")
      return [h("a", { class: "btn", href: pages.lobby, "data-key": "lobby" }, w("error.lobby"))];
    const host = table.you !== null && table.you === table.host;
    const acts = [];
    if (table.can.leave)
      acts.push(
        h(
          "button",
          { class: "btn", type: "button", "data-key": "leave", onClick: () => this.leave() },
          icon("leave"),
          w("common.leave"),
        ),
      );
    if (host) {
      const why = table.can.start ? "" : (table.can.why_not ?? "");
      acts.unshift(
        h(
          "button",
          {
            class: "btn go",
            type: "button",
            "data-key": "start",
            disabled: !table.can.start,
            "aria-describedby": "why-not",
            onClick: () => this.do("start", share(table.id)),
          },
          icon("play"),
          w("room.start"),
        ),
        h("p", { class: "room-why", id: "why-not" }, why),
      );
    }
    if (table.can.swap && table.teams?.length)
      acts.splice(
        -1,
        0,
        h(
          "button",
          { class: "btn", type: "button", "data-key": "draw", onClick: () => this.do("draw") },
          icon("swap"),
          w("room.draw"),
        ),
      );
    return acts;
  }

  /** @param {Table} table */
  drawInvite(table) {
    const link = table.invite
      ? new URL(table.invite, location.href).href
      : table.public
        ? new URL(pages.table(table.id), location.href).href
        : "";
    this.invite.hidden = !link || table.state === "closed";
    if (this.invite.dataset.link === `${me.settings.lang} ${link}`) return;
    this.invite.dataset.link = `${me.settings.lang} ${link}`;
    const box = h("input", {
      class: "in",
      readonly: true,
      value: link,
      "aria-label": w("room.invite"),
      onFocus: () => box.select(),
    });
    put(
      this.invite,
      h("h2", null, w("room.invite")),
      h(
        "div",
        { class: "inline" },
        box,
        h(
          "button",
          { class: "btn", type: "button", "data-key": "copy", onClick: () => copy(box) },
          icon("copy"),
          w("room.copy"),
        ),
      ),
      h("p", { class: "help" }, w("room.invite.help")),
    );
  }

  /** @param {Table} table */
  drawRules(table) {
    const rows = [
      { label: w("create.players"), value: w("create.players.n", { n: table.players }) },
      { label: w("create.turns"), value: w(`create.turns.${table.turns}`) },
      ...(table.option_labels ?? []),
    ];
    put(
      this.rules,
      h("h2", null, w("room.options")),
      h(
        "dl",
        null,
        rows.map(({ label, value }) => h("div", null, h("dt", null, label), h("dd", null, value))),
      ),
    );
  }

  /** @param {Table} table */
  drawSeal(table) {
    put(
      this.seal,
      icon("shield"),
      h(
        "div",
        null,
        h("h2", null, w("room.seal")),
        h("p", { class: "help" }, w("room.seal.help")),
        h(
          "a",
          { href: pages.check(table.id), class: "sealcode" },
          table.commitment.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 "),
          h("span", { class: "sr-only" }, w("room.seal.more")),
        ),
      ),
    );
  }

  /* what the buttons do */

  /**
   * A second click on the same button means nothing while the first is on its way; another button
   * may do its work before the answer to the first has come, for what it did is told sooner.
   * @param {string} verb
   * @param {Record<string, any>} [body]
   */
  async do(verb, body = {}) {
    const what = JSON.stringify([verb, body]);
    if (this.doing.has(what) || !this.table) return;
    this.doing.add(what);
    const before = this.table;
    try {
      const table = await api("POST", `/api/tables/${before.id}/${verb}`, body);
      const newest = this.table === before; // what the socket has told since is newer
      if (newest && table?.id && table.state === "open") await this.update(table);
    } catch (error) {
      complain(error);
      if (this.table) await this.update(this.table); // a select shows what is true again
    } finally {
      this.doing.delete(what);
    }
  }

  /** @param {number} seat */
  async sit(seat) {
    try {
      await askName();
    } catch {
      return; // dismissed
    }
    if (!this.table) return;
    const invite = new URLSearchParams(location.search).get("invite") ?? undefined;
    await this.do("join", { ...share(this.table.id), seat, invite });
  }

  async leave() {
    await this.do("leave");
    location.assign(pages.lobby);
  }

  /** @param {Seat} seat */
  kick(seat) {
    toast(w("room.kick.ask", { name: seat.name ?? "" }), {
      icon: "leave",
      action: w("room.kick.yes"),
      onAction: () => this.do("kick", { seat: seat.seat }),
    });
  }

  /** @param {Event} event */
  async speak(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    try {
      await this.live?.ask({ t: "say", text });
      this.input.value = "";
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Line[]} lines */
  hear(lines) {
    if (!this.page.isConnected) return;
    for (const line of lines) {
      if (this.heard.has(line.id)) continue;
      this.heard.add(line.id);
      this.lines.append(
        h(
          "div",
          { class: "said-line" },
          line.seat === null || line.seat === undefined
            ? h("span", { class: "em free" })
            : emblem(line.seat),
          h("p", null, h("b", null, line.who), " ", h("span", null, line.text)),
        ),
      );
    }
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /**
   * @param {Table} before
   * @param {Table} after
   */
  announce(before, after) {
    after.seats.forEach((seat, i) => {
      const old = before.seats[i];
      if (!old || (old.kind === seat.kind && old.name === seat.name) || seat.you) return;
      if (seat.kind === "human") say(w("room.came", { name: seat.name ?? "" }));
      else if (old.kind === "human" && !old.you) say(w("room.went", { name: old.name ?? "" }));
    });
  }
}
