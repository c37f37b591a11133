import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as CREDITS } from "#app/api/v1/credits/route.ts";
import { GET as LIST } from "#app/api/v1/generations/route.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { migrationsFolder, readMigrations } from "#lib/db/migrations/files.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { findRuleViolations } from "./rules.ts";

/**
 * Migrations of a fictional next version: every form of change that the rules allow, on the tables that every call
 * uses.
 */
const nextVersion = {
  "20990101000001_columns": `ALTER TABLE generation ADD COLUMN next TEXT, ADD COLUMN next_count INTEGER NOT NULL DEFAULT 0`,
  "20990101000002_ledger": `ALTER TABLE ledger_entry ADD COLUMN next TEXT`,
  "20990101000003_balance": `ALTER TABLE balance ADD COLUMN next INTEGER NOT NULL DEFAULT 7`,
  "20990101000004_user": `ALTER TABLE "user" ADD COLUMN next TEXT; CREATE UNIQUE INDEX user_next ON "user"("next")`,
  "20990101000005_keys": `ALTER TABLE api_key ADD COLUMN next JSONB`,
  "20990101000006_subscription": `ALTER TABLE subscription ADD COLUMN next TEXT`,
  "20990101000007_idempotency": `ALTER TABLE idempotency_key ADD COLUMN next TEXT`,
  "20990101000008_table": `CREATE TABLE next_table (id TEXT PRIMARY KEY, user_id TEXT NOT NULL);
    ALTER TABLE next_table ADD CONSTRAINT next_table_user FOREIGN KEY (user_id) REFERENCES "user"(id) ON DELETE CASCADE`,
  "20990101000009_check": `ALTER TABLE generation ADD CONSTRAINT next_check CHECK (next_count >= 0) NOT VALID`,
  "20990101000010_valid": `ALTER TABLE generation VALIDATE CONSTRAINT next_check`,
  "20990101000011_index": `-- no-transaction
    DROP INDEX CONCURRENTLY IF EXISTS generation_next; CREATE INDEX CONCURRENTLY generation_next ON generation (user_id, next)`,
};

let root: string;
let client: pg.Client;

async function sumOf(statement: string): Promise<unknown> {
  return (await client.query(statement)).rows[0];
}

interface Size {
  accounts: number;
  /** A multiple of ten: every tenth failed and was refunded. */
  worksPerAccount: number;
}

/** Tests of an upgrade from the oldest schema, and to the next one under traffic, in this file's database. */
export function describeUpgrade(url: string, { accounts, worksPerAccount }: Size): void {
  const works = accounts * worksPerAccount;
  const entries = accounts + works + works / 10;
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), "photos-upgrade-"));
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  afterAll(async () => {
    await endWorkers();
    await client.end();
    await rm(root, { recursive: true, force: true });
  });

  describe(`${accounts * worksPerAccount} rows of work in the oldest schema`, { timeout: 240_000 }, () => {
    test("pass through every migration without loss, with the same credits and valid constraints", async () => {
      await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      const oldest = path.join(root, "oldest");
      for (const name of (await readdir(migrationsFolder)).filter((entry) => /^\d/.test(entry)).slice(0, 2)) {
        await cp(path.join(migrationsFolder, name), path.join(oldest, name), { recursive: true });
      }
      await deployMigrations(url, { folder: oldest });
      await fill(accounts, worksPerAccount);
      const facts = `SELECT
      (SELECT count(*) FROM "user") AS users, (SELECT count(*) FROM api_key) AS keys,
      (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM generation) AS works,
      (SELECT sum(monthly_delta) || '+' || sum(topup_delta) FROM ledger_entry) AS ledger,
      (SELECT sum(monthly) || '+' || sum(topup) FROM balance) AS credits,
      (SELECT sum(from_monthly) || '+' || sum(from_topup) FROM generation) AS charged,
      (SELECT md5(string_agg(id || status || image_url || created_at, ',' ORDER BY id)) FROM generation
        WHERE status::text IN ('succeeded', 'failed')) AS outcomes`;
      const before = await sumOf(facts);
      expect(before).toMatchObject({ entries: `${entries}`, works: `${works}` });
      expect((await deployMigrations(url)).length).toBeGreaterThan(15);
      expect(await sumOf(facts)).toEqual(before);
      expect(await auditCredits()).toMatchObject({ accounts, entries, findings: [] });
      const { rows } = await client.query(
        `SELECT conrelid::regclass AS "table", conname AS name FROM pg_constraint WHERE NOT convalidated`,
      );
      for (const { table, name } of rows) {
        await client.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${pg.escapeIdentifier(name)}`);
      }
    });

    test("are migrated to a next version while calls are served, and no call fails", async () => {
      const folder = path.join(root, "next");
      await cp(migrationsFolder, folder, { recursive: true });
      for (const [name, script] of Object.entries(nextVersion)) {
        await mkdir(path.join(folder, name));
        await writeFile(path.join(folder, name, "migration.sql"), script);
      }
      expect(findRuleViolations(await readMigrations(folder))).toEqual([]);

      await runWorkers(2);
      // Many accounts, so that none reaches its rate limit.
      const callers = await Promise.all(Array.from({ length: 20 }, () => makeAccount({ topup: 100_000 })));
      const nextKey = () => callers[statuses.length % callers.length]?.key ?? "";
      const paid = paidEndpoint(3, async (say) => ({
        url: `https://example.com/${say}.jpg`,
        publicId: null,
        width: 4,
        height: 3,
        sizeBytes: 12,
      }));
      const calls = {
        photo: () => request(paid, nextKey(), { say: "mug" }),
        credits: () => request(CREDITS, nextKey()),
        history: () => request(LIST, nextKey()),
      };
      const statuses: string[] = [];
      let isOver = false;
      const loops = Object.entries(calls).map(async ([name, call]) => {
        while (!isOver) statuses.push(`${name} ${await call()}`);
      });
      /** Resolves when `count` more calls of each kind have been answered. */
      const served = (count: number) => {
        const from = statuses.length;
        const isServed = (name: string) =>
          statuses.slice(from).filter((status) => status.startsWith(name)).length >= count;
        return vi.waitUntil(() => Object.keys(calls).every(isServed), { timeout: 200_000, interval: 5 });
      };

      try {
        await served(3);
        // Blocks the first migration, and with it every call if calls waited for that migration.
        const report = new pg.Client({ connectionString: url });
        await report.connect();
        await report.query("BEGIN; SELECT count(*) FROM generation");
        const waits: string[] = [];
        const deployed = deployMigrations(url, {
          folder,
          lockWait: { timeoutMs: 500, giveUpMs: 60_000 },
          report: (line) => void waits.push(line),
        });
        await vi.waitUntil(() => waits.length > 0, { timeout: 200_000 });
        await served(5);
        await report.query("COMMIT");
        await report.end();
        expect(await deployed).toEqual(Object.keys(nextVersion));
        await served(3);
      } finally {
        isOver = true;
        await Promise.all(loops);
      }

      expect([...new Set(statuses)].sort()).toEqual(["credits 200", "history 200", "photo 200"]);
      const made = statuses.filter((status) => status.startsWith("photo")).length;
      expect(
        await sumOf(`SELECT count(*)::int AS made, sum(from_monthly + from_topup)::int AS credits
      FROM generation WHERE image_url = 'mug' AND status = 'succeeded'`),
      ).toEqual({ made, credits: 3 * made });
      expect((await auditCredits()).findings).toEqual([]);
    });
  });
}

