import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDataFolder, letPass } from "./private-files.ts";

const run = promisify(execFile);
let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "private-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const modeOf = async (...names: string[]) =>
  ((await stat(path.join(dataDir, ...names))).mode & 0o777).toString(8);

async function makeOldFolder(): Promise<void> {
  for (const folder of ["images/assets", "outbox", "cache", "postgres/cluster"]) {
    await mkdir(path.join(dataDir, folder), { recursive: true });
  }
  for (const file of ["demo.json", "images/assets/picture", "postgres/server.log", "postgres/password"]) {
    await writeFile(path.join(dataDir, file), "text");
    await chmod(path.join(dataDir, file), 0o644);
  }
  for (const folder of ["", "images", "outbox", "cache", "postgres"]) {
    await chmod(path.join(dataDir, folder), 0o755);
  }
  await chmod(path.join(dataDir, "postgres/cluster"), 0o700);
}

test("other users lose access to an older data directory and to everything at its top", async () => {
  await makeOldFolder();
  await closeDataFolder(dataDir);
  expect(await modeOf()).toBe("700");
  for (const folder of ["images", "outbox", "cache", "postgres", "postgres/cluster"]) {
    expect([folder, await modeOf(folder)]).toEqual([folder, "700"]);
  }
  for (const file of ["demo.json", "postgres/server.log", "postgres/password"]) {
    expect([file, await modeOf(file)]).toEqual([file, "600"]);
  }
});

test.runIf(process.getuid?.() === 0)(
  "PostgreSQL's own user can access the cluster and nothing else",
  async () => {
    await makeOldFolder();
    await run("chown", ["-R", "nobody", path.join(dataDir, "postgres/cluster")]);
    await closeDataFolder(dataDir);
    expect([await modeOf(), await modeOf("postgres")]).toEqual(["711", "711"]);
    const asNobody = (...words: string[]) => run("setpriv", ["--reuid=nobody", "--clear-groups", ...words]);
    await asNobody("ls", path.join(dataDir, "postgres/cluster"));
    for (const name of [
      "",
      "images",
      "outbox",
      "demo.json",
      "postgres",
      "postgres/server.log",
      "postgres/password",
    ]) {
      const reading = name.includes(".") || name.endsWith("password") ? "cat" : "ls";
      await expect(asNobody(reading, path.join(dataDir, name)), name).rejects.toThrow("Permission denied");
    }
  },
);

test("a symbolic link is not followed, and letPass adds only the right to pass through", async () => {
  const target = path.join(dataDir, "elsewhere");
  const inner = path.join(dataDir, "data");
  await mkdir(target);
  await chmod(target, 0o755);
  await mkdir(inner);
  await symlink(target, path.join(inner, "images"));
  await closeDataFolder(inner);
  expect([await modeOf("elsewhere"), await modeOf("data")]).toEqual(["755", "700"]);
  await letPass([inner]);
  expect(await modeOf("data")).toBe("711");
});

test("after makeFilesPrivate, files of a process and its children are accessible only to their user", async () => {
  const script = `
    const { makeFilesPrivate } = await import(${JSON.stringify(path.resolve("lib/platform/private-files.ts"))});
    makeFilesPrivate();
    const fs = await import("node:fs");
    fs.mkdirSync("made");
    fs.writeFileSync("made/file", "text");
    (await import("node:child_process")).execFileSync("touch", ["made/by-child"]);`;
  await run(process.execPath, ["--input-type=module", "-e", script], { cwd: dataDir });
  expect([await modeOf("made"), await modeOf("made", "file"), await modeOf("made", "by-child")]).toEqual([
    "700",
    "600",
    "600",
  ]);
});
