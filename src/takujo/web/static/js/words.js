// The client's own few words; all other texts arrive rendered in the reader's language.

/** @typedef {string | Record<string, string>} Word a text, or its plural forms */
/** @typedef {Record<string, string | number | Node>} Args */

/** @type {Record<string, Word>} */
let words = {};
let plural = new Intl.PluralRules("en");
let number = new Intl.NumberFormat("en");

/**
 * Load the words of a language (`en` or `ja`).
 * @param {string} lang
 */
export async function loadWords(lang) {
  const answer = await fetch(new URL(`../words/${lang}.json`, import.meta.url));
  useWords(lang, await answer.json());
}

/**
 * @param {string} lang
 * @param {Record<string, Word>} table
 */
export function useWords(lang, table) {
  words = table;
  plural = new Intl.PluralRules(lang);
  number = new Intl.NumberFormat(lang);
}

/**
 * @param {string} key
 * @param {Args} args
 */
function template(key, args) {
  const word = words[key];
  if (word === undefined) return key;
  if (typeof word === "string") return word;
  const n = Number(args.n);
  return (n === 0 && word.zero) || word[plural.select(n)] || word.other;
}

/** @param {string | number | Node} value */
function written(value) {
  if (typeof value === "number") return number.format(value);
  return value instanceof Object ? value.textContent || "" : value;
}

/**
 * The text of a key: `{name}` is filled from `args`, plural forms are chosen by `args.n`.
 * @param {string} key
 * @param {Args} [args]
 * @returns {string}
 */
export function w(key, args = {}) {
  return template(key, args).replace(/\{(\w+)\}/g, (whole, name) =>
    name in args ? written(args[name]) : whole,
  );
}

/**
 * The same with elements in its places, so that a sentence is never glued.
 * @param {string} key
 * @param {Args} args
 * @returns {Array<string | Node>}
 */
export function parts(key, args) {
  return template(key, args)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => {
      const name = /^\{(\w+)\}$/.exec(piece)?.[1];
      if (!name || !(name in args)) return piece;
      const value = args[name];
      return value instanceof Object ? value : written(value);
    });
}

/** @param {string} key */
export function hasWord(key) {
  return key in words;
}
