// The end of a match, laid on its table: who won and why, the figures, the course of it, what was hidden.

import { sheet } from "./aids.js";
import { dialog } from "./dialog.js";
import { SEATS, emblem, h, icon, plainText, put, rich, s } from "./dom.js";
import { crest, scores, sides } from "./sides.js";
import { keepSeal, rematchOf, share } from "./net.js";
import { counterIcon, drawn, figure, letters, skin, symbol } from "./pieces.js";
import { addStyle, pages } from "./shell.js";
import { w } from "./words.js";

/** @typedef {import("./table.js").Table} Page */
/**
 * Who wins or loses as one: a player, or partners.
 * @typedef {{players: number[], name: string, who: string, look: string, sign: string, mark: () => HTMLElement, rank: number, won: boolean,
 *   score: number | undefined, criteria: number[], series: number[]}} Party
 */

/** @returns {Promise<void>} the style sheet of this part */
export function dressed() {
  return addStyle(new URL("../css/result.css", import.meta.url).href);
}

/** @param {any} result @returns {number[]} players, best first */
function order(result) {
  return result.rank.map((/** @type {number} */ _, /** @type {number} */ i) => i).sort((/** @type {number} */ a, /** @type {number} */ b) => result.rank[a] - result.rank[b] || a - b);
}

/** @param {number[]} players */
function joined(players) {
  return new Intl.ListFormat(document.documentElement.lang).format(players.map((p) => skin.name(p)));
}

/** What partners have as one: the figure that they share, or all of theirs. @param {number[]} all @param {number[]} players */
function shared(all, players) {
  const own = players.map((p) => all[p]);
  return own.every((n) => n === own[0]) ? own[0] : own.reduce((a, b) => a + b, 0);
}

/** @param {any} view @param {any} table @returns {Party[]} best first */
function parties(view, table) {
  const { result } = view;
  const teams = sides(view).sort((a, b) => a.side - b.side);
  const groups = teams.length ? teams : order(result).map((p) => ({ side: p, players: [p] }));
  const best = (/** @type {number[]} */ players) => Math.min(...players.map((p) => result.rank[p]));
  return groups
    .map(({ side, players }) => {
      const [first] = players;
      const seat = SEATS[first % SEATS.length];
      const picture = teams.length > 0 && drawn(`side-${side}`);
      return {
        players,
        name: teams.length ? (table.teams?.[side]?.name ?? joined(players)) : skin.name(first),
        who: joined(players),
        look: picture ? `seat-${seat} party-${side}` : `seat-${seat}`,
        sign: picture ? symbol(`side-${side}`) : `e-${seat}`,
        mark: () => (teams.length ? crest(side, first) : emblem(first)),
        rank: 1 + groups.filter((other) => best(other.players) < best(players)).length,
        won: players.some((p) => result.won[p]),
        score: result.score ? shared(result.score, players) : undefined,
        criteria: (result.criteria ?? []).map((/** @type {[string, number[]]} */ [, all]) => shared(all, players)),
        series: (result.series ?? []).map((/** @type {number[]} */ all) => shared(all, players)),
      };
    })
    .sort((a, b) => a.rank - b.rank || a.players[0] - b.players[0]);
}

/** Who has won, in a few words. @param {Party[]} winners @param {number | null | undefined} viewer */
function verdict(winners, viewer) {
  if (!winners.length) return w("result.nobody");
  const players = winners.flatMap((party) => party.players);
  if (winners.length > 1) return w("result.shared", { names: joined(players) });
  const mine = viewer !== undefined && viewer !== null && players.includes(viewer);
  if (players.length === 1) return mine ? w("result.you_win") : w("result.wins", { name: joined(players) });
  return mine ? w("result.we_win", { names: joined(players.filter((p) => p !== viewer)) }) : w("result.they_win", { names: joined(players) });
}

/** @param {Page} page @param {any} view @returns {HTMLElement} */
export function showResult(page, view) {
  const { result } = view;
  const all = parties(view, page.table);
  const winners = all.filter((party) => party.won);
  const title = verdict(winners, view.viewer);
  return h(
    "section",
    { class: "result", "aria-label": w("result.title") },
    standard(view, winners),
    h(
      "div",
      { class: "verdict" },
      h("h2", { tabindex: -1 }, title),
      h("p", { class: "why" }, rich(result.reason)),
      standings(view, all),
      chart(view, all) ?? account(view),
    ),
    hidden(view),
  );
}

/** Where no course is drawn there is room for the figures themselves. @param {any} view */
function account(view) {
  const of = view.result.sheet;
  return of ? h("div", { class: "chart account" }, bySides(of, view) ?? sheet(of)) : null;
}

