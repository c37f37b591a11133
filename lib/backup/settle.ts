import { db, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { deleteGenerations } from "../generations/history/delete.ts";
import { refundOpenWork, requeueLostWork } from "../generations/run/requeue.ts";
import { queue } from "../queue/boss.ts";
import { mailRetries } from "../queue/queues.ts";
import { pauseEndpoint } from "../webhooks/endpoints.ts";

const notMade = "The service was restored from a backup before the image was made. Order it again.";

export const openWorkChoices = ["refund", "requeue"] as const;
export type OpenWorkChoice = (typeof openWorkChoices)[number];

export interface SettleOptions {
  /** What becomes of paid work that was waiting or running. */
  openWork: OpenWorkChoice;
  /** Webhooks and mails that were waiting go out once the restored service runs. */
  keepsOutgoing: boolean;
  /** Work whose pictures its owner deleted while the backup ran. */
  removedWork: readonly string[];
}

export interface Settled {
  refunded: number;
  requeued: number;
  pausedEndpoints: number;
  heldMails: number;
  removed: number;
}

/**
 * Brings loaded rows to a state that a service can start on: no work runs, and no mail or webhook is sent twice, or at
 * all unless requested.
 */
export async function settleRestored(options: SettleOptions): Promise<Settled> {
  const { openWork, keepsOutgoing, removedWork } = options;
  // An archive holds no queue: its tables are made before anything is put into them.
  await queue();
  // The requests that held these keys are gone; keys of work that was paid lead to that work.
  await db().$executeRaw(sql`DELETE FROM idempotency_key WHERE state = 'running' AND work_id IS NULL`);
  const removed = await deleteGenerations(removedWork, { waitsForHost: false });
  // First, so that no event is sent for the ends of open work either.
  const outgoing = keepsOutgoing ? { pausedEndpoints: 0, heldMails: 0 } : await holdOutgoing();
  const settled =
    openWork === "requeue" ? await reopen() : { requeued: 0, refunded: await refundOpenWork(notMade) };
  return { ...settled, ...outgoing, removed: removed.length };
}

/** Gives open work the time that it had when it was ordered, and a job; what used up its attempts is refunded. */
async function reopen(): Promise<{ requeued: number; refunded: number }> {
  await db().$executeRaw(sql`
    UPDATE generation SET status = 'queued', stage = NULL, started_at = NULL,
                          expires_at = now() + (expires_at - created_at)
    WHERE status IN (${openList})`);
  return requeueLostWork({ isIdle: true, limit: Number.MAX_SAFE_INTEGER });
}

/** Endpoints are paused, and their owners or the operator enable them; mails that were not sent never are. */
async function holdOutgoing(): Promise<{ pausedEndpoints: number; heldMails: number }> {
  const endpoints = await db().webhookEndpoint.findMany({
    where: { status: "enabled" },
    select: { id: true },
  });
  for (const { id } of endpoints) await pauseEndpoint(id, "owner", db());
  const heldMails = await db().$executeRaw(sql`
    UPDATE outgoing_mail SET attempts = ${mailRetries + 1}::int WHERE sent_at IS NULL AND attempts <= ${mailRetries}`);
  return { pausedEndpoints: endpoints.length, heldMails };
}
