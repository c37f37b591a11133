import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deepTest } from "#lib/testing/trials.ts";
import { db } from "../db/index.ts";
import { checkHealth } from "../http/health.ts";
import { answerMetrics } from "../http/metrics.ts";
import { env } from "../platform/env.ts";
import { tryLock } from "../platform/os-lock.ts";
import { secret } from "../platform/secrets.ts";
import { makeLibrary } from "../testing/backup/library.ts";
import { useDatabase } from "../testing/database.ts";
import { inspectArchive } from "./load.ts";
import { backupsFolder, prepareFolder } from "./location.ts";
import { scheduledName } from "./retention.ts";
import { beginRun, endRun, readBackupStatus } from "./runs.ts";
import { runBackup } from "./scheduled.ts";
import { backupTasks } from "./task.ts";

await useDatabase();
const before = { ...env() };
beforeAll(async () => {
  secret("auth");
  await makeLibrary(1);
});
beforeEach(() => {
  env().BACKUP_SCHEDULE = "17 3 * * *";
});
afterEach(async () => {
  Object.assign(env(), before);
  await db().backupRun.deleteMany();
  await rm(backupsFolder(), { recursive: true, force: true });
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);

test("the task stores a backup, made by a process of its own, in DATA_DIR/backups that only the service's user can access", async () => {
  const [task] = backupTasks();
  const began: ChildProcess[] = [];
  const note = (message: unknown) => void began.push((message as { process: ChildProcess }).process);
  subscribe("child_process", note);
  await task?.run({}, new AbortController().signal);
  unsubscribe("child_process", note);
  expect(began.map(({ spawnargs }) => path.basename(spawnargs.at(-1) ?? ""))).toContain("backup-child.ts");
  const [name = ""] = (await readdir(backupsFolder())).filter((file) => file.startsWith("photos-"));
  const file = path.join(backupsFolder(), name);
  const modes = await Promise.all([backupsFolder(), file].map(async (one) => (await stat(one)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o600]);
  // The archive contains no secrets; a restore finds them beside it.
  const text = await readFile(path.join(env().DATA_DIR, "secrets.json"), "utf8");
  const { header, secrets } = await inspectArchive(file, undefined);
  expect([header.hasPictures, secrets]).toEqual([true, { "secrets.json": text }]);
  expect(await db().backupRun.findMany()).toMatchObject([{ name, error: null, place: backupsFolder() }]);
});

test("a run deletes expired backups and the partial files of killed runs, and nothing else", async () => {
  await mkdir(backupsFolder(), { recursive: true });
  const old = Array.from({ length: 20 }, (_, day) => scheduledName(hoursAgo(24 * (day + 100))));
  const kept = ["mine.tar", "mine.tar.partial"];
  const partial = `${scheduledName(hoursAgo(5))}.partial`;
  // Archives of another installation that uses the same place, as a restore drill with its original's settings does.
  const others = Array.from({ length: 20 }, (_, day) => scheduledName(hoursAgo(24 * (day + 100) + 1)));
  for (const name of [...old, ...others, ...kept, partial]) {
    await writeFile(path.join(backupsFolder(), name), "x");
  }
  for (const name of old) await endRun(await beginRun("here", name), { sizeBytes: 1 });
  const { name, expired } = await runBackup();
  expect(expired.length).toBeGreaterThan(8);
  expect(old).toEqual(expect.arrayContaining(expired));
  const left = await readdir(backupsFolder());
  expect(left).toEqual(expect.arrayContaining([...kept, ...others, name]));
  expect(left).not.toContain(partial);
  for (const one of expired) expect(left).not.toContain(one);
});

test("a run in the same second as another one has a name of its own", async () => {
  await vi.waitFor(() => expect(Date.now() % 1000).toBeLessThan(300), { interval: 20 });
  const first = await runBackup();
  const second = await runBackup();
  expect([second.name === first.name, second.expired]).toEqual([false, [first.name]]);
  expect(await readdir(backupsFolder())).toContain(second.name);
});

test("a second concurrent run is rejected, and a nearly full disk is reported and left unchanged", async () => {
  await prepareFolder();
  const release = tryLock(path.join(backupsFolder(), "backup.lock"));
  await expect(runBackup()).rejects.toThrow("Another backup is running");
  release?.();
  const names = await readdir(backupsFolder());
  env().DISK_FLOOR_MB = 1_000_000_000;
  await expect(runBackup()).rejects.toThrow("DISK_FLOOR_MB");
  expect(await readdir(backupsFolder())).toEqual(names);
  expect(await readBackupStatus()).toMatchObject({
    lastFailure: { error: expect.stringContaining("DISK_FLOOR_MB") },
  });
});

describe("the backup status", () => {
  async function ran(startedAt: Date, outcome: Parameters<typeof endRun>[1]): Promise<void> {
    const id = await beginRun("there", "a.tar");
    await endRun(id, outcome);
    await db().backupRun.update({ where: { id }, data: { startedAt } });
  }
  const good = { sizeBytes: 5 };
  const bad = { error: "no room" };

  test.each([
    ["none", [], "none"],
    ["failed", [[1, bad]], "failed"],
    ["ok", [[1, good]], "ok"],
    [
      "ok, though the last one failed",
      [
        [30, good],
        [6, bad],
      ],
      "ok",
    ],
    ["late", [[49, good]], "late"],
    [
      "failed for two days",
      [
        [72, good],
        [24, bad],
      ],
      "failed",
    ],
  ] as const)("is %s", async (_, runs, state) => {
    for (const [hours, outcome] of runs) await ran(hoursAgo(hours), outcome);
    expect(await readBackupStatus()).toMatchObject({ state });
  });

  test("is null when no backups are scheduled", async () => {
    env().BACKUP_SCHEDULE = "off";
    expect([await readBackupStatus(), backupTasks()]).toEqual([null, []]);
  });

  deepTest(
    "is exported as metrics: the time of the last success, and whether the last run failed",
    async () => {
      const METRICS_TOKEN = "a-token-of-24-characters";
      env().METRICS_TOKEN = METRICS_TOKEN;
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const read = async () => {
        const request = new Request("http://localhost/api/metrics", { headers });
        const text = await (await answerMetrics(request, { params: Promise.resolve({}) })).text();
        const metricOf = (name: string) =>
          new RegExp(`^photos_backup_last_${name} (\\S+)$`, "m").exec(text)?.[1];
        return [metricOf("success_timestamp_seconds"), metricOf("run_failed")];
      };
      await ran(hoursAgo(2), bad);
      expect(await read()).toEqual([undefined, "1"]);
      await ran(hoursAgo(1), good);
      const at = (await readBackupStatus())?.lastSuccess?.at.getTime() ?? 0;
      // Metrics from the database are refreshed every few seconds.
      await expect.poll(read).toEqual([String(at / 1000), "0"]);
    },
  );

  test("is part of the health response, which is 200 even when backups are late", async () => {
    await ran(hoursAgo(72), good);
    const answer = await checkHealth();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      backup: { state: "late", last_success_at: expect.stringMatching(/^\d{4}-/) },
    });
  });
});
