// The games of the house as cards: one wide one, or a grid of several.

import { dialog } from "./dialog.js";
import { SEATS, h, icon, put, use } from "./dom.js";
import { botChoice, createDialog } from "./create.js";
import { portrait } from "./covers.js";
import { loadSkin, pages } from "./shell.js";
import { w } from "./words.js";

/**
 * @typedef {import("./create.js").Game} Game
 * @typedef {Record<string, number>} Counts tables waiting per game
 */

/** @param {string} title @param {string | Node | null} [note] */
export function heading(title, note = null) {
  return h("h2", null, title, note ? h("span", null, note) : null);
}

/** @param {string} game */
export function art(game) {
  return use(`cover-${game}`, "art");
}

/**
 * @param {Game} game
 * @param {Counts} counts
 */
function facts(game, counts) {
  const [least, most] = [game.players[0], game.players[game.players.length - 1]];
  const waiting = counts[game.id] ?? 0;
  return h(
    "p",
    { class: "facts" },
    h(
      "span",
      null,
      icon("people"),
      least === most
        ? w("create.players.n", { n: least })
        : w("lobby.players_range", { least, most }),
    ),
    h("span", null, icon("clock"), w("lobby.minutes", { n: game.minutes })),
    waiting ? h("span", { class: "waiting" }, w("lobby.waiting", { n: waiting })) : null,
  );
}

/**
 * @param {Game[]} games
 * @param {Counts} counts
 */
export function gameCards(games, counts) {
  if (games.length === 1) return [wideCard(games, counts)];
  return [
    heading(w("lobby.games"), w("lobby.games.note")),
    h(
      "ul",
      { class: "grid" },
      games.map((game) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              class: "game",
              type: "button",
              "data-key": `game-${game.id}`,
              onClick: () => gameDialog(games, game, counts),
            },
            art(game.id),
            h(
              "div",
              { class: "about" },
              h("h3", null, game.name),
              h("p", null, game.tagline),
              facts(game, counts),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * @param {Game[]} games the only one
 * @param {Counts} counts
 */
function wideCard(games, counts) {
  const [game] = games;
  const choice = botChoice(game, "one");
  return h(
    "article",
    { class: "onegame" },
    art(game.id),
    h(
      "div",
      { class: "about" },
      h("h2", null, game.name),
      game.tagline && h("p", { class: "tagline" }, game.tagline),
      facts(game, counts),
      choice.node,
      gameActions(games, game, choice.play),
    ),
  );
}

/**
 * @param {Game[]} games
 * @param {Game} game
 * @param {() => void} play
 */
function gameActions(games, game, play) {
  return h(
    "div",
    { class: "game-actions" },
    h(
      "button",
      { class: "btn go", type: "button", onClick: play, "data-key": "bots" },
      icon("bot"),
      w("lobby.play_bots"),
    ),
    h(
      "button",
      {
        class: "btn",
        type: "button",
        onClick: () => createDialog(games, game.id),
        "data-key": "create",
      },
      icon("plus"),
      w("lobby.open_table"),
    ),
    games.length > 1 &&
      h("a", { class: "btn quiet", href: pages.rules(game.id) }, icon("help"), w("common.rules")),
  );
}

/**
 * An invitation to the rules, with three faces of the game fanned out.
 * @param {Game} game
 * @returns {Promise<HTMLElement>}
 */
export async function lesson(game) {
  const { skin, faces } = await loadSkin(game.id);
  const names = Object.keys(faces ?? {}).filter((name) =>
    document.getElementById(`${skin.prefix}-${name}`),
  );
  const fan = [0, Math.floor(names.length / 2), names.length - 1]
    .filter((at, i, all) => at >= 0 && all.indexOf(at) === i)
    .map((at, i) => portrait(`${skin.prefix}-${names[at]}`, (2 * i) % SEATS.length));
  return h(
    "div",
    { class: "paper" },
    fan.length ? h("div", { class: "fan", "aria-hidden": "true" }, fan) : null,
    h(
      "div",
      null,
      h("h2", null, w("lobby.learn")),
      h("p", null, w("lobby.learn.hint", { n: names.length })),
    ),
    h("a", { class: "btn", href: pages.rules(game.id) }, icon("help"), w("lobby.read_rules")),
  );
}

/**
 * @param {Game[]} games
 * @param {Game} game
 * @param {Counts} counts
 */
function gameDialog(games, game, counts) {
  const { body, close } = dialog(game.name, { className: "gamebox" });
  const choice = botChoice(game, "box");
  const act = gameActions(games, game, () => {
    close();
    choice.play();
  });
  put(
    body,
    art(game.id),
    h("p", { class: "tagline" }, game.tagline),
    facts(game, counts),
    choice.node,
    act,
  );
}
