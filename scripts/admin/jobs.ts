import { listFailedJobs, retryFailedJob } from "#lib/generations/failed-jobs.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { requireText, type Values } from "./values.ts";

/** Paid work that failed for good and was refunded: what an operator may want to mend and run again. */
export async function listJobs(values: Values): Promise<void> {
  const jobs = await listFailedJobs();
  if (values.json) {
    const shown = jobs.map(({ generationId, email, operation, failedAt, reason, attempts }) => ({
      ...{ generation_id: generationId, email, operation, failed_at: failedAt, reason, attempts },
    }));
    console.log(JSON.stringify(shown));
    return;
  }
  for (const { generationId, email, operation, failedAt, reason, attempts } of jobs) {
    console.log(
      `${generationId}  ${email}  ${operation}  ${failedAt.toISOString()}  ${attempts} attempts  ${reason}`,
    );
  }
  if (jobs.length === 0) console.log("No job has failed for good.");
}

/** Charges the owners again and queues the work anew. */
export async function retryJobs(values: Values): Promise<number> {
  const ids = values.all
    ? (await listFailedJobs()).map(({ generationId }) => generationId)
    : [requireText(values, "id")];
  let refused = 0;
  for (const id of ids) {
    try {
      console.log(`${id} is queued again as ${await retryFailedJob(id)}.`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused += 1;
      console.error(`${id} is not retried: ${error.message}`);
    }
  }
  if (ids.length === 0) console.log("No job has failed for good.");
  return refused === 0 ? 0 : 1;
}
