import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordPath, requireRecordedPath } from "./installation.ts";

let folder: string;
const at = (name: string) => path.join(folder, name);
const adopt = /DATA_DIR=\S+ npm run admin -- installation adopt/;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-installation-"));
  await mkdir(at("data"));
  requireRecordedPath(at("data"));
  recordPath(at("data"));
  await mkdir(at("data/postgres/cluster"), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

test("a data directory starts again where it is, and by a link to it", async () => {
  requireRecordedPath(at("data"));
  await symlink(at("data"), at("link"));
  requireRecordedPath(at("link"));
});

test("a copied or moved data directory is refused with the command that adopts it", async () => {
  await cp(at("data"), at("copy"), { recursive: true });
  const refused = () => requireRecordedPath(at("copy"));
  expect(refused).toThrow(`${at("copy")} was moved or copied from ${at("data")}`);
  expect(refused).toThrow(adopt);
  requireRecordedPath(at("data"));
  await rename(at("data"), at("moved"));
  expect(() => requireRecordedPath(at("moved"))).toThrow(adopt);

  recordPath(at("copy"));
  requireRecordedPath(at("copy"));
});

test("a database without its record is refused, and a damaged record", async () => {
  const file = at("data/installation.json");
  for (const text of ["", "{}", "null"]) {
    await writeFile(file, text);
    expect(() => requireRecordedPath(at("data"))).toThrow(`${file} is damaged`);
  }
  await rm(file);
  expect(() => requireRecordedPath(at("data"))).toThrow(adopt);
});
