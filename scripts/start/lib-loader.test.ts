import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors.ts";
import reference from "./lib-loader.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sources = globSync("{app,components}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/route\.ts$/.test(file))
  .map((file) => readFileSync(path.join(root, file), "utf8"));
/** Modules that pages import, except those that the framework builds itself. */
const modules = [
  ...new Set(
    sources.flatMap((text) => [...text.matchAll(/"#(lib\/[^"]+\.ts)"/g)].map(([, file = ""]) => file)),
  ),
].filter((file) => !/from "(next|react)\b/.test(readFileSync(path.join(root, file), "utf8")));

const referenceTo = (file: string) =>
  reference.call({ resourcePath: path.join(root, file) }, readFileSync(path.join(root, file), "utf8"));

test("the reference to a module exports every value of the module, and nothing else", async () => {
  expect(modules.length).toBeGreaterThan(100);
  for (const file of modules) {
    const names = [...referenceTo(file).matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
    const loaded = await import(pathToFileURL(path.join(root, file)).href);
    expect(names.toSorted(), file).toEqual(Object.keys(loaded).toSorted());
  }
});

test("a page's error class is that of the API: an error thrown by one is recognized by the other", async () => {
  const built = path.join(env().DATA_DIR, "errors.mjs");
  writeFileSync(built, referenceTo("lib/platform/errors.ts"));
  const page = await import(pathToFileURL(built).href);
  expect(page.ApiError).toBe(ApiError);
  expect(page.refusal({ reason: "key_missing", values: {} })).toBeInstanceOf(ApiError);
});

test("lists of exports are read with their new names, without types", () => {
  const source =
    'const a = 1;\nexport { a, b as c, type D } from "./x.ts";\nexport type { E } from "./y.ts";\n';
  const names = reference
    .call({ resourcePath: path.join(root, "lib/x.ts") }, source)
    .match(/export const \w+/g);
  expect(names).toEqual(["export const a", "export const c"]);
});
