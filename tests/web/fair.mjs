// Answers, as JSON on standard output, what the browser's own modules make of the questions on standard input.

import { blake2b, fromHex, toHex } from "../../src/takujo/web/static/js/blake2b.js";
import { draw, matchKey, sealOf, verdict } from "../../src/takujo/web/static/js/fair.js";
import { useWords, w } from "../../src/takujo/web/static/js/words.js";

const questions = {
  blake2b: ({ data, key, size }) => toHex(blake2b(fromHex(data), { key: fromHex(key), size })),
  draw: ({ key, index, n, k }) => draw(key, index, n, k),
  matchKey: ({ serverKey, nonces }) => matchKey(serverKey, nonces),
  sealOf: ({ serverKey }) => sealOf(serverKey),
  verdict: ({ proof, nonce, seal }) => verdict(proof, nonce, seal),
  words: ({ lang, words, key, args }) => {
    useWords(lang, words);
    return w(key, args);
  },
};

let text = "";
for await (const part of process.stdin) text += part;
const answers = JSON.parse(text).map(([name, args]) => {
  try {
    return questions[name](args);
  } catch (error) {
    return { error: error.message };
  }
});
process.stdout.write(JSON.stringify(answers));
