import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockDataDir } from "../../scripts/start/lock.ts";
import { auditCredits } from "../credits/audit.ts";
import { withClient } from "../db/client.ts";
import { db, sql } from "../db/index.ts";
import { deployMigrations } from "../db/migrate.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { secret } from "../platform/secrets.ts";
import { stopQueue } from "../queue/boss.ts";
import { makeAccount } from "../testing/accounts.ts";
import { orderPhoto } from "../testing/backup/library.ts";
import { beginWork } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { makeSecret } from "../webhooks/secret.ts";
import { writeArchive } from "./archive.ts";
import { createBackup } from "./create.ts";
import { entryNames } from "./format.ts";
import { inspectArchive } from "./load.ts";
import { prepareRestored } from "./prepare-restored.ts";
import {
  beginRestore,
  endRestore,
  markUnfinished,
  requireEmptyDatabase,
  unmarkUnfinished,
} from "./schema.ts";
import { writeSecrets } from "./secrets.ts";

const url = await useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "photos-restores-"));
beforeAll(() => {
  // Creates secrets.json.
  secret("auth");
});
afterAll(async () => {
  await stopQueue();
  rmSync(folder, { recursive: true, force: true });
});
const at = (name: string) => path.join(folder, name);
const me = { parent_pid: process.pid, purpose: "service", port: 3000, base_url: "x" } as const;

describe("a restore is rejected before anything is written", () => {
  const archive = at("backup.tar");
  beforeAll(() => createBackup(archive, { hasPictures: false, passphrase: "a passphrase of some length" }));

  test("with a wrong or missing passphrase", async () => {
    await expect(inspectArchive(archive, "another passphrase")).rejects.toThrow("not the one");
    await expect(inspectArchive(archive, undefined)).rejects.toThrow("name the passphrase");
  });

  test("from an archive with a migration that this version lacks, which the error names", async () => {
    const { header } = await inspectArchive(archive, "a passphrase of some length");
    const migrations = [...header.migrations, { name: "29990101000000_later", checksum: "x" }];
    const newer = at("newer.tar");
    const content = Buffer.from(JSON.stringify({ ...header, version: "9.9.9", migrations }));
    await writeArchive(newer, (add) => add(entryNames.header, content));
    await expect(inspectArchive(newer, undefined)).rejects.toThrow(
      /version 9\.9\.9 with migration 29990101000000_later/,
    );
  });

  test("from a file that is not an archive", async () => {
    await writeFile(at("other.txt"), "x".repeat(5_000));
    await expect(inspectArchive(at("other.txt"), undefined)).rejects.toThrow("damaged or incomplete");
    await expect(inspectArchive(at("nothing.tar"), undefined)).rejects.toThrow("cannot be read");
  });

  test("into a folder that is not empty", async () => {
    await mkdir(at("full"));
    await writeFile(at("full/file"), "mine");
    await expect(beginRestore(at("full"), archive)).rejects.toThrow("is not empty");
    expect(await readdir(at("full"))).toEqual(["file"]);
  });

  test("into a database that is not empty", async () => {
    await expect(requireEmptyDatabase(url)).rejects.toThrow("is not empty");
  });
});

describe("a killed restore", () => {
  test("leaves a data directory that neither a service nor another restore accepts", async () => {
    const dataDir = at("killed");
    await beginRestore(dataDir, "backup.tar");
    await expect(lockDataDir(dataDir, me)).rejects.toThrow("did not end");
    await expect(beginRestore(dataDir, "backup.tar")).rejects.toThrow("Delete the folder");
    await endRestore(dataDir);
    (await lockDataDir(dataDir, me))();
  });

  test("leaves a database that cannot be migrated", async () => {
    await withClient(url, async (client) => {
      await markUnfinished(client);
      await expect(deployMigrations(url)).rejects.toThrow("restore_that_did_not_end");
      await unmarkUnfinished(client);
      expect(await deployMigrations(url)).toEqual([]);
    });
  });
});

