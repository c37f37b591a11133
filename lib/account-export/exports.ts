import { recordAudit } from "../audit/record.ts";
import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { zipStream } from "../generations/history/archive.ts";
import { queueExportMail } from "../mail/exported.ts";
import { requireDiskSpace } from "../platform/disk.ts";
import { refusal } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { because } from "../platform/reasons.ts";
import { enqueueStatement, wakeWorkers } from "../queue/enqueue.ts";
import { exportAttempts, exportQueue } from "../queue/queues.ts";
import type { Task } from "../queue/tasks.ts";
import { exportContents } from "./contents.ts";
import { readExport, removeExport, removeOtherExports, writeExport } from "./files.ts";
import { estimateBytes } from "./pictures.ts";

/** Limited, because each export reads everything in an account. */
export const exportsPerDay = 3;

const dayMs = 24 * 60 * 60 * 1000;

/** Makes the requested exports, each in one process at a time. */
export const exportTask: Task<{ exportId: string }> = {
  queue: exportQueue,
  run: ({ exportId }, signal) => makeExport(exportId, signal),
};

export interface ExportInfo {
  id: string;
  state: "running" | "ready" | "failed";
  sizeBytes: number | null;
  /** When it is deleted; null unless it is ready. */
  expiresAt: Date | null;
}

const expiryOf = (readyAt: Date) => new Date(readyAt.getTime() + retention.exports.days * dayMs);

/**
 * Requests a copy of everything in an account; a mail follows when it is ready. Throws ApiError invalid_params while
 * one is in progress, and rate_limited beyond `exportsPerDay`.
 */
export async function requestExport(userId: string): Promise<void> {
  const id = newId("exp");
  const job = await enqueueStatement(
    exportQueue,
    sql`SELECT json_agg(json_build_object('data', json_build_object('exportId', id), 'singletonKey', id))::text FROM made`,
  );
  await db().$transaction(async (tx) => {
    // Serializes the requests of an account, so that the limits hold.
    await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
    const open = await tx.accountExport.count({ where: { userId, readyAt: null, failedAt: null } });
    if (open > 0) throw refusal(because("export_running"));
    const createdAt = { gt: new Date(Date.now() - dayMs) };
    const ofToday = await tx.accountExport.count({ where: { userId, createdAt } });
    if (ofToday >= exportsPerDay) throw refusal(because("exports_used_up", { count: exportsPerDay }));
    await tx.$queryRaw(sql`
      WITH made AS (
        INSERT INTO account_export (id, user_id) VALUES (${id}, ${userId}) RETURNING id
      ), job AS (${job})
      SELECT ${wakeWorkers(exportQueue)} FROM made`);
    const object = { type: "export", id } as const;
    await recordAudit({ accountId: userId, action: "account.export_requested", object }, tx);
  });
}

/** The newest export of an account; null without one, and once it has expired. */
export async function getLastExport(userId: string): Promise<ExportInfo | null> {
  const row = await db().accountExport.findFirst({ where: { userId }, orderBy: { createdAt: "desc" } });
  if (!row) return null;
  const { id, readyAt, failedAt, sizeBytes } = row;
  const expiresAt = readyAt && expiryOf(readyAt);
  if (expiresAt && expiresAt.getTime() <= Date.now()) return null;
  return {
    id,
    state: expiresAt ? "ready" : failedAt ? "failed" : "running",
    sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
    expiresAt,
  };
}

/**
 * A ready export of this user as a file; null if it has expired or is another user's. If the file is on another
 * machine, the export is generated again while it is read.
 */
export async function downloadExport(userId: string, id: string) {
  const readyAt = { gt: new Date(Date.now() - retention.exports.days * dayMs) };
  const row = await db().accountExport.findFirst({ where: { id, userId, readyAt } });
  if (!row) return null;
  const file = await readExport(id);
  const object = { type: "export", id } as const;
  await recordAudit({ accountId: userId, action: "account.export_downloaded", object });
  const fileName = `account-${row.createdAt.toISOString().slice(0, 10)}.zip`;
  if (file) return { fileName, ...file };
  return { fileName, sizeBytes: null, content: zipStream(exportContents(userId), () => undefined) };
}

async function makeExport(id: string, signal: AbortSignal): Promise<void> {
  const [begun] = await db().accountExport.updateManyAndReturn({
    where: { id, readyAt: null, failedAt: null },
    data: { attempts: { increment: 1 } },
  });
  // Its account was deleted meanwhile, or the export was given up.
  if (!begun) return;
  const { userId, attempts } = begun;
  try {
    await requireDiskSpace(await estimateBytes(userId));
    const sizeBytes = await writeExport(id, exportContents(userId), signal);
    await finishExport({ id, userId, sizeBytes });
  } catch (error) {
    if (attempts < exportAttempts) throw error;
    log.error({ exportId: id, userId, err: error }, "an export was given up");
    await db().accountExport.updateMany({ where: { id, readyAt: null }, data: { failedAt: new Date() } });
  }
}

async function finishExport({ id, userId, sizeBytes }: { id: string; userId: string; sizeBytes: number }) {
  const isKept = await db().$transaction(async (tx) => {
    const readyAt = new Date();
    const { count } = await tx.accountExport.updateMany({
      where: { id, readyAt: null, failedAt: null },
      data: { readyAt, sizeBytes: BigInt(sizeBytes) },
    });
    if (count > 0) await queueExportMail({ id, userId, expiresAt: expiryOf(readyAt) }, tx);
    return count > 0;
  });
  if (!isKept) await removeExport(id);
}

/** Deletes the exports of a deleted account; this machine's files immediately. */
export async function removeExports(userId: string): Promise<void> {
  const rows = await db().accountExport.findMany({ where: { userId }, select: { id: true } });
  await db().accountExport.deleteMany({ where: { userId } });
  for (const { id } of rows) await removeExport(id);
}

/** Deletes expired exports and orphaned files of this machine, and fails exports whose job was lost. */
export async function purgeExports(now = new Date()): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const over = { lt: before(retention.exports.days) };
  await db().accountExport.deleteMany({ where: { OR: [{ readyAt: over }, { failedAt: over }] } });
  await db().accountExport.updateMany({
    where: { readyAt: null, failedAt: null, createdAt: { lt: before(2) } },
    data: { failedAt: now },
  });
  const kept = await db().accountExport.findMany({ where: { failedAt: null }, select: { id: true } });
  await removeOtherExports(new Set(kept.map(({ id }) => id)));
}
