import type { PhotoMode } from "../../contract/photos/modes.ts";
import type { Style } from "../../contract/photos/styles.ts";
import { retention } from "../../contract/retention.ts";
import { db } from "../../db/index.ts";
import type { ModelCall } from "../../models/index.ts";
import { serializeByKey } from "../../platform/concurrency.ts";
import { log } from "../../platform/log.ts";

/** Calls are kept for a financial year and some weeks to close its accounts. */
export const callsRetainedDays = retention.modelCalls.days;
const dayMs = 24 * 60 * 60 * 1000;

interface RecordedCall extends ModelCall {
  mode: PhotoMode;
  style: Style;
  /** Id of the work that the call was made for; null for the operator's own trials. */
  generationId: string | null;
}

/** Stores the calls for one photo in the order in which they were made. */
const inOrder = serializeByKey();

/** Records a call of a provider. Never rejects: a bookkeeping error must not make the work fail. */
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

/** Start of the period for which calls are kept. */
export function earliestBooks(now = new Date()): Date {
  return new Date(now.getTime() - callsRetainedDays * dayMs);
}
