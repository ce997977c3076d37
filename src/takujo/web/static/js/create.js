// Opening a table, alone against bots or for others.

import { dialog } from "./dialog.js";
import { emblem, h, icon, put } from "./dom.js";
import { api, keepSeal, share } from "./net.js";
import { field, segments } from "./settings.js";
import { askName, complain, pages } from "./shell.js";
import { hasWord, w } from "./words.js";

/**
 * @typedef {{value: any, label: string, help?: string}} OptionValue
 * @typedef {{name: string, label: string, help?: string, values: OptionValue[], default: any,
 *   defaults?: Record<string, any>,
 *   needs?: Record<string, any>, at?: Partial<Record<Pace, any[]>>}} GameOption
 * @typedef {"live" | "turn-based"} Pace
 * @typedef {{id: string, name: string, tagline: string, minutes: number | string, players:
 *   number[], options: GameOption[],
 *   bots: string[], skin: {prefix: string, css: string, sheet: string, board: string, cover:
 *   string}}} Game
 */

/** @type {Pace[]} */
const PACES = ["live", "turn-based"];

/** @param {string} bot */
export function botName(bot) {
  return hasWord(`bot.${bot}`) ? w(`bot.${bot}`) : bot;
}

/** @param {Game} game @returns {number} the player count offered first: the middle one */
export function usualPlayers(game) {
  return game.players[Math.floor((game.players.length - 1) / 2)];
}

/** @param {Game} game */
export function usualBot(game) {
  return game.bots.includes("greedy") ? "greedy" : game.bots[0];
}

/**
 * @param {GameOption} option
 * @param {number} players
 * @param {Pace} [turns]
 */
export function usualValue(option, players, turns = "live") {
  return option.at?.[turns]?.[0] ?? option.defaults?.[players] ?? option.default;
}

/**
 * Open a table and keep the seal that comes with it; this browser's secret follows at the start.
 * @param {Record<string, any>} order the body of `POST /api/tables`
 */
async function open(order) {
  const table = await api("POST", "/api/tables", order);
  keepSeal(table.id, table.commitment);
  return table;
}

/** @param {unknown} error */
function unlessDismissed(error) {
  if (!(error instanceof Error && error.name === "Dismissed")) complain(error);
}

/**
 * Straight into a match against bots.
 * @param {Game} game
 * @param {number} players
 * @param {string} bot
 */
export async function playBots(game, players, bot) {
  try {
    await askName();
    const options = Object.fromEntries(
      game.options.map((each) => [each.name, usualValue(each, players)]),
    );
    const seats = ["me", ...Array(players - 1).fill(`bot:${bot}`)];
    const table = await open({ game: game.id, players, options, seats, public: false });
    if (table.state === "open") await api("POST", `/api/tables/${table.id}/start`, share(table.id));
    location.assign(pages.table(table.id));
  } catch (error) {
    unlessDismissed(error);
  }
}

/**
 * What was picked last for a game, so that a redrawn card still shows it.
 * @type {Map<string, {players: number, bot: string}>}
 */
const picked = new Map();

/**
 * How many players and which bots: two rows of choices that a button beside them uses.
 * @param {Game} game
 * @param {string} key tells several of these apart
 */
export function botChoice(game, key) {
  const chosen = picked.get(game.id) ?? { players: usualPlayers(game), bot: usualBot(game) };
  picked.set(game.id, chosen);
  const node = h(
    "div",
    { class: "choices" },
    game.players.length > 1 &&
      field(
        `${key}-players`,
        w("create.players"),
        "",
        segments(
          `${key}-players`,
          game.players.map((n) => ({ value: String(n), label: w("create.players.short", { n }) })),
          String(chosen.players),
          (value) => (chosen.players = Number(value)),
        ),
      ),
    field(
      `${key}-bot`,
      w("create.bots"),
      "",
      segments(
        `${key}-bot`,
        game.bots.map((bot) => ({ value: bot, label: botName(bot) })),
        chosen.bot,
        (value) => (chosen.bot = value),
      ),
    ),
  );
  return { node, play: () => playBots(game, chosen.players, chosen.bot) };
}

/**
 * The dialog that opens a table.
 * @param {Game[]} games
 * @param {string} [first] id of the game shown first
 */
