// The lobby: whose turn it is, what can be played, who waits, what can be watched.

import { emblem, h, icon, put, use } from "./dom.js";
import { Live, api, keepSeal, share } from "./net.js";
import { createDialog } from "./create.js";
import { addCover } from "./covers.js";
import {
  askName,
  boot,
  complain,
  me,
  onSettings,
  openSettings,
  pages,
  saveMe,
  setTitle,
  setTurn,
  topbar,
} from "./shell.js";
import { art, gameCards, heading, lesson } from "./gamecards.js";
import { chime } from "./sound.js";
import { w } from "./words.js";

/**
 * @typedef {import("./create.js").Game} Game
 * @typedef {import("./room.js").Table} Table
 * @typedef {{mine: Array<{table: Table, turn?: boolean, prompt?: string}>, open: Table[],
 *   running: Array<{table: Table, panels: Array<[number, number]>, progress?: string}>}} Lobby
 */

/** @type {Game[]} */
let games = [];
/** @type {Lobby} */
let lobby = { mine: [], open: [], running: [] };

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const sections = {
  turns: h("section", { class: "turns", "aria-live": "off" }),
  games: h("section", { class: "games" }),
  mine: h("section", { class: "minelist" }),
  watch: h("section", { class: "watchlist" }),
  open: h("section", { class: "openlist" }),
  learn: h("section", { class: "learn", hidden: true }),
};
/**
 * @type {Record<string, string>} what each section was drawn from, so that only a change is drawn
 * again
 */
const drawn = {};

await boot();
// All at once: a button that moves when the tables come would be missed.
await Promise.all([loadGames(), loadLobby()]);
frame();
render();
const live = new Live();
live.on("lobby", (message) => {
  lobby = { ...lobby, ...message.lobby };
  render();
});
live.onState((state) => app.classList.toggle("stale", state !== "live" && live.everLive));
live.send({ t: "lobby" });

onSettings(async (changed) => {
  if (changed.lang) {
    await Promise.all([loadGames(), loadLobby()]);
    live.send({ t: "lang", lang: me.settings.lang });
    live.send({ t: "lobby" });
  }
  frame();
  for (const key of Object.keys(drawn)) delete drawn[key];
  render();
});

async function loadLobby() {
  try {
    lobby = { ...lobby, ...(await api("GET", "/api/lobby")) };
  } catch (error) {
    complain(error);
  }
}

async function loadGames() {
  games = await api("GET", `/api/games?lang=${document.documentElement.lang}`);
  await Promise.all(games.map((game) => addCover(game.id, game.skin.cover)));
}

/* frame */

function frame() {
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
  const name = h(
    "button",
    { class: "me", type: "button", onClick: openSettings, title: w("common.settings") },
    h("span", { class: "face" }, icon("user")),
    h("span", { class: "called" }, me.name ?? w("lobby.guest")),
  );
  setTitle(w("common.lobby"));
  put(
    app,
    topbar({ home: true, tools: [language, name] }),
    games.length === 1
      ? h(
          "main",
          { class: "lobby one" },
          h("h1", { class: "sr-only" }, w("common.lobby")),
          sections.turns,
          sections.games,
          sections.mine,
          sections.open,
          sections.watch,
          sections.learn,
        )
      : h(
          "main",
          { class: "lobby" },
          h("h1", { class: "sr-only" }, w("common.lobby")),
          h(
            "div",
            { class: "main" },
            sections.turns,
            sections.games,
            sections.mine,
            sections.watch,
          ),
          h("aside", { class: "side" }, sections.open, games.length > 1 ? actions() : null),
        ),
    h(
      "footer",
      { class: "foot" },
      h("span", null, w("lobby.foot.free")),
      h("span", null, w("lobby.foot.publisher")),
      h("a", { href: pages.records }, w("records.title")),
    ),
  );
}

