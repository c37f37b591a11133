import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, makeSharedFolder } from "./shared-folder.ts";

const folderOf = (pid: number) => mkdtemp(path.join(os.tmpdir(), `photos-cut-outs-${pid}-`));

test("the folder is readable by its user only; folders of servers that are gone are removed, of others not", async () => {
  const { pid: gone } = spawnSync(process.execPath, ["-e", ""]);
  const [abandoned, living] = [await folderOf(gone), await folderOf(process.ppid)];
  const [folder = "", other = ""] = [makeSharedFolder() ?? "", makeSharedFolder() ?? ""];
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect([abandoned, living, folder, other].map((one) => existsSync(one))).toEqual([false, true, true, true]);
  for (const one of [living, folder, other]) await rm(one, { recursive: true });
});

test("a folder that the system has cleaned up is emptied without an error", () => {
  expect(() => emptyFolder(path.join(os.tmpdir(), "photos-cut-outs-none"))).not.toThrow();
});