export function createDialog(games, first = games[0].id) {
  const shown = dialog(w("create.title"), { className: "roomy" });
  let game = games.find((each) => each.id === first) ?? games[0];
  let players = usualPlayers(game);
  let listed = true;
  /** @type {Pace} */
  let turns = "live";
  let unfolded = false; // the options
  /** @type {string[]} */
  let seats = [];
  /** @type {Map<string, any>} what the reader has chosen against the standard */
  const chosen = new Map();
  render();

  function render() {
    seats = Array.from({ length: players }, (_, seat) =>
      seat === 0 ? "me" : (seats[seat] ?? "open"),
    );
    const error = h("p", { class: "err", role: "alert" });
    const go = h("button", { class: "btn go", type: "submit" }, icon("plus"), w("create.go"));
    put(
      shown.body,
      h(
        "form",
        { class: "create", onSubmit: submit },
        games.length > 1 && field("create-game", w("create.game"), game.tagline, gamePicker()),
        game.players.length > 1 && field("create-players", w("create.players"), "", playerPicker()),
        field("create-seats", w("create.seats"), w("create.seats.help"), seatPicker()),
        field(
          "create-turns",
          w("create.turns"),
          w(`create.turns.${turns}.help`),
          segments(
            "create-turns",
            PACES.map((value) => ({ value, label: w(`create.turns.${value}`) })),
            turns,
            (value) => {
              turns = /** @type {Pace} */ (value);
              redraw("create-turns");
            },
          ),
        ),
        optionList(),
        field(
          "create-public",
          w("create.who"),
          "",
          segments(
            "create-public",
            [
              { value: "public", label: w("create.public") },
              { value: "link", label: w("create.link") },
            ],
            listed ? "public" : "link",
            (value) => {
              listed = value === "public";
              put(/** @type {Element} */ (shown.body.querySelector(".who-help")), whoHelp());
            },
          ),
        ),
        h("p", { class: "help who-help" }, whoHelp()),
        error,
        h(
          "div",
          { class: "dialog-foot stuck" },
          h(
            "button",
            { class: "btn quiet", type: "button", onClick: shown.close },
            w("common.cancel"),
          ),
          go,
        ),
      ),
    );

    /** @param {Event} event */
    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      put(error);
      try {
        await askName();
        const options = Object.fromEntries(game.options.map((each) => [each.name, valueOf(each)]));
        const order = { game: game.id, players, options, seats, public: listed, turns };
        const table = await open(order);
        location.assign(pages.table(table.id));
      } catch (problem) {
        if (problem instanceof Error && problem.name !== "Dismissed") put(error, problem.message);
        go.disabled = false;
      }
    }
  }

  function whoHelp() {
    return w(listed ? "create.public.help" : "create.link.help");
  }

  function gamePicker() {
    return h(
      "select",
      {
        class: "in",
        "aria-labelledby": "create-game-label",
        value: game.id,
        onChange: (/** @type {any} */ event) => {
          game = games.find((each) => each.id === event.target.value) ?? game;
          players = usualPlayers(game);
          seats = [];
          chosen.clear();
          render();
        },
      },
      games.map((each) => h("option", { value: each.id }, each.name)),
    );
  }

  function playerPicker() {
    return segments(
      "create-players",
      game.players.map((n) => ({ value: String(n), label: w("create.players.n", { n }) })),
      String(players),
      (value) => {
        players = Number(value);
        redraw("create-players");
      },
    );
  }

  /** @param {string} name of the control that was used: it keeps the focus */
  function redraw(name) {
    render();
    /** @type {HTMLElement | null} */ (
      shown.body.querySelector(`input[name=${name}]:checked`)
    )?.focus();
  }

  function seatPicker() {
    return h(
      "ol",
      { class: "seatlist" },
      seats.map((kind, seat) =>
        h(
          "li",
          null,
          emblem(seat),
          kind === "me"
            ? h("b", null, w("create.me"))
            : h(
                "select",
                {
                  class: "in",
                  value: kind,
                  "aria-label": w("create.seat_n", { n: seat + 1 }),
                  onChange: (/** @type {any} */ event) => (seats[seat] = event.target.value),
                },
                h("option", { value: "open" }, w("create.open")),
                game.bots.map((bot) =>
                  h("option", { value: `bot:${bot}` }, w("create.bot", { bot: botName(bot) })),
                ),
              ),
        ),
      ),
    );
  }

  /**
   * @param {GameOption} option @returns {boolean} whether the options it depends on have the
   * values it needs
   */
  function applies(option) {
    return Object.entries(option.needs ?? {}).every(([name, needed]) => {
      const other = game.options.find((each) => each.name === name);
      return other !== undefined && valueOf(other) === needed;
    });
  }

  /** @param {GameOption} option */
  function valueOf(option) {
    const own = chosen.get(option.name);
    const kept = chosen.has(option.name) && applies(option) && offered(option).includes(own);
    return kept ? own : usualValue(option, players, turns);
  }

  /** @param {GameOption} option @returns {any[]} the values that fit the table's pace */
  function offered(option) {
    return option.at?.[turns] ?? option.values.map((each) => each.value);
  }

  function optionList() {
    if (!game.options.length) return null;
    const rows = game.options.map((option) => {
      const usual = usualValue(option, players, turns);
      const fits = offered(option);
      const value = valueOf(option);
      const id = `option-${option.name}`;
      const help = h("p", { class: "help", id: `${id}-help` }, helpOf(option, value));
      return h(
        "div",
        { class: "field option", hidden: !applies(option) },
        h("label", { class: "lbl", for: id }, option.label),
        h(
          "select",
          {
            id,
            class: "in",
            "aria-describedby": `${id}-help`,
            value: JSON.stringify(value),
            onChange: (/** @type {any} */ event) => {
              const picked = JSON.parse(event.target.value);
              if (picked === usual) chosen.delete(option.name);
              else chosen.set(option.name, picked);
              put(help, helpOf(option, picked));
              put(summary, summaryText());
              game.options.forEach((each, i) => (rows[i].hidden = !applies(each)));
            },
          },
          option.values
            .filter((each) => fits.includes(each.value))
            .map((each) =>
              h(
                "option",
                { value: JSON.stringify(each.value) },
                each.value === usual ? w("create.standard", { label: each.label }) : each.label,
              ),
            ),
        ),
        help,
      );
    });
    const summaryText = () =>
      w("create.options", {
        n: game.options.filter((each) => valueOf(each) !== usualValue(each, players, turns)).length,
      });
    const summary = h("span", null, summaryText());
    return h(
      "details",
      {
        class: "options",
        open: unfolded || chosen.size > 0,
        onToggle: (/** @type {any} */ event) => (unfolded = event.target.open),
      },
      h("summary", null, summary),
      rows,
    );
  }
}

/**
 * @param {GameOption} option
 * @param {any} value
 */
function helpOf(option, value) {
  const own = option.values.find((each) => each.value === value)?.help;
  return [option.help, own].filter(Boolean).join(" ");
}
