// Answers questions about choosing: reads [[name, ...arguments], ...] as JSON, writes the answers.

import { readFileSync } from "node:fs";

const pick = await import("../../src/takujo/web/static/js/pick.js");
const plain = (value) => {
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return Object.fromEntries(value);
  if (value && typeof value === "object" && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  }
  return value ?? null;
};
// what may be taken into a set is a set
const taken = (name, args) => (name === "click" && args[3] ? [...args.slice(0, 3), new Set(args[3])] : args);
const questions = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(questions.map(([name, ...args]) => plain(pick[name](...taken(name, args))))));
