import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DataDirError, explainFileError } from "./data-dir.ts";
import { requireRoomForDatabase } from "./disk.ts";

const fault = (code: string, file?: string) =>
  Object.assign(new Error(`${code}: as Node says it`), { code, ...(file && { path: file }) });

test.each([
  ["EACCES", "/data/secrets.json", "/data/secrets.json cannot be used by this user", "(chown -R"],
  [
    "EROFS",
    "/data/service.json.new",
    "/data/service.json.new is on a read-only file system",
    "Mount it writable",
  ],
  ["ENOSPC", undefined, "The disk of /data is full", "Free space"],
  ["EDQUOT", undefined, "The disk of /data is full", "Free space"],
  ["ENOENT", "/data/service.lock", "/data/service.lock is missing, or a link", "Mount its disk"],
  ["EACCES", "/", "/ cannot be used by this user", "(chown -R"],
  ["EMFILE", "/data/x", "The limit of open files is reached", "ulimit -n 4096"],
])("%s is explained with its fix", (code, file, sentence, fix) => {
  const explained = explainFileError(fault(code, file), "/data");
  expect(explained).toBeInstanceOf(DataDirError);
  expect(String(explained)).toContain(sentence);
  expect(String(explained)).toContain(fix);
  expect(String(explained)).not.toMatch(/[{}]|undefined/);
});

test("a file in the place of a folder is explained, and a folder in the place of a file", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "data-dir-"));
  try {
    writeFileSync(path.join(folder, "file"), "");
    for (const act of [() => mkdirSync(path.join(folder, "file", "data")), () => readFileSync(folder)]) {
      let thrown: unknown = null;
      try {
        act();
      } catch (error) {
        thrown = error;
      }
      expect(explainFileError(thrown, folder)).toMatchObject({ damage: "any file: of another kind" });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database that does not fit on the disk of the folder is refused with both sizes", async () => {
  await requireRoomForDatabase(os.tmpdir(), 0);
  await expect(requireRoomForDatabase(os.tmpdir(), 1e9)).rejects.toThrow(
    /^A new database needs 1000000000 MB, DATA_DIR \(.+\) has \d+ MB\. Free space/,
  );
});

test("an error of a file elsewhere stays as it is", () => {
  for (const file of ["/database/x", "/opt/photos/.next/SOURCES"]) {
    const error = fault("EACCES", file);
    expect(explainFileError(error, "/data")).toBe(error);
  }
});

test("any other error, and one that is explained already, stays as it is", () => {
  const damaged = new DataDirError("secrets.json: damaged", { file: "/data/secrets.json" });
  for (const error of [new Error("x"), fault("ECONNREFUSED"), damaged, "text"])
    expect(explainFileError(error, "/data")).toBe(error);
});
