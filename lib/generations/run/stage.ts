import { type WorkNotice, workChannel } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, sql } from "../../db/index.ts";
import { log } from "../../platform/log.ts";
import type { WorkStage } from "../kinds/kind.ts";

/**
 * Publishes the current stage of work, in its row and as a notification. Skipped for work that a call waits for, to
 * save its statements.
 */
export function reportStage(work: Generation): { at: (stage: WorkStage) => void; end: () => Promise<void> } {
  let publishing = Promise.resolve();
  if (work.batchId === null && work.expiresAt.getTime() - work.createdAt.getTime() < 10 * 60_000) {
    return { at: () => undefined, end: () => publishing };
  }
  const publish = async (stage: WorkStage) => {
    const { id, userId, batchId } = work;
    const notice: WorkNotice = { id, userId, batchId, status: "running", stage };
    await db().$queryRaw(sql`
      WITH at AS (
        UPDATE generation SET stage = ${stage} WHERE id = ${id} AND status = 'running' RETURNING id
      )
      SELECT pg_notify(${workChannel}, ${JSON.stringify(notice)}::text)::text FROM at`);
  };
  let last: WorkStage | null = null;
  return {
    at: (stage) => {
      if (stage === last) return;
      last = stage;
      publishing = publishing
        .then(() => publish(stage))
        // Only a notification: the work continues without it.
        .catch((error: unknown) => log.debug({ err: error }, "a stage could not be reported"));
    },
    end: () => publishing,
  };
}
