// Operations that bench `size` measures: all whose cost could grow with the number of rows of one or all accounts.
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { workOf } from "#lib/account-export/pictures.ts";
import { endTrials, forgetTrialAddresses, noticeEndingTrials } from "#lib/account-lifecycle/trial.ts";
import { findAccount } from "#lib/accounts/state.ts";
import { listAuditEvents } from "#lib/audit/list.ts";
import { eraseAuditDetails, purgeAuditEvents } from "#lib/audit/retention.ts";
import { purge } from "#lib/background.ts";
import { createBackup } from "#lib/backup/create.ts";
import { closeAccount, finishClosings } from "#lib/closing/close-account.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { readLedger } from "#lib/credits/ledger.ts";
import { ledgerCsv } from "#lib/credits/ledger-csv.ts";
import { readUsage } from "#lib/credits/usage.ts";
import { dropDeadProcesses } from "#lib/db/heartbeat.ts";
import { readLong } from "#lib/db/heavy-reads.ts";
import { db, sql } from "#lib/db/index.ts";
import { cursorOf } from "#lib/db/pages.ts";
import { listBatches, listBatchItems } from "#lib/generations/batches/read.ts";
import { applyRetention } from "#lib/generations/history/delete.ts";
import { type GenerationQuery, listGenerations } from "#lib/generations/history/history.ts";
import { listProducts } from "#lib/generations/history/products.ts";
import { refundExpired } from "#lib/generations/run/refund-expired.ts";
import { requeueLostWork } from "#lib/generations/run/requeue.ts";
import { freeLostKeys } from "#lib/http/idempotency.ts";
import { refreshSharedMetrics } from "#lib/http/shared-metrics.ts";
import { requeueMails } from "#lib/mail/queue.ts";
import { env } from "#lib/platform/env.ts";
import { readDesk } from "#lib/support/account.ts";
import { findAccounts } from "#lib/support/find.ts";
import { readOverview } from "#lib/support/overview.ts";
import { findRemovable } from "#lib/uploads/release.ts";
import { expireUploads } from "#lib/uploads/sweep.ts";
import { listDeliveries } from "#lib/webhooks/deliveries.ts";
import { listEvents } from "#lib/webhooks/events.ts";
import { webhookTasks } from "#lib/webhooks/tasks.ts";
import { bigAccount, mediumAccount, mediumAccounts } from "./size-data.ts";

export interface SizedOperation {
  name: string;
  /**
   * `call`: a request that a user waits for. `sum`: a request that aggregates all work of a time range. `sweep`: a
   * scheduled task. `whole`: reads or deletes everything once.
   */
  kind: "call" | "sum" | "sweep" | "whole";
  run(): Promise<unknown>;
}

const by = { userId: bigAccount };
const limit = 20;
const list = (query: Omit<GenerationQuery, "limit">) => () => listGenerations({ limit, ...query }, by);
const endpointId = "whe_0000000000000000000000";

/** Cursor after 90 % of the big account's rows in a table. */
async function deepCursor(table: "generation" | "webhook_event" | "webhook_delivery"): Promise<string> {
  const [row] = await db().$queryRawUnsafe<{ id: string; createdAt: Date }[]>(
    `SELECT id, created_at AS "createdAt" FROM ${table} WHERE user_id = $1 ORDER BY created_at DESC, id DESC
     OFFSET (SELECT count(*) * 9 / 10 FROM ${table} WHERE user_id = $1) LIMIT 1`,
    bigAccount,
  );
  if (!row) throw new Error(`${table} has no rows of the account`);
  return cursorOf(row);
}

/** Deletes the first medium account that exists; earlier runs may have deleted some. */
async function deleteMedium(): Promise<void> {
  const ids = Array.from({ length: mediumAccounts }, (_, index) => mediumAccount(index + 1));
  const { id } = await db().user.findFirstOrThrow({ where: { id: { in: ids } }, select: { id: true } });
  await closeAccount(id);
}

