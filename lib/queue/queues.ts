import type { Queue } from "pg-boss";

const secondsOfDay = 24 * 60 * 60;

/** The queues of paid work: what needs this service's own processors, and what another service does for it. */
export type WorkQueue = "work" | "work-hosted";
export const workQueues: readonly WorkQueue[] = ["work", "work-hosted"];

/** Jobs of paid work that failed for good: the operator sees them here. */
export const failedWorkQueue = "work-failed";

/** Attempts at webhooks, one job each. */
export const webhookQueue = "webhooks";
/** Finds webhooks whose job was lost, and forgets old ones. */
export const webhookUpkeepQueue = "webhooks-upkeep";

/** A worker that has not been heard of for this long is dead, and its job is another's. */
const heartbeatSeconds = 10;

const work = {
  retryLimit: 2,
  retryDelay: 1,
  heartbeatSeconds,
  expireInSeconds: 120,
  deleteAfterSeconds: 60 * 60,
  deadLetter: failedWorkQueue,
} as const;

/** Every queue, in the order in which they must be made: a dead letter queue before those that name it. */
export const queueTable: readonly (Queue & { name: string })[] = [
  { name: failedWorkQueue, retryLimit: 5, retryBackoff: true, deleteAfterSeconds: 14 * secondsOfDay },
  ...workQueues.map((name) => ({ name, ...work })),
  {
    name: webhookQueue,
    // One job that waits or runs for each attempt, whoever asks for it.
    policy: "exclusive",
    retryLimit: 5,
    retryDelay: 1,
    heartbeatSeconds,
    expireInSeconds: 60,
    retentionSeconds: 30 * secondsOfDay,
    deleteAfterSeconds: 60 * 60,
  },
  { name: webhookUpkeepQueue, policy: "exclusive", retryLimit: 2, deleteAfterSeconds: 60 * 60 },
];
