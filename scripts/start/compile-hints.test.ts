import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addCompileHints } from "./compile-hints.ts";

test("every script begins with the hint once, and other files stay as they are", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hints-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = { "a.js": "one();", "b.js": "two();\n", "c.css": "a { color: red }", "a.js.map": "{}" };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  expect(await addCompileHints(folder)).toBe(2);
  expect(await addCompileHints(folder)).toBe(2);
  const read = (name: string) => readFile(path.join(folder, name), "utf8");
  expect(await read("a.js")).toBe("//# allFunctionsCalledOnLoad\none();");
  expect(await read("b.js")).toBe("//# allFunctionsCalledOnLoad\ntwo();\n");
  expect(await read("c.css")).toBe(files["c.css"]);
  expect(await read("a.js.map")).toBe("{}");
});
