// Looking back: step by step through this match, what happened since one's last move, or a whole finished match.

import { h, icon, keepFocus, put } from "./dom.js";
import { api } from "./net.js";
import { addMore, complain, motion, say, setTitle } from "./shell.js";
import { skin, unpacked } from "./pieces.js";
import { w } from "./words.js";

await addMore();

const READING = 900; // ms a step stays while it plays by itself
const FAR = 40; // steps looked back at most for one's own last move

export class Past {
  /** @param {import("./table.js").Table} page */
  constructor(page) {
    this.page = page;
    /** @type {any} */
    this.view = null;
    this.at = 0;
    this.steps = 0;
    this.side = "";
    /** @type {Array<number | null>} */
    this.sides = [];
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.timer = 0;
    this.wish = 0; // counts what was asked to be shown: only the newest is
    this.playing = false;
    this.until = 0;
    this.tools = h("div", { class: "past-bar" });
    const { id, shuffles } = page.table;
    this.address = `/api/${shuffles ? "records" : "tables"}/${id}/replay`;
    if (shuffles) import("./record.js").then(({ About }) => (this.about = new About(page)).place());
  }

  /** @param {number} step @returns {Promise<any>} */
  #fetch(step) {
    const { you, state } = this.page.table;
    const side = this.page.replaying ? this.side : you === null || you === undefined ? "onlooker" : String(you);
    const key = `${side}:${step}:${document.documentElement.lang}`;
    let answer = this.known.get(key);
    if (!answer) {
      answer = api("GET", `${this.address}?side=${side}&step=${step}`).then((told) => (unpacked(told.view), told));
      this.known.set(key, answer);
      answer.catch(() => this.known.delete(key));
      if (state === "running" && step < 0) this.known.delete(key);
    }
    return answer;
  }

  /** @type {import("./record.js").About | null} what there is to say of a record */
  about = null;

  /** How many steps there are by now. */
  async #count() {
    const { you } = this.page.table;
    const side = this.page.replaying ? this.side : you === null || you === undefined ? "onlooker" : String(you);
    const answer = await api("GET", `${this.address}?side=${side}&step=0`);
    this.steps = answer.steps;
    this.sides = answer.sides ?? [];
    return answer.steps;
  }

  /** The page of a finished match. */
  async open() {
    this.side = new URLSearchParams(location.search).get("side") ?? (this.page.table.you ?? "onlooker").toString();
    try {
      await this.#count();
      const wanted = Number(new URLSearchParams(location.search).get("step") ?? 0);
      await this.go(Math.min(this.steps, wanted));
      setTitle(w("replay.title", { game: this.page.about.name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} step */
  async go(step) {
    const mine = ++this.wish;
    try {
      if (!this.steps) await this.#count();
      const wanted = Math.max(0, Math.min(this.steps, step));
      const answer = await this.#fetch(wanted);
      if (mine !== this.wish) return false; // something else was wished for meanwhile
      this.at = answer.step;
      this.view = answer.view;
      this.page.log.take(answer.view.log ?? [], true);
      this.page.draw();
      if (wanted < this.steps) this.#fetch(wanted + 1).catch(() => {});
      return true;
    } catch (error) {
      complain(error);
      this.pause();
      return false;
    }
  }

  /** @param {number} by */
  async step(by) {
    this.pause();
    if (!this.view) {
      if (by > 0) return;
      await this.#count().catch(complain);
      return this.go(this.steps + by);
    }
    if (!this.page.replaying && this.at + by >= this.steps) return this.now();
    return this.go(this.at + by);
  }

  /** Play what came after the viewer's own last move. */
  async happened() {
    if (this.page.replaying) return this.play();
    this.pause();
    const you = this.page.table.you;
    try {
      const last = await this.#count();
      let step = last;
      const mine = (/** @type {any} */ view) => {
        const line = [...(view.log ?? [])].reverse().find((l) => !l.heading && !l.undone);
        return line && line.who === you;
      };
      let seen = mine((await this.#fetch(step)).view);
      while (step > 0 && last - step < FAR) {
        const before = mine((await this.#fetch(step - 1)).view);
        step -= 1;
        if (before && !seen && you !== null) break;
        if (you === null || you === undefined) if (last - step >= 8) break;
        seen = before;
      }
      await this.go(step);
      this.play(last);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} [until] */
  play(until = this.steps) {
    this.until = until;
    this.playing = true;
    this.page.draw(true);
    clearTimeout(this.timer);
    const pace = motion() === "fast" ? READING / 2 : READING;
    const on = async () => {
      if (!this.playing) return;
      if (this.at >= this.until) return this.page.replaying ? this.pause() : this.now();
      if (!(await this.go(this.at + 1))) return;
      if (this.playing) this.timer = window.setTimeout(on, pace);
    };
    if (this.at >= this.until && this.page.replaying) this.at = -1;
    this.timer = window.setTimeout(on, pace);
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.page.draw(true);
  }

  /** Back to the present. */
  now() {
    clearTimeout(this.timer);
    this.wish++;
    this.playing = false;
    this.view = null;
    this.steps = 0;
    this.page.log.take(this.page.view?.log ?? [], true);
    this.page.draw();
    say(w("replay.now_said"));
  }

  /** After a change of language. */
  reload() {
    this.known.clear();
    if (this.view) this.go(this.at);
  }

  /** The controls, in place of what is asked. @param {HTMLElement} prompt */
  bar(prompt) {
    if (!this.view) return this.tools.remove();
    this.about?.place();
    const { replaying } = this.page;
    const button = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {() => void} */ act) => h("button", { class: "iconbtn", type: "button", "aria-label": name, title: name, onClick: act }, icon(picture));
    const slider = h("input", { type: "range", min: 0, max: this.steps, value: this.at, "aria-label": w("replay.slider"), "aria-valuetext": w("replay.step", { i: this.at, n: this.steps }) });
    slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(slider.value));
    });
    const fill = () => put(
      this.tools,
      button("first", w("replay.first"), () => (this.pause(), this.go(0))),
      button("prev", w("replay.back"), () => this.step(-1)),
      this.playing ? button("pause", w("replay.pause"), () => this.pause()) : button("play", w("replay.play"), () => this.play()),
      button("next", w("replay.on"), () => this.step(1)),
      slider,
      h("span", { class: "at" }, w("replay.step", { i: this.at, n: this.steps })),
      replaying ? this.#sides() : h("button", { class: "btn go", type: "button", onClick: () => this.now() }, w("replay.now")),
    );
    if (!this.tools.isConnected) prompt.prepend(this.tools);
    keepFocus(this.tools, fill);
  }

  #sides() {
    const select = h(
      "select",
      { class: "in", "aria-label": w("replay.side"), value: this.side },
      this.sides.map((s) => h("option", { value: s === null ? "onlooker" : s }, s === null ? w("replay.onlooker") : skin.name(s))),
    );
    select.addEventListener("change", () => {
      this.side = select.value;
      this.go(this.at);
    });
    return select;
  }
}
