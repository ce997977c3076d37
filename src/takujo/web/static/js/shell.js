// What every page has: who I am, words, theme, top bar, toasts, live regions, dialogs.

import { h, icon, put, use } from "./dom.js";
import { api } from "./net.js";
import { loadWords, w } from "./words.js";

/**
 * @typedef {{lang: "en" | "ja", theme: "system" | "light" | "dark", motion: "normal" | "fast" |
 *   "off", sound: boolean,
 *   confirm: "always" | "final" | "never", keys: boolean, hold: "always" | "two" | "never"}}
 *   Settings
 * @typedef {{id: string | null, name: string | null, settings: Settings}} Me
 */

/** Who reads this page; filled by `boot`, kept up to date by `saveMe`. @type {Me} */
export const me = {
  id: null,
  name: null,
  settings: {
    lang: "en",
    theme: "system",
    motion: "normal",
    sound: false,
    confirm: "final",
    keys: true,
    hold: "two",
  },
};

const root = document.documentElement;

/** @type {Array<(changed: Partial<Settings>) => void>} */
const listeners = [];

/** Addresses of the pages. */
export const pages = {
  lobby: "/",
  /** @param {string} id @param {string} [invite] */
  table: (id, invite) => `/table/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`,
  records: "/records",
  /** @param {string} id */
  record: (id) => `/record/${id}`,
  /** @param {string} id */
  replay: (id) => `/replay/${id}`,
  /** @param {string} id */
  check: (id) => `/check/${id}`,
  /** @param {string} game */
  rules: (game) => `/rules/${game}`,
  /** @param {string} game */
  aid: (game) => `/rules/${game}/aid`,
};

/** @param {(changed: Partial<Settings>) => void} fn called after settings have changed */
export function onSettings(fn) {
  listeners.push(fn);
}

/** @returns {"off" | "fast" | "normal"} the motion to use now */
export function motion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : me.settings.motion;
}

/** @param {any} answer */
function take(answer) {
  me.id = answer.id ?? me.id;
  me.name = answer.name ?? null;
  Object.assign(me.settings, answer.settings);
  root.dataset.theme = me.settings.theme;
  root.dataset.motion = motion();
}

/**
 * Change name or settings, on the server first.
 * @param {{name?: string, settings?: Partial<Settings>}} change
 */
export async function saveMe(change) {
  const before = { ...me.settings };
  take(await api("PUT", "/api/me", change));
  const changed = Object.fromEntries(
    Object.entries(me.settings).filter(
      ([key, value]) => before[/** @type {keyof Settings} */ (key)] !== value,
    ),
  );
  if (changed.lang) {
    root.lang = me.settings.lang;
    await loadWords(me.settings.lang);
  }
  if (Object.keys(changed).length || change.name) for (const fn of listeners) fn(changed);
}

/** @type {Promise<Me> | null} */
let booted = null;

/**
 * Load what every page needs; safe to call more than once.
 * @returns {Promise<Me>}
 */
export function boot() {
  booted ??= (async () => {
    const [answer] = await Promise.all([
      api("GET", "/api/me").catch(() => ({})),
      loadWords(root.lang || "en"),
      addSheet(new URL("../art/ui.svg", import.meta.url).href),
    ]);
    const lang = /** @type {"en" | "ja"} */ (root.lang);
    take({ ...answer, settings: { ...answer.settings, lang } });
    document.body.append(toasts, polite, assertive);
    return me;
  })();
  return booted;
}

/* sheets of symbols */

const sheets = h("div", { class: "sheets", "aria-hidden": "true" });

/** @type {Map<string, Promise<void>>} */
const added = new Map();

/**
 * Put an SVG sheet into the document, once.
 * @param {string} url
 * @returns {Promise<void>}
 */
export function addSheet(url) {
  let adding = added.get(url);
  if (!adding) {
    adding = (async () => {
      const answer = await fetch(url);
      if (!answer.ok) return;
      const parsed = new DOMParser().parseFromString(
        await answer.text(),
        "image/svg+xml",
      ).documentElement;
      if (parsed.localName !== "svg") return;
      if (!sheets.isConnected) document.body.prepend(sheets);
      sheets.append(document.importNode(parsed, true));
    })();
    added.set(url, adding);
  }
  return adding;
}

/** @type {Map<string, any>} */
const skins = new Map();

/**
 * The faces of a game in the page's language, with its style sheet and its drawings in the
 *   document.
 * @param {string} game
 * @returns {Promise<any>} the answer of `GET /api/games/{game}`
 */