function actions() {
  return h(
    "div",
    { class: "actions" },
    h(
      "button",
      {
        class: "btn go",
        type: "button",
        "data-key": "create",
        onClick: () => createDialog(games),
      },
      icon("plus"),
      w("lobby.open_table"),
    ),
  );
}

/* sections */

function render() {
  const turns = lobby.mine.filter((each) => each.turn);
  const others = lobby.mine.filter((each) => !each.turn);
  if (turns.length > (Number(sections.turns.dataset.n) || 0) && drawn.turns) chime("turn");
  sections.turns.dataset.n = String(turns.length);
  setTurn(turns.length > 0);
  draw("turns", turns, turnStrips);
  draw("games", [games, waitingCounts()], () => gameCards(games, waitingCounts()));
  draw("mine", others, mineStrips);
  draw("watch", lobby.running, watchList);
  draw("open", lobby.open, openTables);
  if (games.length === 1 && drawn.learn !== me.settings.lang) {
    drawn.learn = me.settings.lang;
    lesson(games[0])
      .then((box) => {
        put(sections.learn, box);
        sections.learn.hidden = false;
      })
      .catch(complain);
  }
}

/**
 * Draw a section when what it shows has changed; the focus stays on the same thing.
 * @param {keyof typeof sections} name
 * @param {any} data
 * @param {() => Array<Node | null>} content
 */
function draw(name, data, content) {
  const text = JSON.stringify(data);
  if (drawn[name] === text) return;
  drawn[name] = text;
  const section = sections[name];
  const focus = section.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
    : null;
  put(section, content());
  section.hidden = !section.firstChild;
  if (focus)
    /** @type {HTMLElement | null} */ (
      section.querySelector(`[data-key="${CSS.escape(focus)}"]`)
    )?.focus();
}

/** @param {Table} table */
function options(table) {
  const labels = (table.option_labels ?? []).map((each) =>
    w("lobby.option", { label: each.label, value: each.value }),
  );
  const pace = table.turns === "turn-based" ? [w("create.turns.turn-based")] : [];
  return [w("create.players.n", { n: table.players }), ...pace, ...labels].join(w("common.dot"));
}

function turnStrips() {
  const turns = lobby.mine.filter((each) => each.turn);
  if (!turns.length) return [];
  return [
    heading(w("common.your_turn"), w("lobby.turns", { n: turns.length })),
    h(
      "ul",
      { class: "strips" },
      turns.map(({ table, prompt }) =>
        h(
          "li",
          { class: "strip turn" },
          art(table.game),
          h(
            "div",
            { class: "what" },
            h("b", null, table.name),
            h("p", null, prompt || w("lobby.table_n", { n: String(table.number) })),
          ),
          h(
            "a",
            { class: "btn go", href: pages.table(table.id), "data-key": `turn-${table.id}` },
            w("lobby.to_table"),
          ),
        ),
      ),
    ),
  ];
}

function mineStrips() {
  const others = lobby.mine.filter((each) => !each.turn);
  if (!others.length) return [];
  return [
    heading(w("lobby.mine")),
    h(
      "ul",
      { class: "strips" },
      others.map(({ table, prompt }) =>
        h(
          "li",
          { class: "strip" },
          art(table.game),
          h(
            "div",
            { class: "what" },
            h("b", null, table.name),
            h(
              "p",
              null,
              prompt ||
                (table.state === "open"
                  ? w("lobby.gathering")
                  : w("lobby.table_n", { n: String(table.number) })),
            ),
            seatRow(table),
          ),
          h(
            "a",
            { class: "btn small", href: pages.table(table.id), "data-key": `mine-${table.id}` },
            w("lobby.to_table"),
          ),
        ),
      ),
    ),
  ];
}

/** @returns {Record<string, number>} tables waiting per game */
function waitingCounts() {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const table of lobby.open) counts[table.game] = (counts[table.game] ?? 0) + 1;
  return counts;
}

/** @param {Table} table @returns {number[][]} the seats of those who play together */
function groups(table) {
  return table.teams?.length
    ? table.teams.map((team) => team.seats)
    : table.seats.map((seat) => [seat.seat]);
}

