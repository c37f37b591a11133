import type { PhotoMode } from "../../contract/photos/modes.ts";
import type { Style } from "../../contract/photos/styles.ts";
import { retention } from "../../contract/retention.ts";
import { db, sql } from "../../db/index.ts";
import { deleteInPortions } from "../../db/portions.ts";
import type { ModelCall } from "../../models/index.ts";
import { serializeByKey } from "../../platform/concurrency.ts";
import { log } from "../../platform/log.ts";

/** The books keep the calls of a year, and some weeks to close it. */
export const callsKeptDays = retention.modelCalls.days;
const dayMs = 24 * 60 * 60 * 1000;

interface RecordedCall extends ModelCall {
  mode: PhotoMode;
  style: Style;
  /** The work that it was made for; null for the operator's own trials. */
  generationId: string | null;
}

/** The calls for one photo are stored as they were made. */
const inOrder = serializeByKey();

/** Enters a call at a provider into the books. Never rejects: work does not fail for its books. */
export async function recordModelCall(call: RecordedCall): Promise<void> {
  const { generationId, provider, model, mode, style, outcome, costMicros } = call;
  const durationMs = Math.round(call.durationMs);
  try {
    const data = { generationId, provider, model, mode, style, outcome, costMicros, durationMs };
    await inOrder(generationId ?? "", () => db().modelCall.create({ data }));
  } catch (error) {
    log.error(
      { generationId, provider, model, outcome, costMicros, err: error },
      "a model call is not in the books",
    );
  }
}

/** How far back the books go. */
export function earliestBooks(now = new Date()): Date {
  return new Date(now.getTime() - callsKeptDays * dayMs);
}

/** Forgets calls that are older than the books are kept; answers how many. */
export async function purgeModelCalls(now = new Date()): Promise<number> {
  return await deleteInPortions("model_call", sql`t.created_at < ${earliestBooks(now)}`);
}
