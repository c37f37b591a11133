import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { shareChunks } from "./share-chunks.ts";

async function writeBuild(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-chunks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

async function readBuild(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return Object.fromEntries(files.map((file, place) => [file, texts[place] ?? ""]));
}

test("chunks with the same content are merged, also when they differ only in the names of other chunks", async () => {
  const folder = await writeBuild({
    "app/a/route.js": 'R.c("server/chunks/_a._.js")\nR.c("server/chunks/[root]__a._.js")',
    "app/b/route.js": 'R.c("server/chunks/_b._.js")\nR.c("server/chunks/[root]__b._.js")',
    "app/b/manifest.json": '{"chunks":["/server/chunks/_b._.js"]}',
    "chunks/_a._.js": "module.exports=[1]",
    "chunks/_b._.js": "module.exports=[1]",
    "chunks/lib_b._.js": "module.exports=[2]",
    "chunks/[root]__a._.js": 'e.l("server/chunks/_a._.js")',
    "chunks/[root]__b._.js": 'e.l("server/chunks/_b._.js")',
  });
  expect(await shareChunks(folder)).toBe("module.exports=[1]".length + 'e.l("server/chunks/_a._.js")'.length);
  expect(await readBuild(folder)).toEqual({
    "app/a/route.js": 'R.c("server/chunks/_a._.js")\nR.c("server/chunks/[root]__a._.js")',
    "app/b/route.js": 'R.c("server/chunks/_a._.js")\nR.c("server/chunks/[root]__a._.js")',
    "app/b/manifest.json": '{"chunks":["/server/chunks/_a._.js"]}',
    "chunks/_a._.js": "module.exports=[1]",
    "chunks/lib_b._.js": "module.exports=[2]",
    "chunks/[root]__a._.js": 'e.l("server/chunks/_a._.js")',
  });
});

test("equal chunks of the API and of pages are not merged, and files outside the chunks are not deleted", async () => {
  const files = {
    "app/a/page.js": 'R.c("server/chunks/ssr/_a._.js")',
    "app/b/page.js": 'R.c("server/chunks/ssr/_a._.js")',
    "chunks/_a._.js": "module.exports=[1]",
    "chunks/ssr/_a._.js": "module.exports=[1]",
  };
  const folder = await writeBuild(files);
  expect(await shareChunks(folder)).toBe(0);
  expect(await readBuild(folder)).toEqual(files);
});
