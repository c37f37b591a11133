// Guards that the doctor finds every kind of broken setup, names its fix, and checks an embedded database.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { db } from "#lib/db/index.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { broken, describeFindings, examine } from "./doctor/broken-setups.ts";

test("checks the running embedded database when no setting names a database", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-doctor-embedded-"));
  const postgres = await ensurePostgres(dataDir);
  try {
    await deployMigrations(postgres.url);
    const embedded = { DATA_DIR: dataDir, DATABASE_URL: undefined, AUTH_SECRET: undefined };
    const { checks, findings } = await examine(embedded);
    expect(checks.filter(({ status }) => status === "skipped")).toEqual([]);
    // No server or worker runs in that setup.
    expect(findings.filter(({ severity }) => severity === "error").map(({ key }) => key)).toEqual([
      "worker_missing",
    ]);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});

describeFindings(Object.keys(broken));

test("finds late and failing backups, what backups do not protect, ledger problems, and a missing worker", async () => {
  const at = new Date(Date.now() - 72 * 60 * 60 * 1000);
  const keys = async (change = {}) => (await examine(change)).findings.map(({ key, fix }) => [key, fix]);
  // Nothing listens there: the place of backups is not called.
  const scheduled = {
    BACKUP_SCHEDULE: "17 3 * * *",
    BACKUP_URL: "s3+http://key:secret@127.0.0.1:9/backups",
    BACKUP_PASSPHRASE: "a passphrase of some length",
  };
  await db().backupRun.create({ data: { place: "folder", name: "a", startedAt: at, finishedAt: at } });
  expect(await keys(scheduled)).toEqual([["backup_late", expect.stringContaining("backup run")]]);
  await db().backupRun.create({
    data: { place: "folder", name: "b", finishedAt: new Date(), error: "no room" },
  });
  expect(await keys(scheduled)).toEqual([["backup_failed", expect.stringContaining("backup run")]]);
  await db().backupRun.deleteMany();
  expect(await keys({ BACKUP_SCHEDULE: "17 3 * * *", BACKUP_PICTURES: "off" })).toEqual([
    ["backup_same_disk", expect.stringContaining("BACKUP_URL")],
    ["backup_without_pictures", expect.stringContaining("Unset BACKUP_PICTURES")],
    ["backup_without_secrets", expect.stringContaining("BACKUP_PASSPHRASE")],
  ]);
  await db().creditAudit.create({ data: { finishedAt: at, durationMs: 1, entries: 1, problems: 3 } });
  expect(await keys()).toEqual([["ledger_problems", expect.stringContaining("credits audit")]]);
  await db().creditAudit.deleteMany();
  await db().appProcess.deleteMany();
  expect(await keys()).toEqual([["worker_missing", expect.stringContaining("npm run worker")]]);
});
