import { toWire } from "#lib/contract/wire.ts";
import { GenerationStatus } from "#lib/db/generated/enums.ts";
import { findRetryable, NotRetryable, retryFailedJob } from "#lib/generations/inspect/failed-jobs.ts";
import {
  countWork,
  type ListedWork,
  listWork,
  type WorkListFilter,
} from "#lib/generations/inspect/work-list.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { getDate, getOneOf, getText, requireAccount, requireText, type Values } from "./values.ts";

/** Failures older than this are neither listed nor retried unless asked for. */
const recentMs = 14 * 24 * 60 * 60 * 1000;
const shownAtOnce = 100;
const pageSize = 500;

/** Lists paid work by status; by default, all failures of the last two weeks, whatever the cause. */
export async function listJobs(values: Values): Promise<void> {
  const status = getOneOf(values, "status", Object.values(GenerationStatus)) ?? "failed";
  const filter: WorkListFilter = {
    status,
    errorCode: getText(values, "code"),
    since: getDate(values, "since") ?? (status === "failed" ? new Date(Date.now() - recentMs) : undefined),
    userId: getText(values, "email") === undefined ? undefined : (await requireAccount(values)).userId,
  };
  if (values.json) return printAll(filter);
  const jobs = await listWork(filter, { limit: shownAtOnce });
  for (const job of jobs) console.log(lineOf(job));
  const more = jobs.length < shownAtOnce ? 0 : (await countWork(filter)) - jobs.length;
  if (more > 0) console.log(`and ${more} more: filter the list, or print all with --json`);
  if (jobs.length === 0) {
    const since = filter.since ? ` since ${filter.since.toISOString()}` : "";
    console.log(`No work is ${status}${since}.`);
  }
}

/** Prints one JSON object per line, so that neither writer nor reader holds all of them. */
async function printAll(filter: WorkListFilter): Promise<void> {
  let after: ListedWork | undefined;
  for (;;) {
    const jobs: ListedWork[] = await listWork(filter, { limit: pageSize, after });
    for (const job of jobs) {
      const { id, at, ...rest } = job;
      const time = job.status === "queued" || job.status === "running" ? "created_at" : "finished_at";
      console.log(JSON.stringify({ generation_id: id, [time]: at, ...Object(toWire(rest)) }));
    }
    after = jobs.at(-1);
    if (jobs.length < pageSize) return;
  }
}

const retryWords = { all: "can be retried", by_id: "can be retried with --id", no: "" } as const;

function lineOf({
  id,
  email,
  operation,
  at,
  attempts,
  errorCode,
  fault,
  reason,
  retry,
  ...rest
}: ListedWork): string {
  const parts = [
    id,
    email,
    operation,
    at.toISOString(),
    `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
  ];
  if (errorCode !== null) parts.push(fault === null ? errorCode : `${errorCode} (${fault})`);
  if (reason !== null) parts.push(reason);
  parts.push(rest.retriedId === null ? retryWords[retry] : `retried as ${rest.retriedId}`);
  return parts.filter((part) => part !== "").join("  ");
}

/**
 * Charges the owners again and queues the work again: one failure by id, or all of the last two weeks that the
 * service caused and that were not ordered again.
 */
export async function retryJobs(values: Values): Promise<number> {
  if (!values.all) return (await retryOne(requireText(values, "id"))) ? 0 : 1;
  const since = new Date(Date.now() - recentMs);
  const refused = new Set<string>();
  let retried = 0;
  for (;;) {
    const found = await findRetryable(since, refused.size + pageSize);
    const ids = found.filter((id) => !refused.has(id));
    for (const id of ids) {
      if (await retryOne(id)) retried += 1;
      else refused.add(id);
    }
    if (ids.length === 0) break;
  }
  if (retried + refused.size === 0) console.log("No work has failed because of the service.");
  return refused.size === 0 ? 0 : 1;
}

async function retryOne(id: string): Promise<boolean> {
  try {
    console.log(`${id} is queued again as ${await retryFailedJob(id)}.`);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NotRetryable)) throw error;
    console.error(`${id} is not retried: ${error.message}`);
    return false;
  }
}
