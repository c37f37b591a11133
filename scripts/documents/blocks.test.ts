import { spawnSync } from "node:child_process";
import { glob } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { readEnvironment } from "#lib/platform/env.ts";
import { usages } from "../../sdk/src/cli/usage.ts";
import { parseCommand } from "../admin/usage.ts";
import { readBlocks, readDocument } from "./blocks.ts";
import { runs } from "./runs.ts";

const blocks = await readBlocks();

test("every block of commands and programs in the documents is run by a test, or says why it cannot be", () => {
  expect(blocks.map(({ id }) => id)).toEqual(Object.keys(runs));
});

test.each(blocks.filter(({ language }) => language === "sh"))(
  "the commands of $id can be parsed",
  ({ text }) => {
    const { status, stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  },
);

test.each(blocks.filter(({ language }) => language === "js"))(
  "the program of $id can be parsed",
  ({ text }) => {
    expect(() => stripTypeScriptTypes(text)).not.toThrow();
  },
);

test.each(blocks.filter(({ id }) => runs[id] === "settings"))(
  "the settings of $id are accepted",
  ({ text }) => {
    const lines = text.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
    const values = lines.map((line) => /^([A-Z_]+)=(\S+)$/.exec(line)?.slice(1) ?? [line]);
    expect(() => readEnvironment(Object.fromEntries(values))).not.toThrow();
    expect(values.filter(([, value]) => value === undefined)).toEqual([]);
  },
);

/** Commands in the documents, in blocks and within sentences, each with its document. */
async function readCommands(pattern: RegExp): Promise<[command: string, document: string][]> {
  const found: [string, string][] = [];
  for await (const file of glob(["*.md", "docs/**/*.md", "sdk/README.md"])) {
    for (const [, command = ""] of (await readDocument(file)).matchAll(pattern))
      found.push([command.trim(), file]);
  }
  return found;
}

test("every `npm run` of the documents is a script of the package", async () => {
  const { scripts } = JSON.parse(await readDocument("package.json"));
  const named = await readCommands(/npm run ([\w:]+)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(([name]) => !(name in scripts))).toEqual([]);
});

test("every command of the operator in the documents exists, with the options that it is given", async () => {
  const named = await readCommands(/npm run admin -- ((?!COMMAND|--help)[^#`\n;]+)/g);
  expect(named.length).toBeGreaterThan(25);
  const refused = named.flatMap(([line, file]) => {
    const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
    try {
      parseCommand(words);
      return [];
    } catch (error) {
      return [`${file}: ${line}: ${error instanceof Error ? error.message : error}`];
    }
  });
  expect(refused).toEqual([]);
});

test("every command `photos` of the documents exists", async () => {
  const named = await readCommands(/(?:npx |`)photos ([a-z]+)/g);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(([name]) => !(name in usages))).toEqual([]);
});
