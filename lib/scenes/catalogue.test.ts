import { readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { sceneCategories } from "../contract/scenes/categories.ts";
import { assetFolder } from "../platform/assets.ts";
import { log } from "../platform/log.ts";
import { listScriptedScenes } from "../testing/scenes.ts";
import { readCatalogue, sceneCatalogue } from "./catalogue.ts";

const rendered = assetFolder("scenes");

async function makeFolder(id: string, { facts = {}, files = [] as string[] }): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), "scenes-"));
  const folder = path.join(root, id);
  await mkdir(folder);
  await copyFile(path.join(rendered, "podium-petals/scene.json"), path.join(folder, "scene.json"));
  const whole = await import(path.join(folder, "scene.json"), { with: { type: "json" } });
  await writeFile(path.join(folder, "scene.json"), JSON.stringify({ ...whole.default, ...facts }));
  for (const file of files) {
    if (file.endsWith(".json"))
      await copyFile(path.join(rendered, "podium-petals/middle.json"), path.join(folder, file));
    else await writeFile(path.join(folder, file), "");
  }
  return root;
}

test("the catalogue contains every rendered scene, with its preview picture", () => {
  const complete = readdirSync(rendered, { withFileTypes: true }).filter((entry) => {
    const files = entry.isDirectory() ? readdirSync(path.join(rendered, entry.name)) : [];
    return files.some((file) => /^(low|middle|high|flat|front)(-\w+)?\.json$/.test(file));
  });
  const ids = sceneCatalogue().map(({ id }) => id);
  expect(ids.toSorted()).toEqual(complete.map(({ name }) => name).sort());
  for (const { previewFile } of sceneCatalogue()) expect(previewFile).toMatch(/-reference\.webp$/);
});

test("every scripted scene has a known category, and names in English and German", () => {
  for (const { category, name } of listScriptedScenes()) {
    expect(sceneCategories).toContain(category);
    expect(Object.keys(name)).toEqual(["en", "de"]);
  }
});

test("a scene has only its finished views, and other files in its folder are ignored", async () => {
  const files = ["high.json", "high-reference.webp", "low.json", "low.webp", "middle-reference.webp"];
  const [scene] = readCatalogue(await makeFolder("podium-petals", { files }));
  expect(scene?.pitches).toEqual(["high"]);
  expect(scene?.previewFile).toMatch(/high-reference\.webp$/);
});

test("a second view from the same height adds no pitch", async () => {
  const files = ["flat", "flat-b"].flatMap((view) => [`${view}.json`, `${view}-reference.webp`]);
  const [scene] = readCatalogue(await makeFolder("podium-petals", { files }));
  expect(scene?.pitches).toEqual(["flat"]);
  expect(scene?.previewFile).toMatch(/flat-reference\.webp$/);
});

test.each([
  ["without a finished view", "podium-petals", {}, false],
  ["in a folder of another name", "podium", {}, true],
  ["of an unknown category", "podium-petals", { category: "cars" }, true],
  ["without German", "podium-petals", { name: { en: "Podium" } }, true],
])("a scene %s is absent from the catalogue", async (_what, id, facts, isLogged) => {
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const files = isLogged ? ["middle.json", "middle-reference.webp"] : [];
  expect(readCatalogue(await makeFolder(id, { facts, files }))).toEqual([]);
  expect(error).toHaveBeenCalledTimes(isLogged ? 1 : 0);
  error.mockRestore();
});

test("the catalogue is empty when its folder does not exist", () => {
  expect(readCatalogue(path.join(os.tmpdir(), "no-such-folder"))).toEqual([]);
});
