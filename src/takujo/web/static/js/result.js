// The end of a match, laid on its table: who won and why, the figures, the course of it, what was hidden.

import { SEATS, emblem, h, icon, plainText, put, rich, s } from "./dom.js";
import { freshNonce, keepNonce, keptNonce } from "./net.js";
import { counterIcon, figure, skin } from "./pieces.js";
import { addStyle, pages } from "./shell.js";
import { sheet } from "./log.js";
import { w } from "./words.js";

/** @typedef {import("./table.js").Table} Page */

/** @returns {Promise<void>} the style sheet of this part */
export function dressed() {
  return addStyle(new URL("../css/result.css", import.meta.url).href);
}

/** @param {any} result @returns {number[]} players, best first */
function order(result) {
  return result.rank.map((/** @type {number} */ _, /** @type {number} */ i) => i).sort((/** @type {number} */ a, /** @type {number} */ b) => result.rank[a] - result.rank[b] || a - b);
}

/** @param {Page} page @param {any} view @returns {HTMLElement} */
export function showResult(page, view) {
  const { result } = view;
  const winners = order(result).filter((p) => result.won[p]);
  const names = new Intl.ListFormat(document.documentElement.lang).format(winners.map((p) => skin.name(p)));
  const mine = view.viewer !== undefined && view.viewer !== null && result.won[view.viewer];
  const title = winners.length > 1 ? w("result.shared", { names }) : mine ? w("result.you_win") : winners.length ? w("result.wins", { name: names }) : w("result.nobody");
  return h(
    "section",
    { class: "result", "aria-label": w("result.title") },
    standard(view, winners),
    h(
      "div",
      { class: "verdict" },
      h("h2", { tabindex: -1 }, title),
      h("p", { class: "why" }, rich(result.reason)),
      standings(view),
      chart(view),
    ),
    hidden(view),
    result.sheet ? h("details", { class: "paper scores" }, h("summary", null, result.sheet.title), sheet({ ...result.sheet, title: "" })) : null,
  );
}

/** The winner's banner. @param {any} view @param {number[]} winners */
function standard(view, winners) {
  if (!winners.length) return null;
  const first = winners[0];
  const main = view.panels?.find((/** @type {any} */ p) => p.player === first)?.main;
  const score = view.result.score?.[first] ?? main?.value;
  const tail = "M30 30h188v450q-12 24-24 66-16-26-32-56-18 38-38 66-22-30-40-66-14 30-30 56-14-42-24-66z";
  return h(
    "div",
    { class: `standard seat-${SEATS[first % SEATS.length]}`, "aria-hidden": "true" },
    s(
      "svg",
      { class: "flagcloth", viewBox: "0 0 248 570" },
      s("path", { d: tail, fill: "var(--seat)", stroke: "#241C1E", "stroke-width": 2.5, "stroke-linejoin": "round" }),
      s("path", { d: "M150 30h68v450q-12 24-24 66-16-26-32-56l-12 22z", fill: "url(#hatch)" }),
      s("path", { d: "M42 34v446M206 34v446M44 92h160", fill: "none", stroke: "var(--on-seat)", opacity: 0.6, "stroke-width": 2, "stroke-dasharray": "5 5" }),
      s("rect", { x: 8, y: 12, width: 232, height: 18, rx: 4, fill: "#6b4425", stroke: "#241C1E", "stroke-width": 2 }),
      s("circle", { cx: 12, cy: 21, r: 9, fill: "#E5B95C", stroke: "#241C1E", "stroke-width": 2 }),
      s("circle", { cx: 236, cy: 21, r: 9, fill: "#E5B95C", stroke: "#241C1E", "stroke-width": 2 }),
      s("path", { d: "M66 110c5 8 13 10 14 20-4-3-7-3-9-3 1 6-2 9-5 12-3-3-6-6-5-12-2 0-5 0-9 3 1-10 9-12 14-20zM182 110c5 8 13 10 14 20-4-3-7-3-9-3 1 6-2 9-5 12-3-3-6-6-5-12-2 0-5 0-9 3 1-10 9-12 14-20z", transform: "translate(0 -58) scale(1 .9)", fill: "var(--seat-2)" }),
    ),
    h("div", { class: "on" }, h("span", { class: "disc" }, emblem(first)), h("b", null, winners.length > 1 ? w("result.both", { n: winners.length }) : skin.name(first)), score === undefined ? null : h("span", { class: "points" }, counterIcon(main?.icon ?? ""), score)),
  );
}

