import { db, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { deleteGenerations } from "../generations/history/delete.ts";
import { refundOpenWork, requeueLostWork } from "../generations/run/requeue.ts";
import { queue } from "../queue/boss.ts";
import { mailRetries } from "../queue/queues.ts";
import { pauseEndpoint } from "../webhooks/endpoint-status.ts";

const notMade = "The service was restored from a backup before the image was made. Order it again.";

export const openWorkChoices = ["refund", "requeue"] as const;
export type OpenWorkChoice = (typeof openWorkChoices)[number];

export interface PrepareOptions {
  /** How to handle paid work that was waiting or running. */
  openWork: OpenWorkChoice;
  /** Whether waiting webhooks and mails are sent once the restored service runs. */
  keepsOutgoing: boolean;
  /** Work whose pictures were deleted by its owner during the backup. */
  removedWork: readonly string[];
}

export interface Prepared {
  refunded: number;
  requeued: number;
  pausedEndpoints: number;
  stoppedMails: number;
  removed: number;
}

/**
 * Prepares loaded rows for a start of the service: no work is running, and no mail or webhook is sent twice, or at
 * all unless requested.
 */
export async function prepareRestored(options: PrepareOptions): Promise<Prepared> {
  const { openWork, keepsOutgoing, removedWork } = options;
  // An archive contains no queue: its tables are created before jobs are added.
  await queue();
  // The requests that held these keys are gone; the keys of paid work stay, since they identify that work.
  await db().$executeRaw(sql`DELETE FROM idempotency_key WHERE state = 'running' AND work_id IS NULL`);
  const removed = await deleteGenerations(removedWork, { waitsForHost: false });
  // Must come first, so that ending open work sends no events.
  const outgoing = keepsOutgoing ? { pausedEndpoints: 0, stoppedMails: 0 } : await stopOutgoing();
  const prepared =
    openWork === "requeue" ? await reopen() : { requeued: 0, refunded: await refundOpenWork(notMade) };
  return { ...prepared, ...outgoing, removed: removed.length };
}

/** Restores the original lifetime of open work and queues it; work without remaining attempts is refunded. */
async function reopen(): Promise<{ requeued: number; refunded: number }> {
  await db().$executeRaw(sql`
    UPDATE generation SET status = 'queued', stage = NULL, started_at = NULL,
                          expires_at = now() + (expires_at - created_at)
    WHERE status IN (${openList})`);
  return requeueLostWork({ isIdle: true, limit: Number.MAX_SAFE_INTEGER });
}

/** Pauses endpoints, which their owners or the operator can enable again; unsent mails are never sent. */
async function stopOutgoing(): Promise<{ pausedEndpoints: number; stoppedMails: number }> {
  const endpoints = await db().webhookEndpoint.findMany({
    where: { status: "enabled" },
    select: { id: true },
  });
  for (const { id } of endpoints) await pauseEndpoint(id, "owner", db());
  const stoppedMails = await db().$executeRaw(sql`
    UPDATE outgoing_mail SET attempts = ${mailRetries + 1}::int WHERE sent_at IS NULL AND attempts <= ${mailRetries}`);
  return { pausedEndpoints: endpoints.length, stoppedMails };
}