/** The figures behind the result, in a dialog. @param {any} view */
function figures(view) {
  const of = view.result.sheet;
  if (!of) return null;
  const open = () => dialog(of.title).body.append(bySides(of, view) ?? sheet({ ...of, title: "" }));
  return h("button", { class: "btn small figures", type: "button", onClick: open }, icon("log"), w("result.figures"));
}

/** A sheet in which partners have the same figures, with one column for both. @param {any} of @param {any} view */
function bySides(of, view) {
  const all = sides(view);
  const columns = all.map((side) => of.columns.map((/** @type {number} */ p, /** @type {number} */ i) => (side.players.includes(p) ? i : -1)).filter((/** @type {number} */ i) => i >= 0));
  const same = of.rows.every((/** @type {[string, any[]]} */ [, row]) => columns.every((some) => some.length && some.every((/** @type {number} */ i) => row[i] === row[some[0]])));
  if (!all.length || !same) return null;
  const first = columns.map((some) => some[0]);
  const rows = of.rows.map((/** @type {[string, any[]]} */ [label, row]) => [label, first.map((i) => row[i])]);
  return scores({ title: of.title, columns: first.map((i) => of.columns[i]), rows }, view, all);
}

/** The winner's banner. @param {any} view @param {Party[]} winners */
function standard(view, winners) {
  if (!winners.length) return null;
  const [first] = winners;
  const main = view.panels?.find((/** @type {any} */ p) => p.player === first.players[0])?.main;
  const name = winners.length > 1 ? w("result.both", { n: winners.flatMap((party) => party.players).length }) : first.name;
  const tail = "M30 30h188v450q-12 24-24 66-16-26-32-56-18 38-38 66-22-30-40-66-14 30-30 56-14-42-24-66z";
  return h(
    "div",
    { class: `standard ${first.look}`, "aria-hidden": "true" },
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
    h("div", { class: "on" }, h("span", { class: "disc" }, first.mark()), h("b", { style: { "--len": Math.max(...name.split(/(?<=[ -])/).map(letters)) } }, name), first.score === undefined ? null : h("span", { class: "points" }, counterIcon(main?.icon ?? ""), first.score)),
  );
}

/** A line for each who plays alone, or for partners. @param {any} view @param {Party[]} all */
function standings(view, all) {
  const { result } = view;
  const criteria = result.criteria ?? [];
  const counts = all.filter((party) => party.rank === 1).length;
  const together = all.some((party) => party.players.length > 1);
  const split = result.deciding ?? -1;
  return h(
    "table",
    { class: "standings" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, w("result.rank")), h("th", { scope: "col" }, w(together ? "result.team" : "result.player")), criteria.map((/** @type {any} */ c) => h("th", { scope: "col" }, c[0])))),
    h(
      "tbody",
      null,
      all.map((party, i) => {
        const near = i <= counts;
        const mine = party.players.includes(view.viewer);
        return h(
          "tr",
          { class: mine ? "me" : "" },
          h("td", { class: "pl" }, party.rank),
          h("th", { scope: "row" }, h("span", { class: "p" }, party.mark(), h("b", null, party.name, together && party.name !== party.who ? h("small", null, party.who) : null), mine ? h("span", { class: "tag" }, w("common.you")) : null)),
          party.criteria.map((n, k) => h("td", { class: k === 0 ? "main" : "" }, h("span", { class: k === split && near ? "key" : "" }, n))),
        );
      }),
    ),
  );
}

/** The course of the match by round, drawn anew for every size of its frame. @param {any} view @param {Party[]} all */
function chart(view, all) {
  const rounds = view.result.series?.length ?? 0;
  if (rounds < 2) return null;
  const parties = [...all].sort((a, b) => a.players[0] - b.players[0]);
  const title = w("result.by_round", { what: view.panels?.[0]?.main?.label ?? w("result.points") });
  const drawing = s("svg", { "aria-hidden": "true" });
  const frame = h("div", { class: "frame" }, drawing);
  new ResizeObserver(() => {
    const { clientWidth: wide, clientHeight: tall } = frame;
    if (wide < 60 || tall < 60) return;
    drawing.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    put(drawing, courses(all, wide, tall));
  }).observe(frame);
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", null, h("span", null, title), figures(view)),
    frame,
    h(
      "table",
      { class: "sr-only" },
      h("caption", null, title),
      h("thead", null, h("tr", null, h("td"), parties.map((party) => h("th", { scope: "col" }, party.name)))),
      h("tbody", null, Array.from({ length: rounds }, (_, i) => h("tr", null, h("th", { scope: "row" }, round(i)), parties.map((party) => h("td", null, party.series[i]))))),
    ),
  );
}