/** Returns the operations, with ids and cursors of the database's current rows. */
export async function listOperations(): Promise<SizedOperation[]> {
  const cursor = await deepCursor("generation");
  const eventCursor = await deepCursor("webhook_event");
  const deliveryCursor = await deepCursor("webhook_delivery");
  const [batch] = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM batch WHERE user_id = ${bigAccount} ORDER BY created_at LIMIT 1`);
  const [work] = await db().$queryRaw<{ requestId: string; customId: string; at: Date; entry: bigint }[]>(sql`
    SELECT g.request_id AS "requestId", g.custom_id AS "customId", g.created_at AS at, l.id AS entry
    FROM generation g JOIN ledger_entry l ON l.reference = 'charge:' || g.id
    WHERE g.user_id = ${bigAccount} AND g.custom_id IS NOT NULL AND g.request_id IS NOT NULL
    ORDER BY g.created_at LIMIT 1`);
  if (!batch || !work) throw new Error("the big account has no batch");
  const calls: Record<string, () => Promise<unknown>> = {
    "list: first page": list({}),
    "list: deep page": list({ cursor }),
    "list: status succeeded": list({ status: "succeeded" }),
    "list: status running (none)": list({ status: "running" }),
    "list: style with none": list({ style: "none" }),
    "list: review approved (none)": list({ review: "approved" }),
    "list: batch": list({ batchId: batch.id }),
    "list: custom id": list({ customId: work.customId }),
    "list: key": list({ keyId: "key_0000000000000000000001" }),
    "list: key that has none": list({ keyId: "key_x" }),
    "list: time, deep": list({ createdBefore: new Date(work.at.getTime() + 1_000).toISOString() }),
    "list: metadata that few have": list({ metadata: { sku: "SKU-7" } }),
    "list: metadata that a fifth has": list({ metadata: { campaign: "c2" } }),
    "search: much": list({ search: "candle" }),
    "search: nothing": list({ search: "xylophone 9" }),
    "search: typing error": list({ search: "candel on marbel" }),
    "products: first page": () => listProducts({ limit }, by),
    "batches: first page": () => listBatches({ limit }, by),
    "batch: items": () => listBatchItems({ id: batch.id, limit }, by),
    credits: () => findAccount(bigAccount),
    "ledger: deep page": () => readLedger(bigAccount, { before: String(work.entry + 100n), limit: 50 }),
    "events: first page": () => listEvents({ limit }, by),
    "events: deep page of a type": () =>
      listEvents({ limit, cursor: eventCursor, type: "generation.failed" }, by),
    "deliveries: deep page": () => listDeliveries({ id: endpointId, limit, cursor: deliveryCursor }, by),
    "audit events: first page": () => listAuditEvents({ limit }, by),
    "desk: find by mail": () => findAccounts("person123@example.com"),
    "desk: find by a part": () => findAccounts("xample.co"),
    "desk: find by request": () => findAccounts(work.requestId),
    "desk: account": () => readDesk(bigAccount),
    "desk: overview": () => readOverview(),
    metrics: () => refreshSharedMetrics(),
  };
  const sums: Record<string, () => Promise<unknown>> = {
    "usage of 30 days": () => readUsage(bigAccount, 30),
    "usage of 90 days": () => readUsage(bigAccount, 90),
  };
  const upkeep = webhookTasks.find(({ queue }) => queue === "webhooks-upkeep");
  const sweeps: Record<string, () => Promise<unknown>> = {
    "sweep: dead processes": dropDeadProcesses,
    "sweep: expired work": refundExpired,
    "sweep: keys": freeLostKeys,
    "sweep: trials": endTrials,
    "pictures: expired uploads": expireUploads,
    "pictures: removable": () => findRemovable(500),
    closings: finishClosings,
    "trial notices": () => noticeEndingTrials(),
    "lost jobs: mails": requeueMails,
    "lost jobs: work": () => requeueLostWork(),
    retention: applyRetention,
    "retention of results (RESULT_RETENTION_DAYS)": async () => {
      // No work is that old: measures the cost of the search alone.
      Object.assign(env(), { RESULT_RETENTION_DAYS: 365 });
      await applyRetention().finally(() => Object.assign(env(), { RESULT_RETENTION_DAYS: undefined }));
    },
    "purge, all of it": purge,
    "purge: audit events": () => purgeAuditEvents(),
    "purge: details of closed accounts": () => eraseAuditDetails(),
    "purge: addresses of trials": forgetTrialAddresses,
    "webhooks: upkeep": async () => await upkeep?.run({}, AbortSignal.timeout(600_000)),
  };
  const whole: Record<string, () => Promise<unknown>> = {
    "audit of all credits": async () => {
      const { problems, findings } = await auditCredits(readLong);
      if (problems > 0) throw new Error(`the set is not consistent: ${JSON.stringify(findings)}`);
    },
    "export: work and ledger of the big account": async () => {
      for await (const _ of workOf(bigAccount));
      for await (const _ of ledgerCsv(bigAccount));
    },
    "backup of the database": async () => {
      const file = path.join(os.tmpdir(), `photos-bench-size-${process.pid}.tar`);
      await createBackup(file, { hasPictures: false, passphrase: undefined }).finally(() =>
        rm(file, { force: true }),
      );
    },
    "deletion of a medium account": deleteMedium,
  };
  const all = { call: calls, sum: sums, sweep: sweeps, whole };
  return (["call", "sum", "sweep", "whole"] as const).flatMap((kind) =>
    Object.entries(all[kind]).map(([name, run]) => ({ name, kind, run })),
  );
}
