// Verifies folders of sealed days with the browser's modules: one question a line, one answer a line.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , modules] = process.argv;
const load = (name) => import(pathToFileURL(join(modules, name)));
const { askedOf, verify } = await load("verify.js");
const { folderOf } = await load("folder.js");
const { WrongUsage } = await load("findings.js");

function filesIn(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  const file = (path) => ({ size: statSync(path).size, bytes: async () => new Uint8Array(readFileSync(path)) });
  return new Map(paths.map((path) => [relative(folder, path), file(path)]));
}

async function verified({ folder, since = [], ...more }) {
  const kept = since.map((path) => ({ name: path.split("/").at(-1), bytes: new Uint8Array(readFileSync(path)) }));
  try {
    return (await verify(folderOf(filesIn(folder)), askedOf({ ...more, since: kept }))).document();
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    return { status: 3, said: error.message };
  }
}

/** The value of an expression over `m`, a module, and `v`, a value. */
async function evaluated({ module, expression, value }) {
  const m = await load(module);
  return new Function("m", "v", `return ${expression};`)(m, value);
}

const plain = (_, value) => (typeof value === "bigint" ? `${value}` : value);
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = asked.module ? await evaluated(asked) : await verified(asked);
  process.stdout.write(`${JSON.stringify(answer, plain)}\n`);
}