/** @param {number} i */
function round(i) {
  return i === 0 ? w("result.start") : String(i);
}

/** Grid, rounds and one line for each. @param {Party[]} all best first @param {number} wide @param {number} tall @returns {SVGElement[]} */
function courses(all, wide, tall) {
  const rounds = all[0].series.length;
  const final = all.map((party) => party.series[rounds - 1]);
  const every = all.flatMap((party) => party.series);
  const [left, top, bottom] = [34, 12, 24];
  const most = Math.max(1, ...every);
  const least = Math.min(0, ...every);
  const grid = Math.max(2, Math.min(4, Math.floor((tall - top - bottom) / 34)));
  const step = [1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 250].find((n) => (most - least) / n <= grid) ?? 500;
  const high = Math.ceil(most / step) * step;
  const low = Math.floor(least / step) * step;
  const y = (/** @type {number} */ v) => top + ((high - v) * (tall - top - bottom)) / (high - low || 1);
  /** @type {number[]} */
  const places = []; // emblems that would cover each other stand side by side
  for (const p of all.keys()) {
    let place = 0;
    while (final.some((v, q) => places[q] === place && Math.abs(y(v) - y(final[p])) < 20)) place++;
    places[p] = place;
  }
  const right = 24 + 23 * Math.max(...places);
  const x = (/** @type {number} */ i) => left + (i * (wide - left - right)) / (rounds - 1);
  const out = [];
  for (let v = low; v <= high; v += step) {
    out.push(s("path", { class: "grid", d: `M${left} ${y(v)}H${wide - right}` }), s("text", { x: left - 8, y: y(v) + 4, "text-anchor": "end" }, v));
  }
  for (let i = 0; i < rounds; i++) out.push(s("text", { x: x(i), y: tall - 4, "text-anchor": "middle" }, round(i)));
  const lines = all.map(({ series, look, sign }, p) => {
    const d = "M" + series.map((v, i) => [x(i).toFixed(1), y(v).toFixed(1)].join()).join("L");
    const ey = y(final[p]);
    const ex = x(rounds - 1) + 23 * places[p];
    return s(
      "g",
      { class: look },
      s("path", { class: "edge", d }),
      s("path", { class: "course", d }),
      series.map((v, i) => s("circle", { class: "dot", cx: x(i), cy: y(v), r: 3.6 })),
      s("circle", { class: "roundel", cx: ex, cy: ey, r: 10.5 }),
      s("svg", { x: ex - 7, y: ey - 7, width: 14, height: 14, class: "sign" }, s("use", { href: `#${sign}` })),
    );
  });
  return [...out, ...lines.reverse()];
}

const isHand = (/** @type {any} */ z) => z.kind === "hand" || /^hand\b/.test(z.id);
const crop = (/** @type {any} */ z) => h("div", { class: "crop", role: "group", "aria-label": z.label, style: { "--n": z.pieces.length } }, z.pieces.map(figure), isHand(z) ? h("span", { class: "from", "aria-hidden": "true" }, w("result.in_hand")) : null);
const asides = (/** @type {any[]} */ zones, /** @type {number} */ p) => zones.filter((z) => z.owner === p && !isHand(z)).map(crop);
const hands = (/** @type {any[]} */ zones, /** @type {number} */ p) => zones.filter((z) => z.owner === p && isHand(z)).map(crop);

/** What nobody else could see. @param {any} view */
function hidden(view) {
  const zones = view.scene.filter((/** @type {any} */ z) => (view.result.revealed ?? []).includes(z.id) && z.pieces.length);
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
            table.teams?.length ? partners(table, wants) : null,
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

let anew = false; // the reader wants other partners in the rematch

/** Whether partners stay together: wanted by each for himself, decided by more than half. @param {any} table @param {boolean} wants */
function partners(table, wants) {
  const votes = table.votes?.draw ?? [];
  return h(
    "label",
    { class: "switch" },
    h("input", { type: "checkbox", role: "switch", name: "draw", disabled: wants, checked: votes.includes(table.you) || anew, onChange: (/** @type {any} */ event) => (anew = event.target.checked) }),
    h("i", null),
    h("span", null, h("span", { class: "lbl" }, w("result.draw")), h("span", { class: "help" }, votes.length ? w("result.draw.votes", { n: votes.length }) : w("result.draw.help"))),
  );
}

/** @param {Page} page */
async function rematch(page) {
  const kept = rematchOf(page.table.id);
  keepSeal(kept, page.table.next_commitment);
  await page.post("rematch", { ...share(kept), draw: anew });
}