test("restored secrets are written to secrets.json, and environment variables to restored.env", async () => {
  const dataDir = at("secrets");
  await mkdir(dataDir);
  await writeSecrets({ "secrets.json": "{}", AUTH_SECRET: "s".repeat(32) }, dataDir);
  expect(await readFile(path.join(dataDir, "restored.env"), "utf8")).toBe(
    `AUTH_SECRET="${"s".repeat(32)}"\n`,
  );
  expect(await readdir(dataDir)).toEqual(["restored.env", "secrets.json"]);
});

test("a secrets.json beside an archive is used only when it matches the fingerprint in the archive", async () => {
  const file = at("bare.tar");
  await createBackup(file, { hasPictures: false, passphrase: undefined });
  expect((await inspectArchive(file, undefined)).secrets).toEqual({});
  const text = await readFile(path.join(env().DATA_DIR, "secrets.json"), "utf8");
  await writeFile(at("secrets.json"), text);
  expect((await inspectArchive(file, undefined)).secrets).toEqual({ "secrets.json": text });
  await writeFile(at("secrets.json"), text.replace(/[0-9]/, "f"));
  expect((await inspectArchive(file, undefined)).secrets).toEqual({});
});

describe("preparing restored rows", () => {
  let userId: string;
  let ids: string[];

  beforeEach(async () => {
    ({ userId } = await makeAccount());
    const source = { url: "x", publicId: `inputs/${userId}/a` };
    ids = [await orderPhoto(userId, source), await orderPhoto(userId, source)];
    await beginWork(ids[1] ?? "");
  });

  const prepare = (choice: Partial<Parameters<typeof prepareRestored>[0]> = {}) =>
    prepareRestored({ openWork: "refund", keepsOutgoing: false, removedWork: [], ...choice });
  const statuses = async () => {
    const rows = await db().generation.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
    return rows.map(({ status }) => status);
  };

  test("refunds open work", async () => {
    expect(await prepare()).toMatchObject({ refunded: 2, requeued: 0 });
    expect(await statuses()).toEqual(["failed", "failed"]);
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("queues open work again with a new deadline", async () => {
    await db().generation.updateMany({ where: { id: { in: ids } }, data: { expiresAt: new Date(0) } });
    await db().generation.updateMany({ where: { id: { in: ids } }, data: { createdAt: new Date(-60_000) } });
    // Archives do not contain the queue's own tables.
    await stopQueue();
    await db().$executeRaw(sql`DROP SCHEMA pgboss CASCADE`);
    expect(await prepare({ openWork: "requeue" })).toMatchObject({ refunded: 0, requeued: 2 });
    expect(await statuses()).toEqual(["queued", "queued"]);
    const [row] = await db().generation.findMany({ where: { id: { in: ids } } });
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    await prepare();
  });

  test("deletes idempotency keys of unfinished requests, but not those of paid work", async () => {
    const claim = { userId, operation: "generate", requestHash: "x", bootId: "boot_gone" };
    const until = new Date(Date.now() + 60_000);
    await db().idempotencyKey.createMany({
      data: [
        { ...claim, key: "lost", lockedUntil: until, expiresAt: until },
        { ...claim, key: "paid", workId: ids[0] ?? "", lockedUntil: until, expiresAt: until },
      ],
    });
    await prepare();
    expect(await db().idempotencyKey.findMany({ where: { userId }, select: { key: true } })).toEqual([
      { key: "paid" },
    ]);
  });

  test("pauses webhook endpoints and holds mails, unless outgoing messages are enabled", async () => {
    const endpoint = { id: newId("whe"), userId, url: "https://example.com", events: ["*"] };
    await db().webhookEndpoint.create({ data: { ...endpoint, secret: makeSecret().sealed } });
    const mail = { reference: newId("row"), recipient: "a@example.com", subject: "s", text: "t" };
    await db().outgoingMail.create({ data: mail });
    expect(await prepare({ keepsOutgoing: true })).toMatchObject({ pausedEndpoints: 0, stoppedMails: 0 });
    expect(await prepare()).toMatchObject({ pausedEndpoints: 1, stoppedMails: 1 });
    expect(await prepare()).toMatchObject({ pausedEndpoints: 0, stoppedMails: 0 });
  });
});
