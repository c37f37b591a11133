import { refundCharges } from "./credits/resolve.ts";
import { db, sql } from "./db/index.ts";
import { isOfThisFolder } from "./db/presence.ts";
import { openStatuses } from "./db/work-status.ts";
import { queue } from "./queue/boss.ts";
import { formerWebhookQueue, webhookLanes, workQueues } from "./queue/queues.ts";

/** What a copy had from its original and let go of. */
export interface InheritedWork {
  refunded: number;
  mails: number;
  deliveries: number;
  idempotencyKeys: number;
  processes: number;
}

/**
 * Lets go of everything that a copy would do in its original's place: open work is refunded, mails and webhooks that
 * wait are not sent, and nothing waits for the original's processes. To be called in standby, where nothing new is begun.
 * Safe to repeat.
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
  // The archives that they name are the original's.
  await db().backupRun.deleteMany();
  const boss = await queue();
  for (const name of [...workQueues, ...Object.values(webhookLanes), formerWebhookQueue, "mail"])
    await boss.deleteAllJobs(name);
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