export async function loadSkin(game) {
  const key = `${game}:${root.lang}`;
  if (!skins.has(key)) skins.set(key, await api("GET", `/api/games/${game}?lang=${root.lang}`));
  const about = skins.get(key);
  const { css, sheet } = about.skin;
  await Promise.all([css ? addStyle(css) : null, sheet ? addSheet(sheet) : null]);
  return about;
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** @param {string} url @returns {Promise<void>} */
export function addStyle(url) {
  const linked = /** @type {HTMLLinkElement[]} */ ([
    ...document.querySelectorAll("link[rel=stylesheet]"),
  ]);
  let adding = styles.get(url);
  if (!adding && linked.some((link) => link.href === new URL(url, location.href).href))
    return Promise.resolve();
  if (!adding) {
    adding = new Promise((done) => {
      document.head.append(
        h("link", { rel: "stylesheet", href: url, onLoad: () => done(), onError: () => done() }),
      );
    });
    styles.set(url, adding);
  }
  return adding;
}

/** @returns {Promise<void>} the styles of what a match does not need at once */
export function addMore() {
  return addStyle(new URL("../css/more.css", import.meta.url).href);
}

/* saying things */

const toasts = h("div", { class: "toasts" });
const polite = h("div", { class: "sr-only", "aria-live": "polite" });
const assertive = h("div", { class: "sr-only", "aria-live": "assertive" });

let toastTimer = 0;

/**
 * One message at the bottom, for four seconds (six with an action).
 * @param {string | Node} text
 * @param {{kind?: "plain" | "bad", icon?: string, action?: string, onAction?: () => void}}
 *   [options]
 */
export function toast(text, { kind = "plain", icon: picture, action, onAction } = {}) {
  clearTimeout(toastTimer);
  const clear = () => put(toasts);
  const button =
    action && h("button", { type: "button", onClick: () => (clear(), onAction?.()) }, action);
  const box = h(
    "div",
    { class: `toast ${kind}`, role: kind === "bad" ? "alert" : "status" },
    icon(picture ?? (kind === "bad" ? "warn" : "check")),
    h("p", null, text),
    button,
  );
  put(toasts, box);
  toastTimer = window.setTimeout(
    clear,
    action || String(box.textContent).length > 80 ? 6000 : 4000,
  );
}

/**
 * Tell a screen reader.
 * @param {string} text
 * @param {boolean} [urgent]
 */
export function say(text, urgent = false) {
  const region = urgent ? assertive : polite;
  region.append(h("p", null, text));
  while (region.childElementCount > 4) region.firstElementChild?.remove();
}

/** @param {unknown} error show what went wrong */
export function complain(error) {
  toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
}

/* title and favicon */

let plainTitle = "";

/**
 * The window's title; a lit favicon and a mark before the title say that it is the reader's turn.
 * @param {string} title
 * @param {boolean} [turn]
 */
export function setTitle(title, turn = false) {
  plainTitle = title;
  document.title = turn
    ? `● ${w("common.your_turn")} · ${title}`
    : `${title} · ${w("common.takujo")}`;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (link) link.href = new URL(`../art/favicon${turn ? "-turn" : ""}.svg`, import.meta.url).href;
}

/** @param {boolean} turn */
export function setTurn(turn) {
  setTitle(plainTitle, turn);
}

/* dialogs, loaded with the first one */

/** Open the settings. */
export async function openSettings() {
  const { settingsDialog } = await import("./settings.js");
  settingsDialog();
}

/**
 * The reader's name, asked for when there is none yet.
 * @returns {Promise<string>} rejected when the dialog is dismissed
 */
export async function askName() {
  if (me.name) return me.name;
  const { nameDialog } = await import("./settings.js");
  return nameDialog();
}

/* top bar */

/**
 * @param {{title?: string, sub?: string | Node, progress?: Node | null, tools?: Array<Node |
 *   null>, home?: boolean}} options
 * @returns {HTMLElement}
 */
export function topbar({ title = "", sub = "", progress = null, tools = [], home = false }) {
  const brand = [use("ui-logo"), h("span", { class: "word" }, w("common.takujo"))];
  if (home) brand.push(h("small", null, w("common.takujo_other")));
  return h(
    "header",
    { class: home ? "top home" : "top" },
    h("a", { class: "brand", href: pages.lobby, "aria-label": w("common.to_lobby") }, brand),
    title ? h("span", { class: "sep" }) : null,
    title
      ? h("div", { class: "where" }, h("h1", null, title), sub ? h("span", null, sub) : null)
      : null,
    h("div", { class: "mid" }, progress),
    h(
      "div",
      { class: "tools" },
      tools,
      themeButton(),
      h(
        "button",
        {
          class: "iconbtn",
          type: "button",
          "aria-label": w("common.settings"),
          title: w("common.settings"),
          onClick: openSettings,
        },
        icon("gear"),
      ),
    ),
  );
}

/** @returns {boolean} */
export function isDark() {
  const { theme } = root.dataset;
  return (
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  );
}

function themeButton() {
  const label = w("common.theme_switch");
  return h(
    "button",
    {
      class: "iconbtn theme-switch",
      type: "button",
      "aria-label": label,
      title: label,
      onClick: () => saveMe({ settings: { theme: isDark() ? "light" : "dark" } }).catch(complain),
    },
    icon("theme"),
  );
}