/** @param {any} view */
function standings(view) {
  const { result } = view;
  const criteria = result.criteria ?? [];
  const counts = result.rank.filter((/** @type {number} */ r) => r === 1).length;
  const split = result.deciding ?? -1;
  return h(
    "table",
    { class: "standings" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, w("result.rank")), h("th", { scope: "col" }, w("result.player")), criteria.map((/** @type {any} */ c) => h("th", { scope: "col" }, c[0])))),
    h(
      "tbody",
      null,
      order(result).map((p, i) => {
        const near = i <= counts;
        return h(
          "tr",
          { class: p === view.viewer ? "me" : "" },
          h("td", { class: "pl" }, result.rank[p]),
          h("th", { scope: "row" }, h("span", { class: "p" }, emblem(p), h("b", null, skin.name(p)), p === view.viewer ? h("span", { class: "tag" }, w("common.you")) : null)),
          criteria.map((/** @type {any} */ c, /** @type {number} */ k) => h("td", { class: k === 0 ? "main" : "" }, h("span", { class: k === split && near ? "key" : "" }, c[1][p]))),
        );
      }),
    ),
  );
}

/** The course of the match by round. @param {any} view */
function chart(view) {
  const series = view.result.series ?? [];
  if (series.length < 2) return null;
  const [wide, tall, left, right, top, bottom] = [720, 230, 44, 40, 12, 26];
  const players = view.result.rank.map((/** @type {number} */ _, /** @type {number} */ i) => i);
  const most = Math.max(1, ...series.flat());
  const least = Math.min(0, ...series.flat());
  const step = [1, 2, 4, 5, 10, 20, 25, 50, 100].find((n) => (most - least) / n <= 4) ?? 200;
  const high = Math.ceil(most / step) * step;
  const x = (/** @type {number} */ i) => left + (i * (wide - left - right)) / (series.length - 1);
  const y = (/** @type {number} */ v) => top + ((high - v) * (tall - top - bottom)) / (high - least || 1);
  const label = view.panels?.[0]?.main?.label ?? w("result.points");
  const grid = [];
  for (let v = least; v <= high; v += step) {
    grid.push(s("path", { class: "grid", d: `M${left} ${y(v)}H${wide - right}` }), s("text", { x: left - 8, y: y(v) + 4, "text-anchor": "end" }, v));
  }
  const names = (/** @type {number} */ i) => (i === 0 ? w("result.start") : String(i));
  /** @type {Array<[number, number]>} */
  const ends = [];
  const lines = order(view.result).map((/** @type {number} */ p) => {
      const points = series.map((/** @type {number[]} */ row, /** @type {number} */ i) => `${x(i).toFixed(1)} ${y(row[p]).toFixed(1)}`);
      const last = series[series.length - 1][p];
      const ey = y(last);
      let ex = x(series.length - 1);
      while (ends.some(([a, b]) => a === ex && Math.abs(b - ey) < 20)) ex += 23;
      ends.push([ex, ey]);
      const name = SEATS[p % SEATS.length];
      return s(
        "g",
        { class: `seat-${name}` },
        s("path", { class: "edge", d: `M${points.join("L")}` }),
        s("path", { class: "course", d: `M${points.join("L")}` }),
        series.map((/** @type {number[]} */ row, /** @type {number} */ i) => s("circle", { class: "dot", cx: x(i), cy: y(row[p]), r: 3.6 })),
        s("circle", { class: "roundel", cx: ex, cy: ey, r: 10.5 }),
        s("svg", { x: ex - 7, y: ey - 7, width: 14, height: 14, class: "sign" }, s("use", { href: `#e-${name}` })),
      );
    });
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, w("result.by_round", { what: label })),
    s("svg", { viewBox: `0 0 ${wide} ${tall}`, "aria-hidden": "true" }, grid, series.map((/** @type {number[]} */ _, /** @type {number} */ i) => s("text", { x: x(i), y: tall - 6, "text-anchor": "middle" }, names(i))), lines.reverse()),
    h(
      "table",
      { class: "sr-only" },
      h("caption", null, w("result.by_round", { what: label })),
      h("thead", null, h("tr", null, h("td"), players.map((/** @type {number} */ p) => h("th", { scope: "col" }, skin.name(p))))),
      h("tbody", null, series.map((/** @type {number[]} */ row, /** @type {number} */ i) => h("tr", null, h("th", { scope: "row" }, names(i)), row.map((v) => h("td", null, v))))),
    ),
  );
}

