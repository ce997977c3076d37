// The rules page: the text comes from the server; here it gets its contents list and the faces of
// the things it names.

import { portrait } from "./covers.js";
import { h, icon, put } from "./dom.js";
import { boot, complain, loadSkin, me, onSettings, saveMe, setTitle, topbar } from "./shell.js";
import { w } from "./words.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const main = /** @type {HTMLElement} */ (app.querySelector("main"));
const text = /** @type {HTMLElement} */ (app.querySelector(".rulebook"));
const game = app.dataset.game ?? "";

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
app.prepend(topbar({ title, sub: w("common.rules"), tools: [language] }));
setTitle(title);
if (text.lang === "ja") joinLines();
contents();
if (about) faces(about.skin.prefix, about.faces ?? {});

/** In Japanese a line's end in the source is no space. */
function joinLines() {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    node.data = node.data.replace(/([^\x00-\xff])\n(?=[^\x00-\xff])/g, "$1");
  }
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

/**
 * Where a heading, a table's cell or a list's line begins with the name of a face, its drawing
 *   stands beside it.
 * @param {string} prefix
 * @param {Record<string, {name: string}>} known
 */
function faces(prefix, known) {
  const byName = new Map(
    Object.entries(known).map(([face, { name }]) => [name.toLowerCase(), face]),
  );
  for (const named of text.querySelectorAll(
    "h3, h4, dt, :is(td, li, li > p:first-child) > strong:first-child",
  )) {
    const face = byName.get(
      (named.textContent ?? "")
        .replace(/[.:：。]$/, "")
        .trim()
        .toLowerCase(),
    );
    const figure = face ? portrait(`${prefix}-${face}`, 0) : null;
    if (!figure) continue;
    const item = named.closest("li, tr");
    if (item) {
      item.classList.add("with-face");
      (item.localName === "tr" ? named.parentElement : item)?.prepend(figure);
    } else {
      named.classList.add("with-face");
      put(named, figure, h("span", null, named.textContent));
    }
  }
}
