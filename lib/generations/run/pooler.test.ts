import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditCredits, visitFindings } from "#lib/credits/audit.ts";
import { readLong } from "#lib/db/heavy-reads.ts";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { isListening, listenTo, stopListening } from "#lib/db/notifications.ts";
import { cancelBatch } from "#lib/generations/batches/change.ts";
import { prepareNetwork } from "#lib/imaging/matting/network/index.ts";
import { env } from "#lib/platform/env.ts";
import { queue, stopQueue } from "#lib/queue/boss.ts";
import { type Caller, Client, openCallers } from "#lib/testing/cluster/callers.ts";
import type { Cluster } from "#lib/testing/cluster/processes.ts";
import { openCluster } from "#lib/testing/cluster/trial.ts";
import { judge, untilAllEnded } from "#lib/testing/cluster/verdict.ts";
import { createEmptyDatabase, useDatabase } from "#lib/testing/database.ts";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "#lib/testing/pgbouncer/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { findTestPort } from "#lib/testing/port.ts";

const directUrl = await useDatabase();
const credits = 10_000;
const endWithinMs = 60_000;
/** Each test starts a cluster of at least four processes. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Install Debian's package `pgbouncer` to run these tests. */
describe.skipIf(!hasPgBouncer)("behind PgBouncer in transaction mode (where it is installed)", () => {
  let pooler: PgBouncer;
  let callers: Caller[];
  let proxyPort: number;

  beforeAll(async () => {
    // Otherwise each worker would prepare the network, because they start at the same time.
    await prepareNetwork();
    pooler = await startPgBouncer(directUrl);
    await lookThrough({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl });
    await queue();
    // URLs of pictures contain the address of the cluster.
    proxyPort = await findTestPort();
    env().BASE_URL = `http://localhost:${proxyPort}`;
    callers = await openCallers(2, await productPicture(), credits);
  });
  afterAll(async () => {
    await stopQueue();
    await stopListening();
    await disconnectDb();
    await pooler?.[Symbol.asyncDispose]();
  });

  /** Reconnects this process as if it had been started with these settings. */
  async function lookThrough(settings: { DATABASE_URL: string; DATABASE_DIRECT_URL: string | undefined }) {
    await stopQueue();
    await stopListening();
    await disconnectDb();
    Object.assign(env(), settings);
  }

  async function open(environment: Record<string, string>): Promise<Cluster> {
    return await openCluster({
      web: () => [path.join(import.meta.dirname, "../../testing/cluster/web-child.ts")],
      webPorts: [await findTestPort(), await findTestPort()],
      proxyPort,
      workers: 2,
      slots: 2,
      environment: { LOG_LEVEL: "silent", STUDIO_MS: "50", ...environment },
    });
  }

  test("four processes serve orders, batches and cancellations, and every ledger balances", async () => {
    await using cluster = await open({ DATABASE_DIRECT_URL: directUrl });
    const client = new Client(cluster.url);
    const orders = callers.flatMap((caller) =>
      Array.from({ length: 6 }, (_, index) =>
        client.photo(caller, { key: `call-${index}`, wait: index % 2 === 0 }),
      ),
    );
    const [first, second] = callers;
    if (!first || !second) throw new Error("two accounts are needed");
    const slow = await client.batch(second, { key: "slow", size: 20, prompt: "takes 2000 ms" });
    const quick = client.batch(first, { key: "quick", size: 16 });
    await cancelBatch({ id: String(slow.fields.id) }, { userId: second.userId });
    const answers = await Promise.all([...orders, quick]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 202]));
    expect(await untilAllEnded(endWithinMs)).toBe(true);
    expect((await judge(callers, credits)).problems).toEqual([]);
    expect(await db().generation.count({ where: { status: "canceled" } })).toBeGreaterThan(10);
    expect((await auditCredits(readLong)).problems).toBe(0);
    await visitFindings((page) => expect(page).toEqual([]));
  });

  test("without DATABASE_DIRECT_URL missing notifications are detected, and calls are served by polling", async () => {
    await lookThrough({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: undefined });
    await using cluster = await open({ DATABASE_DIRECT_URL: "" });
    const stop = listenTo("some", () => undefined);
    const [caller] = callers;
    if (!caller) throw new Error("an account is needed");
    const { status, fields } = await new Client(cluster.url).photo(caller, { key: "polled" });
    expect([status, typeof fields.result_url]).toEqual([200, "string"]);
    expect(isListening()).toBe(false);
    stop();
    expect((await auditCredits(readLong)).problems).toBe(0);
  });

  test("concurrent migrations are applied once and release their lock", async () => {
    const { url, drop } = await createEmptyDatabase();
    const through = Object.assign(new URL(pooler.url), { pathname: new URL(url).pathname }).href;
    const applied = await Promise.all(Array.from({ length: 3 }, () => deployMigrations(through)));
    expect(applied.filter((names) => names.length > 0).length).toBe(1);
    const held = await db().$queryRaw<unknown[]>(sql`SELECT FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = ${new URL(url).pathname.slice(1)})`);
    expect(held).toEqual([]);
    await drop();
  });
});
