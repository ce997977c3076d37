// The pages of a game's rules and of its aid: the text comes from the server; here it gets its
// contents list and its drawings.

import { illustrate } from "./booklet.js";
import { h, icon } from "./dom.js";
import { skin } from "./pieces.js";
import { boot, complain, loadSkin, me, onSettings, pages, saveMe, setTitle, topbar } from "./shell.js";
import { w } from "./words.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const main = /** @type {HTMLElement} */ (app.querySelector("main"));
const text = /** @type {HTMLElement} */ (app.querySelector(".rulebook"));
const game = app.dataset.game ?? "";
const onAid = app.dataset.leaf === "aid";

await boot();
const other = me.settings.lang === "ja" ? "en" : "ja";
const language = h(
  "button",
  {
    class: "pill",
    type: "button",
    lang: other,
    onClick: () => saveMe({ settings: { lang: other } }).catch(complain),
  },
  icon("globe"),
  w(`settings.lang.${other}`),
);
onSettings((changed) => {
  if (changed.lang) location.reload(); // the text itself comes from the server
});
const about = await loadSkin(game).catch(() => null);
const title = about?.name ?? document.title;
app.prepend(topbar({ title, sub: w(onAid ? "aid.title" : "common.rules"), tools: [language] }));
setTitle(title);
if (!onAid) contents();
leaves();
if (about) {
  Object.assign(skin, { prefix: about.skin.prefix, faces: about.faces ?? {} });
  illustrate(text);
}

/** From the rules to the aid and back, and on paper. */
function leaves() {
  const to = (/** @type {string} */ href, /** @type {string} */ name, /** @type {boolean} */ here) =>
    h("a", { href, "aria-current": here ? "page" : null }, name);
  main.prepend(
    h(
      "nav",
      { class: "leaves", "aria-label": w("rules.leaves") },
      to(pages.rules(game), w("common.rules"), !onAid),
      to(pages.aid(game), w("aid.title"), onAid),
      h("button", { type: "button", onClick: () => print() }, w("rules.print")),
    ),
  );
}

/** A list of the chapters beside the text. */
function contents() {
  const chapters = [...text.querySelectorAll("h2")];
  if (chapters.length < 3) return;
  chapters.forEach((chapter, i) => (chapter.id ||= `chapter-${i + 1}`));
  const links = chapters.map((chapter) =>
    h("li", null, h("a", { href: `#${chapter.id}` }, chapter.textContent)),
  );
  const nav = h(
    "nav",
    { class: "contents paper", "aria-label": w("rules.contents") },
    h("h2", null, w("rules.contents")),
    h("ol", null, links),
  );
  main.prepend(nav);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        links.forEach((link, i) =>
          link.firstElementChild?.toggleAttribute("aria-current", chapters[i] === entry.target),
        );
      }
    },
    { rootMargin: "-64px 0px -70% 0px" },
  );
  for (const chapter of chapters) seen.observe(chapter);
}
