// The aid of a game, laid over the table.

import { illustrate } from "./booklet.js";
import { dialog } from "./dialog.js";
import { h, icon, put } from "./dom.js";
import { addStyle, complain, pages } from "./shell.js";
import { w } from "./words.js";

await addStyle(new URL("../css/booklet.css", import.meta.url).href);

/** @type {Map<string, Promise<Element>>} */
const read = new Map();

/** @param {string} url @returns {Promise<Element>} the text of an aid's page */
async function text(url) {
  const answer = await fetch(url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelector(".rulebook");
  if (!found) throw new Error(page.querySelector("main p")?.textContent ?? answer.statusText);
  return found;
}

/** Open it, over whatever is there. @param {string} game */
export async function openAid(game) {
  const url = pages.aid(game);
  const key = `${url} ${document.documentElement.lang}`;
  if (!read.has(key)) read.set(key, text(url));
  try {
    const aid = /** @type {HTMLElement} */ (document.importNode(await /** @type {Promise<Element>} */ (read.get(key)), true));
    aid.querySelector("h1")?.remove(); // the dialog says it
    const { body, close } = dialog(w("aid.title"), { className: "aid-dialog" });
    put(
      body,
      aid,
      h(
        "div",
        { class: "dialog-foot" },
        h("a", { class: "btn", href: pages.rules(game), target: "_blank", rel: "noopener" }, icon("help"), w("aid.rules")),
        h("button", { class: "btn", type: "button", onClick: () => (close(), import("./menu.js").then(({ keyList }) => keyList())) }, w("keys.title")),
      ),
    );
    illustrate(aid);
  } catch (error) {
    read.delete(key);
    complain(error);
  }
}
