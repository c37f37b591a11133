// Guards that the commands of an operator restore a backup made under traffic, byte for byte, also elsewhere.
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBackup } from "#lib/backup/create.ts";
import { db } from "#lib/db/index.ts";
import { AssetStore } from "#lib/images/embedded/store.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { secret } from "#lib/platform/secrets.ts";
import { DiskStore } from "#lib/storage/disk.ts";
import {
  type Library,
  makeLibrary,
  orderPhoto,
  type PaidResult,
  payForCutout,
  payForPhoto,
  storePicture,
} from "#lib/testing/backup/library.ts";
import { createEmptyDatabase, queryAt, useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { makeSecret } from "#lib/webhooks/secret.ts";
import { runNode } from "../parts/child.ts";

await useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "photos-restores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);
const start = path.join(import.meta.dirname, "../start/admin.ts");
/** Each command starts two processes and its own database. */
const timeoutMs = 150_000;
const passphrase = "a passphrase of some length";

/** Runs the tool as an operator starts it. */
function admin(words: string[], environment: Record<string, string> = {}) {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  return runNode([start, ...words], {
    ...inherited,
    NODE_ENV: "production",
    BACKUP_PASSPHRASE: passphrase,
    ...environment,
  });
}

let library: Library;
let cutout: PaidResult;
let waiting: string;
const archive = at("backup.tar");

beforeAll(async () => {
  secret("auth");
  library = await makeLibrary(3);
  cutout = await payForCutout(library.userId);
  const source = await storePicture(`inputs/${library.userId}`);
  waiting = await orderPhoto(library.userId, source);
  await addOutgoing(library.userId);
  // Charges continue while the archive is written.
  const made: Promise<PaidResult>[] = [];
  let charging = true;
  const traffic = (async () => {
    while (charging) {
      made.push(payForPhoto(library.userId));
      await made.at(-1);
    }
  })();
  await createBackup(archive, { hasPictures: true, passphrase });
  charging = false;
  await traffic;
  expect(made.length).toBeGreaterThan(0);
});

/** Adds an endpoint with one delivered and one pending webhook, and a mail that was not sent. */
async function addOutgoing(userId: string): Promise<void> {
  const endpointId = newId("whe");
  const { sealed } = makeSecret();
  const endpoint = { id: endpointId, userId, url: "https://example.com/hook", events: ["*"], secret: sealed };
  await db().webhookEndpoint.create({ data: endpoint });
  for (const status of ["succeeded", "pending"] as const) {
    const eventId = newId("evt");
    const event = { id: eventId, userId, type: "test.ping", data: {}, reference: eventId };
    await db().webhookEvent.create({ data: event });
    const nextAttemptAt = status === "pending" ? new Date() : null;
    await db().webhookDelivery.create({
      data: { id: newId("whd"), userId, eventId, endpointId, status, nextAttemptAt },
    });
  }
  const mail = { reference: newId("row"), recipient: "a@example.com", subject: "s", text: "t" };
  await db().outgoingMail.create({ data: mail });
}

async function picturesOf(dataDir: string, results: readonly PaidResult[]): Promise<Buffer[]> {
  const store = new AssetStore(new DiskStore(path.join(dataDir, "images")));
  return Promise.all(
    results.map(async ({ publicId }) => {
      const asset = await store.get(publicId);
      return (asset && (await store.files.read(store.originalKey(asset)))) ?? Buffer.alloc(0);
    }),
  );
}

test(
  "an archive created during traffic is verified without a service",
  async () => {
    tried("backups");
    const { code, output } = await admin(["backup", "verify", archive]);
    expect(output).toMatch(/secrets \(secrets.json\): encrypted, and decrypted\n0 problems\n$/);
    expect(code).toBe(0);
  },
  timeoutMs,
);

// The second test moves what the first one has restored.
describe("a restore", { shuffle: false }, () => {
  test(
    "the archive is restored into an empty folder, byte for byte, with outgoing messages held",
    async () => {
      tried("backups");
      const dataDir = at("restored");
      const { code, output } = await admin([
        "restore",
        archive,
        "--data-dir",
        dataDir,
        "--base-url",
        "https://new.example",
      ]);
      expect(output).toMatch(/\d+ accounts, \d+ ledger entries, 0 problems\n$/);
      expect(output).toContain(`DATA_DIR=${dataDir} BASE_URL=https://new.example`);
      expect(output).toContain("1 webhook endpoints are paused, and 1 mails are not sent");
      expect(code).toBe(0);
      const kept = [...library.photos, cutout];
      expect(await picturesOf(dataDir, kept)).toEqual(kept.map(({ bytes }) => bytes));
      const store = new AssetStore(new DiskStore(path.join(dataDir, "images")));
      const asset = await store.get(cutout.publicId);
      expect(asset && (await store.isCutoutAllowed(asset))).toBe(true);
      const names = (await readdir(dataDir)).sort();
      expect(names).toEqual(["images", "installation.json", "postgres", "secrets.json", "service.lock"]);
      const original = await readFile(path.join(env().DATA_DIR, "secrets.json"), "utf8");
      expect(await readFile(path.join(dataDir, "secrets.json"), "utf8")).toBe(original);
    },
    timeoutMs,
  );

  test(
    "the restored data moves to a hosted database, with open work refunded and ids continued",
    async () => {
      const dataDir = at("restored");
      const kept = [...library.photos, cutout];
      const again = at("again.tar");
      const made = await admin(["backup", "create", "--out", again], {
        DATA_DIR: dataDir,
        DATABASE_URL: "",
      });
      expect(made.output).toContain("ledger entries");
      expect(made.code).toBe(0);
      const { url, drop } = await createEmptyDatabase();
      afterAll(drop);
      const hosted = at("hosted");
      const target = ["--data-dir", hosted, "--database-url", url, "--keep-outgoing"];
      const moved = await admin(["restore", again, ...target]);
      expect(moved.output).toMatch(/ 0 problems\n$/);
      expect(await picturesOf(hosted, kept)).toEqual(kept.map(({ bytes }) => bytes));
      expect(await queryAt(url, `SELECT status, error_code FROM generation WHERE id = '${waiting}'`)).toEqual(
        [{ status: "failed", error_code: "generation_failed" }],
      );
      expect(
        await queryAt(url, "SELECT status, next_attempt_at FROM webhook_delivery ORDER BY status"),
      ).toEqual([
        { status: "pending", next_attempt_at: null },
        { status: "succeeded", next_attempt_at: null },
      ]);
      // The next ledger entry must get a new id.
      const [row] = await queryAt<{ isNew: boolean }>(
        url,
        `SELECT nextval('ledger_entry_id_seq') > (SELECT max(id) FROM ledger_entry) AS "isNew"`,
      );
      expect(row?.isNew).toBe(true);
    },
    timeoutMs,
  );
});
