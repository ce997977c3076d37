// The end of a match, laid on its table: who won and why, the figures, the course of it, what was hidden.

import { sheet } from "./aids.js";
import { dialog } from "./dialog.js";
import { SEATS, emblem, h, icon, plainText, put, rich, s } from "./dom.js";
import { keepSeal, rematchOf, share } from "./net.js";
import { counterIcon, figure, letters, skin } from "./pieces.js";
import { addStyle, pages } from "./shell.js";
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
      chart(view) ?? figures(result.sheet),
    ),
    hidden(view),
  );
}

/** The figures behind the result, in a dialog. @param {any} of */
function figures(of) {
  if (!of) return null;
  const open = () => dialog(of.title).body.append(sheet({ ...of, title: "" }));
  return h("button", { class: "btn small figures", type: "button", onClick: open }, icon("log"), w("result.figures"));
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
    h("div", { class: "on" }, h("span", { class: "disc" }, emblem(first)), h("b", { style: { "--len": Math.max(...skin.name(first).split(/(?<=[ -])/).map(letters)) } }, winners.length > 1 ? w("result.both", { n: winners.length }) : skin.name(first)), score === undefined ? null : h("span", { class: "points" }, counterIcon(main?.icon ?? ""), score)),
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

/** The course of the match by round, drawn anew for every size of its frame. @param {any} view */
function chart(view) {
  const series = view.result.series ?? [];
  if (series.length < 2) return null;
  const players = view.result.rank.map((/** @type {number} */ _, /** @type {number} */ i) => i);
  const title = w("result.by_round", { what: view.panels?.[0]?.main?.label ?? w("result.points") });
  const drawing = s("svg", { "aria-hidden": "true" });
  const frame = h("div", { class: "frame" }, drawing);
  new ResizeObserver(() => {
    const { clientWidth: wide, clientHeight: tall } = frame;
    if (wide < 60 || tall < 60) return;
    drawing.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    put(drawing, courses(view, wide, tall));
  }).observe(frame);
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("span", null, title), figures(view.result.sheet)),
    frame,
    h(
      "table",
      { class: "sr-only" },
      h("caption", null, title),
      h("thead", null, h("tr", null, h("td"), players.map((/** @type {number} */ p) => h("th", { scope: "col" }, skin.name(p))))),
      h("tbody", null, series.map((/** @type {number[]} */ row, /** @type {number} */ i) => h("tr", null, h("th", { scope: "row" }, round(i)), row.map((v) => h("td", null, v))))),
    ),
  );
}

/** @param {number} i */
function round(i) {
  return i === 0 ? w("result.start") : String(i);
}

/** Grid, rounds and one line per player. @param {any} view @param {number} wide @param {number} tall @returns {SVGElement[]} */
function courses(view, wide, tall) {
  /** @type {number[][]} */
  const series = view.result.series;
  const final = series[series.length - 1];
  const [left, top, bottom] = [34, 12, 24];
  const most = Math.max(1, ...series.flat());
  const least = Math.min(0, ...series.flat());
  const lines = Math.max(2, Math.min(4, Math.floor((tall - top - bottom) / 34)));
  const step = [1, 2, 4, 5, 10, 20, 25, 50, 100].find((n) => (most - least) / n <= lines) ?? 200;
  const high = Math.ceil(most / step) * step;
  const low = Math.floor(least / step) * step;
  const y = (/** @type {number} */ v) => top + ((high - v) * (tall - top - bottom)) / (high - low || 1);
  /** @type {number[]} */
  const places = []; // emblems that would cover each other stand side by side
  for (const p of order(view.result)) {
    let place = 0;
    while (final.some((v, q) => places[q] === place && Math.abs(y(v) - y(final[p])) < 20)) place++;
    places[p] = place;
  }
  const right = 24 + 23 * Math.max(...places);
  const x = (/** @type {number} */ i) => left + (i * (wide - left - right)) / (series.length - 1);
  const out = [];
  for (let v = low; v <= high; v += step) {
    out.push(s("path", { class: "grid", d: `M${left} ${y(v)}H${wide - right}` }), s("text", { x: left - 8, y: y(v) + 4, "text-anchor": "end" }, v));
  }
  series.forEach((_, i) => out.push(s("text", { x: x(i), y: tall - 4, "text-anchor": "middle" }, round(i))));
  const drawn = order(view.result).map((p) => {
    const d = "M" + series.map((row, i) => [x(i).toFixed(1), y(row[p]).toFixed(1)].join()).join("L");
    const ey = y(final[p]);
    const ex = x(series.length - 1) + 23 * places[p];
    const name = SEATS[p % SEATS.length];
    return s(
      "g",
      { class: `seat-${name}` },
      s("path", { class: "edge", d }),
      s("path", { class: "course", d }),
      series.map((row, i) => s("circle", { class: "dot", cx: x(i), cy: y(row[p]), r: 3.6 })),
      s("circle", { class: "roundel", cx: ex, cy: ey, r: 10.5 }),
      s("svg", { x: ex - 7, y: ey - 7, width: 14, height: 14, class: "sign" }, s("use", { href: `#e-${name}` })),
    );
  });
  return [...out, ...drawn.reverse()];
}

const isHand = (/** @type {any} */ z) => z.kind === "hand" || /^hand\b/.test(z.id);
const crop = (/** @type {any} */ z) => h("div", { class: "crop", role: "group", "aria-label": z.label, style: { "--n": z.pieces.length } }, z.pieces.map(figure), isHand(z) ? h("span", { class: "from", "aria-hidden": "true" }, w("result.in_hand")) : null);
const asides = (/** @type {any[]} */ zones, /** @type {number} */ p) => zones.filter((z) => z.owner === p && !isHand(z)).map(crop);
const hands = (/** @type {any[]} */ zones, /** @type {number} */ p) => zones.filter((z) => z.owner === p && isHand(z)).map(crop);

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
          h("h4", null, emblem(p), h("span", null, skin.name(p))),
          h("div", { class: "crops" }, [...asides(zones, p), ...hands(zones, p)]),
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
  const kept = rematchOf(page.table.id);
  keepSeal(kept, page.table.next_commitment);
  await page.post("rematch", share(kept));
}