/** What nobody else could see. @param {any} view */
function hidden(view) {
  const zones = (view.scene ?? []).filter((/** @type {any} */ z) => (view.result.revealed ?? []).includes(z.id) && z.pieces?.length);
  if (!zones.length) return null;
  const players = order(view.result).filter((p) => zones.some((/** @type {any} */ z) => z.owner === p));
  return h(
    "div",
    { class: "hidden-things" },
    h("h3", null, w("result.hidden")),
    h(
      "div",
      { class: "families" },
      players.map((p) =>
        h(
          "section",
          { class: "family" },
          h("h4", null, emblem(p), skin.name(p)),
          h(
            "div",
            { class: "crops" },
            zones
              .filter((/** @type {any} */ z) => z.owner === p)
              .map((/** @type {any} */ z) => h("div", { class: "crop", style: { "--n": z.pieces.length } }, h("span", { class: "from" }, z.label), z.pieces.map(figure))),
          ),
        ),
      ),
    ),
  );
}

/** What can be done now, beside the table. @param {Page} page @returns {HTMLElement} */
export function railCard(page) {
  const { table, view } = page;
  const people = table.seats.filter((/** @type {any} */ x) => x.kind === "human" && !x.conceded);
  const votes = table.votes?.rematch ?? [];
  const seated = table.you !== null && table.you !== undefined;
  const wants = seated && votes.includes(table.you);
  const box = h("section", { class: "endcard", "aria-label": w("result.after") });
  put(
    box,
    table.next
      ? h("a", { class: "btn go", href: pages.table(table.next) }, w("result.go_next"))
      : seated
        ? [
            people.length > 1 ? h("p", { class: "ready" }, people.map((/** @type {any} */ x) => h("span", { class: votes.includes(x.seat) ? "" : "waits" }, emblem(x.seat))), h("span", null, w("result.want", { n: votes.length, of: people.length }))) : null,
            h("button", { class: "btn go", type: "button", disabled: wants, onClick: () => rematch(page) }, wants ? w("result.wanted") : w("result.rematch")),
          ]
        : null,
    h(
      "div",
      { class: "more" },
      h("button", { class: "btn", type: "button", "aria-pressed": page.looking ? "true" : "false", onClick: () => ((page.looking = !page.looking), page.draw()) }, icon(page.looking ? "crown" : "table"), page.looking ? w("result.show") : w("result.look")),
      h("a", { class: "btn", href: pages.replay(table.id) }, icon("play"), w("result.replay")),
      h("a", { class: "btn", href: pages.lobby }, icon("people"), w("result.lobby")),
    ),
    h(
      "div",
      { class: "fair" },
      icon("shield"),
      h(
        "div",
        null,
        h("b", null, w("result.fair")),
        h("p", null, w("result.fair_text"), " ", h("code", null, short(table.commitment))),
        h("p", null, h("a", { href: pages.check(table.id) }, w("result.check")), h("a", { href: `/api/tables/${table.id}/record`, download: `takujo-${table.id}.jsonl` }, w("result.record"))),
      ),
    ),
  );
  box.dataset.reason = plainText(view?.result?.reason);
  return box;
}

/** @param {string | undefined} hash */
function short(hash) {
  if (!hash) return "";
  return [hash.slice(0, 4), hash.slice(4, 8), "…", hash.slice(-4)].join(" ");
}

/** @param {Page} page */
async function rematch(page) {
  const secret = keptNonce(`${page.table.id}.rematch`) ?? freshNonce();
  keepNonce(`${page.table.id}.rematch`, secret);
  await page.post("rematch", { nonce: secret });
}
