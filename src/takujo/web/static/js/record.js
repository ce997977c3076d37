// What there is to say of a record that was opened from a file, beside its replay.

import { copy } from "./copy.js";
import { dialog } from "./dialog.js";
import { h, icon, put } from "./dom.js";
import { addStyle, pages } from "./shell.js";
import { w } from "./words.js";

await addStyle(new URL("../css/records.css", import.meta.url).href);

/** @type {Record<string, string>} */
const SIGN = { proved: "shield", wrong: "warn", no_keys: "log", elsewhere: "globe" };

export class About {
  /** @param {import("./table.js").Table} page */
  constructor(page) {
    this.page = page;
    this.button = h("button", { class: "pill record", type: "button", onClick: () => this.open() });
  }

  /** Put the button into the top bar, which is made anew with the language. */
  place() {
    const tools = this.page.top?.querySelector(".tools");
    if (!tools || tools.contains(this.button)) return;
    const { shuffles } = this.page.table;
    const said = w(`record.${shuffles}`);
    const name = w("record.button", { said });
    this.button.setAttribute("aria-label", name);
    this.button.title = name;
    put(this.button, icon(SIGN[shuffles]), h("span", { class: "text" }, said));
    tools.prepend(this.button);
  }

  open() {
    const { body } = dialog(w("record.about"));
    const { shuffles, source, state, differs, id } = this.page.table;
    const box = h("input", { class: "in", readonly: true, value: new URL(pages.record(id), location.href).href, "aria-label": w("record.link") });
    put(
      body,
      h("p", { class: `said ${shuffles}` }, icon(SIGN[shuffles]), h("span", null, w(`record.${shuffles}.text`))),
      source ? h("p", null, w("record.source", { source })) : null,
      state === "over" ? null : h("p", null, w("record.unfinished")),
      differs ? h("p", null, w("record.differs", { line: String(differs) })) : null,
      h("div", { class: "field" }, h("span", { class: "lbl" }, w("record.link")), h("div", { class: "inline" }, box, h("button", { class: "btn", type: "button", onClick: () => copy(box) }, icon("copy"), w("room.copy")))),
      h("p", { class: "help" }, w("records.where.others")),
      h("div", { class: "dialog-foot" }, h("a", { class: "btn", href: pages.records }, w("record.another"))),
    );
  }
}