/** Returns the status of the response and, for an error, its message. */
async function request(handler: typeof CREDITS, key: string, json?: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = json && { method: "POST", body: JSON.stringify(json) };
  const response = await handler(new Request("http://localhost:3000/", { headers, ...body }), {
    params: Promise.resolve({}),
  });
  const { error } = await response.json();
  return error ? `${response.status} ${error.message}` : String(response.status);
}

/** Creates accounts with top-ups, a key, and work that succeeded, failed and was refunded, or is still open. */
async function fill(accounts: number, worksPerAccount: number): Promise<void> {
  await client.query(`
    INSERT INTO "user" (id, name, email, email_verified)
      SELECT 'usr_' || a, 'User ' || a, 'user' || a || '@example.org', true FROM generate_series(1, ${accounts}) a;
    INSERT INTO subscription (user_id, tier, status, credits_limit)
      SELECT id, 'pro', 'active', 400 FROM "user";
    INSERT INTO api_key (id, user_id, name, hash, first8, last4)
      SELECT 'key_' || id, id, 'key', md5(id), left(md5(id), 8), left(md5(id), 4) FROM "user";
    INSERT INTO generation (id, user_id, api_key_id, operation, status, image_url, style, prompt, aspect_ratio,
                            resolution, result_url, result_public_id, error_code, from_monthly, from_topup, period,
                            boot_id, expires_at, created_at)
      SELECT 'gen_' || a || '_' || w, 'usr_' || a, 'key_usr_' || a, 'generate',
             (CASE WHEN w % 10 = 0 THEN 'failed' WHEN w = 1 THEN 'pending' ELSE 'succeeded' END)::generation_status,
             'http://localhost:3000/embedded/image/upload/v1/inputs/usr_' || a || '/p' || w % 7 || '.jpg', 'studio',
             'on a table', '1:1', '1K', 'http://localhost:3000/embedded/image/upload/v1/outputs/usr_' || a || '/r' || w,
             'outputs/usr_' || a || '/r' || w, CASE WHEN w % 10 = 0 THEN 'generation_failed' END, 1, 1, 0,
             'boot', now() + interval '1 hour', now() - interval '1 day' + w * interval '1 minute'
      FROM generate_series(1, ${accounts}) a, generate_series(1, ${worksPerAccount}) w;
    INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
      SELECT user_id, kind::ledger_kind, delta, delta, sum(delta) OVER past, sum(delta) OVER past, reference
      FROM (SELECT id AS user_id, 0 AS place, 'topup' AS kind, 100 AS delta, 'grant:' || id AS reference FROM "user"
            UNION ALL
            SELECT user_id, 2 * split_part(id, '_', 3)::int, 'charge', -1, 'charge:' || id FROM generation
            UNION ALL
            SELECT user_id, 2 * split_part(id, '_', 3)::int + 1, 'refund', 1, 'refund:' || id FROM generation
            WHERE status = 'failed') x
      WINDOW past AS (PARTITION BY user_id ORDER BY place)
      ORDER BY user_id, place;
    INSERT INTO balance (user_id, monthly, topup)
      SELECT user_id, sum(monthly_delta), sum(topup_delta) FROM ledger_entry GROUP BY user_id;
    ANALYZE`);
}