/**
 * The seats of a player's side, which has one score.
 * @param {Table} table
 * @param {number} seat
 */
function partners(table, seat) {
  return groups(table).find((seats) => seats.includes(seat)) ?? [seat];
}

/** @param {Table} table */
function seatRow(table) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const names = table.seats.filter((seat) => seat.name).map((seat) => seat.name);
  return h(
    "p",
    { class: "seatrow" },
    groups(table).map((seats) =>
      h(
        "span",
        { class: seats.length > 1 ? "side together" : "side" },
        seats.map((seat) =>
          table.seats[seat].kind === "open"
            ? h("span", { class: "em free", "aria-hidden": "true" })
            : emblem(seat),
        ),
      ),
    ),
    h(
      "span",
      { class: "sr-only" },
      new Intl.ListFormat(me.settings.lang).format(/** @type {string[]} */ (names)),
    ),
    table.state === "open"
      ? h("span", null, free ? w("lobby.free", { n: free }) : w("lobby.full"))
      : null,
  );
}

/** @param {Table} table */
function hosted(table) {
  const host = table.seats[table.host ?? -1]?.name;
  return host ? w("lobby.hosted", { name: host }) : w("lobby.table_n", { n: String(table.number) });
}

function openTables() {
  const waiting = lobby.open;
  const list = waiting.length
    ? h(
        "ul",
        { class: "opentables paper" },
        waiting.map((table) =>
          h(
            "li",
            null,
            h(
              "div",
              null,
              h("b", null, games.length > 1 ? table.name : hosted(table)),
              h(
                "p",
                null,
                games.length > 1
                  ? [hosted(table), w("common.dot"), options(table)]
                  : options(table),
              ),
              seatRow(table),
            ),
            table.can?.join
              ? h(
                  "button",
                  {
                    class: "btn",
                    type: "button",
                    "data-key": `join-${table.id}`,
                    onClick: () => join(table),
                  },
                  w("common.join"),
                )
              : h(
                  "a",
                  { class: "btn", href: pages.table(table.id), "data-key": `join-${table.id}` },
                  w("lobby.to_table"),
                ),
          ),
        ),
      )
    : h(
        "div",
        { class: "empty paper" },
        use("ui-empty-table"),
        h("div", null, h("b", null, w("lobby.none_open")), h("p", null, w("lobby.none_open.hint"))),
        games.length
          ? h(
              "button",
              {
                class: "btn",
                type: "button",
                "data-key": "empty-create",
                onClick: () => createDialog(games),
              },
              icon("plus"),
              w("lobby.open_table"),
            )
          : null,
      );
  return [heading(w("lobby.open")), list];
}

/** @param {Table} table */
async function join(table) {
  try {
    await askName();
    keepSeal(table.id, table.commitment);
    await api("POST", `/api/tables/${table.id}/join`, share(table.id));
    location.assign(pages.table(table.id));
  } catch (error) {
    if (!(error instanceof Error && error.name === "Dismissed")) complain(error);
  }
}

function watchList() {
  if (!lobby.running.length) return [];
  return [
    heading(w("lobby.watch")),
    h(
      "ul",
      { class: "watch" },
      lobby.running.map(({ table, panels, progress }) =>
        h(
          "li",
          null,
          h(
            "a",
            { class: "paper", href: pages.table(table.id), "data-key": `watch-${table.id}` },
            h(
              "span",
              { class: "what" },
              h("b", null, table.name),
              h("small", null, progress || w("lobby.table_n", { n: String(table.number) })),
            ),
            h(
              "span",
              { class: "scores num" },
              panels
                .filter(([seat]) => partners(table, seat)[0] === seat)
                .map(([seat, score]) =>
                  h("span", null, partners(table, seat).map(emblem), h("strong", null, score)),
                ),
            ),
            icon("eye"),
            h("span", { class: "sr-only" }, w("common.watch")),
          ),
        ),
      ),
    ),
  ];
}
