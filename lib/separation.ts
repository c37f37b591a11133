import { refundCharges } from "./credits/resolve.ts";
import { db, sql } from "./db/index.ts";
import { isOfThisFolder } from "./db/presence.ts";
import { openStatuses } from "./db/work-status.ts";
import { queue } from "./queue/boss.ts";
import { webhookLanes, workQueues } from "./queue/queues.ts";

/** Inherited work that a copy dropped. */
export interface InheritedWork {
  refunded: number;
  mails: number;
  deliveries: number;
  idempotencyKeys: number;
  processes: number;
}

/**
 * Drops all work that a copy would do in its original's place: open work is refunded, queued mails and webhooks are
 * not sent, and claims of the original's processes are released. Call it in standby, where nothing new starts.
 * Idempotent.
 */
export async function dropInheritedWork(): Promise<InheritedWork> {
  const refunded = await refundCharges(sql`true`, {
    status: "failed",
    from: openStatuses,
    errorCode: "generation_failed",
    errorMessage: "This service is a copy of the one that was asked to make the image, and did not make it.",
  });
  const deliveries = await db().$executeRaw(sql`
    UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL WHERE status = 'pending'`);
  const { count: mails } = await db().outgoingMail.deleteMany({ where: { sentAt: null } });
  const processes = await dropForeignProcesses();
  const idempotencyKeys = await db().$executeRaw(sql`
    DELETE FROM idempotency_key k
    WHERE k.state = 'running' AND k.work_id IS NULL
      AND NOT EXISTS (SELECT FROM app_process p WHERE p.boot_id = k.boot_id)`);
  // The archives listed there belong to the original.
  await db().backupRun.deleteMany();
  const boss = await queue();
  for (const name of [...workQueues, ...Object.values(webhookLanes), "mail"]) await boss.deleteAllJobs(name);
  return { refunded: refunded.length, mails, deliveries, idempotencyKeys, processes };
}

async function dropForeignProcesses(): Promise<number> {
  const all = await db().appProcess.findMany({ select: { bootId: true, instance: true } });
  const foreign = all.filter(({ bootId, instance }) => !isOfThisFolder(bootId, instance));
  const { count } = await db().appProcess.deleteMany({
    where: { bootId: { in: foreign.map(({ bootId }) => bootId) } },
  });
  return count;
}
