// The check page: everything behind the shuffles, worked out again in this browser.

import { emblem, h, icon, put } from "./dom.js";
import { verdict } from "./fair.js";
import { api, keptNonce, keptSeal } from "./net.js";
import { boot, onSettings, pages, setTitle, topbar } from "./shell.js";
import { w } from "./words.js";

/**
 * @typedef {import("./fair.js").Proof} Proof
 * @typedef {import("./room.js").Table} Table
 */

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const id = location.pathname.split("/").filter(Boolean)[1] ?? "";
const query = location.search;

await boot();
await show();
onSettings((changed) => {
  if (changed.lang) show();
});

async function show() {
  setTitle(w("check.title"));
  const main = h(
    "main",
    { class: "check", "aria-busy": "true" },
    h("p", { class: "help" }, w("check.loading")),
  );
  put(app, topbar({ title: w("check.title") }), main);
  try {
    const [proof, table] = await Promise.all([
      api("GET", `/api/tables/${id}/proof${query}`),
      api("GET", `/api/tables/${id}${query}`),
    ]);
    put(app, topbar({ title: table.name, sub: w("check.sub", { n: String(table.number) }) }), main);
    put(main, proof.server_key ? finished(proof, table) : before(proof, table));
  } catch (error) {
    put(
      main,
      h(
        "div",
        { class: "empty paper" },
        icon("warn"),
        h("h1", null, error instanceof Error ? error.message : ""),
        h("a", { class: "btn", href: pages.lobby }, w("error.lobby")),
      ),
    );
  }
  main.removeAttribute("aria-busy");
}

/**
 * @param {"good" | "bad" | "plain"} kind
 * @param {string} title
 * @param {string} text
 * @param {Table} table
 */
function headline(kind, title, text, table) {
  return h(
    "header",
    { class: `verdict paper ${kind}` },
    icon(kind === "bad" ? "warn" : kind === "good" ? "shield" : "lock"),
    h("div", null, h("h1", null, title), h("p", null, text)),
    h("a", { class: "btn", href: pages.table(table.id) }, w("check.back")),
  );
}

/**
 * @param {"ok" | "bad" | "none"} state
 * @param {string} text
 */
function point(state, text) {
  return h(
    "p",
    { class: `point ${state}` },
    state === "none" ? null : icon(state === "ok" ? "check" : "warn"),
    h("span", null, text),
  );
}

/** @param {string} hex 64 digits in groups, so that an eye can compare them */
function code(hex) {
  return h(
    "code",
    { class: "hex" },
    (hex.match(/.{1,8}/g) ?? []).map((group) => h("span", null, group)),
  );
}

/**
 * @param {string} title
 * @param {string} help
 * @param {...(Node | null)} rest
 */
function section(title, help, ...rest) {
  return h(
    "section",
    { class: "paper" },
    h("h2", null, title),
    h("p", { class: "help" }, help),
    rest,
  );
}

/** @param {Proof} proof @param {Table} table */
function before(proof, table) {
  const nonce = keptNonce(table.id);
  return [
    headline("plain", w("check.later"), w("check.later.text"), table),
    section(w("check.seal"), w("check.seal.help"), code(proof.commitment), sealKept(proof, table)),
    section(
      w("check.nonces"),
      w("check.nonces.help"),
      point(
        nonce ? "ok" : "none",
        nonce ? w("check.nonces.later", { nonce }) : w("check.nonces.none"),
      ),
    ),
    ...how(),
  ];
}

/** @param {Proof} proof @param {Table} table */
function sealKept(proof, table) {
  const seal = keptSeal(table.id);
  if (seal === null) return null;
  return seal === proof.commitment
    ? point("ok", w("check.seal.kept"))
    : point("bad", w("check.seal.changed", { seal }));
}

/** @param {Proof} proof @param {Table} table */
function finished(proof, table) {
  const nonce = keptNonce(table.id);
  const found = verdict(proof, nonce, keptSeal(table.id));
  const mine = {
    in: point("ok", w("check.nonces.in")),
    missing: point("bad", w("check.nonces.missing", { nonce: nonce ?? "" })),
    none: point("none", w("check.nonces.none")),
  };
  return [
    found.fair
      ? headline("good", w("check.fair"), w("check.fair.text", { n: found.count }), table)
      : headline("bad", w("check.unfair"), w("check.unfair.text"), table),
    section(w("check.seal"), w("check.seal.help"), code(proof.commitment), sealKept(proof, table)),
    section(
      w("check.server_key"),
      "",
      code(proof.server_key ?? ""),
      found.sealed ? point("ok", w("check.seal.ok")) : point("bad", w("check.seal.bad")),
    ),
    section(w("check.nonces"), w("check.nonces.help"), nonceList(proof, table), mine[found.mine]),
    section(
      w("check.key"),
      w("check.key.help"),
      code(proof.key ?? ""),
      found.key === proof.key
        ? point("ok", w("check.key.ok"))
        : point("bad", w("check.key.bad", { key: found.key })),
    ),
    section(
      w("check.draws"),
      w("check.draws.help"),
      found.wrong.length
        ? point("bad", w("check.draws.bad", { n: found.wrong.length }))
        : point("ok", w("check.draws.ok", { n: found.count })),
      drawTable(proof, found),
    ),
    ...how(),
  ];
}

/** @param {Proof} proof @param {Table} table */
function nonceList(proof, table) {
  return h(
    "ul",
    { class: "nonces" },
    (proof.nonces ?? []).map((nonce, seat) => {
      const sitting = table.seats[seat];
      const bot = sitting?.kind === "bot";
      return h(
        "li",
        null,
        emblem(seat),
        h("b", null, sitting?.name ?? w("common.bot")),
        nonce
          ? code(nonce)
          : h("span", { class: "help" }, w(bot ? "check.nonce.bot" : "check.nonce.nothing")),
      );
    }),
  );
}

/** @param {Proof} proof @param {import("./fair.js").Verdict} found */
function drawTable(proof, found) {
  const wrong = new Map(found.wrong.map((each) => [each.index, each.expected]));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": w("check.draws") },
    h(
      "table",
      { class: "draws num" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, w("check.draws.n")),
          h("th", { scope: "col" }, w("check.draws.what")),
          h("th", { scope: "col" }, w("check.draws.outcome")),
          h("td", null),
        ),
      ),
      h(
        "tbody",
        null,
        (proof.draws ?? []).map((each) => {
          const expected = wrong.get(each.index);
          return h(
            "tr",
            { class: expected ? "bad" : null },
            h("td", null, each.index + 1),
            h("td", null, w("check.draws.from", { k: each.k, n: each.n })),
            h(
              "td",
              null,
              each.outcome.join(", "),
              expected
                ? h("small", null, w("check.draws.differs", { outcome: expected.join(", ") }))
                : null,
            ),
            h("td", null, icon(expected ? "warn" : "check")),
          );
        }),
      ),
    ),
  );
}

function how() {
  return [
    h(
      "details",
      { class: "paper how" },
      h("summary", null, w("check.spec")),
      h("p", null, w("check.spec.text")),
    ),
    h("p", { class: "help" }, h("a", { href: pages.records }, w("check.records"))),
  ];
}
