import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { tryLock } from "./os-lock.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "lock-"));
afterAll(() => rm(folder, { recursive: true }));

test.each(["", "x", "what a damaged disk left ".repeat(100)])(
  "a lock is held once, whatever its file has (%j)",
  async (text) => {
    const file = path.join(folder, "lock");
    await writeFile(file, text);
    const release = tryLock(file);
    expect(release).not.toBeNull();
    expect(tryLock(file)).toBeNull();
    // Looking at it did not release it.
    expect(tryLock(file)).toBeNull();
    release?.();
    tryLock(file)?.();
  },
);

test("the file of a lock is accessible only to its owner", async () => {
  const file = path.join(folder, "new");
  tryLock(file)?.();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("the error for a file that cannot be used names it and the reason", async () => {
  await mkdir(path.join(folder, "folder"));
  expect(() => tryLock(path.join(folder, "folder"))).toThrow(expect.objectContaining({ code: "EISDIR" }));
  await writeFile(path.join(folder, "file"), "");
  const inFile = path.join(folder, "file", "lock");
  expect(() => tryLock(inFile)).toThrow(/ENOTDIR|EEXIST/);
  if (process.getuid?.() === 0) return;
  await mkdir(path.join(folder, "closed"));
  await chmod(path.join(folder, "closed"), 0o500);
  expect(() => tryLock(path.join(folder, "closed", "lock"))).toThrow("EACCES");
});
