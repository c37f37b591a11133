import type { Queue } from "pg-boss";

const secondsOfMinute = 60;
const secondsOfHour = 60 * secondsOfMinute;
const secondsOfDay = 24 * secondsOfHour;

/** The queues of paid work: on this service's own CPUs, and on hosted models. */
export type WorkQueue = "work" | "work-hosted";
export const workQueues: readonly WorkQueue[] = ["work", "work-hosted"];

/** Dead letter queue of paid work whose last attempt failed or was lost: a worker refunds it. */
export const failedWorkQueue = "work-failed";

/** Queues of endpoints with due deliveries: responsive endpoints, and slow or unverified ones. */
export const webhookLanes = { prompt: "webhooks-prompt", slow: "webhooks-slow" } as const;
export type WebhookLane = keyof typeof webhookLanes;
/** Requeues webhooks whose job was lost, and deletes old ones. */
export const webhookUpkeepQueue = "webhooks-upkeep";

/** A worker without a heartbeat for this long is considered dead, and another one takes its job. */
export const heartbeatSeconds = 10;

/** Maximum retries of paid work: most faults get fewer (`generations/failure.ts`). */
export const workRetryLimit = 5;

const work = {
  retryLimit: workRetryLimit,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds,
  expireInSeconds: 120,
  deleteAfterSeconds: 60 * 60,
  deadLetter: failedWorkQueue,
} as const;

/** Scheduled queues: at most one job of each waits or runs, whichever process sends it. */
const periodic = {
  policy: "exclusive",
  retryLimit: 2,
  retryDelay: 5,
  heartbeatSeconds,
  expireInSeconds: 15 * secondsOfMinute,
  deleteAfterSeconds: secondsOfHour,
} as const;

const quickPeriodicQueues = [
  "sweep",
  "pictures",
  "closings",
  "trial-notices",
  "allowances",
  "lost-jobs",
  "secrets",
  "sandbox-calendar",
] as const;
const longPeriodicQueues = [
  "retention",
  "derived-files",
  "purge",
  "credit-audit",
  "stripe-events",
  "stripe-subscriptions",
] as const;

/** Exports of accounts, and how often one is started before it is given up. */
export const exportQueue = "exports";
export const exportAttempts = 5;

/** Retries of a mail that the server does not accept: for about three days, with growing pauses. */
export const mailRetries = 12;

/** At most one job per row waits or runs; the job's singleton key is the row's id. */
const perRow = {
  policy: "exclusive",
  retryBackoff: true,
  heartbeatSeconds,
  expireInSeconds: secondsOfMinute,
  deleteAfterSeconds: secondsOfHour,
} as const;

const webhookJobs = {
  retryLimit: 5,
  retryDelay: 1,
  heartbeatSeconds,
  expireInSeconds: 60,
  retentionSeconds: 30 * secondsOfDay,
  deleteAfterSeconds: 10 * secondsOfMinute,
} as const;

/** All queues in the order of their creation: a dead letter queue precedes the queues that name it. */
export const queueTable: readonly (Queue & { name: string })[] = [
  { name: failedWorkQueue, retryLimit: 5, retryBackoff: true, deleteAfterSeconds: 14 * secondsOfDay },
  ...workQueues.map((name) => ({ name, ...work })),
  // Takes hours with very many pictures; a retry starts from the beginning.
  {
    name: exportQueue,
    ...perRow,
    retryLimit: exportAttempts + 3,
    retryDelay: 30,
    expireInSeconds: 6 * secondsOfHour,
  },
  { name: "mail", ...perRow, retryLimit: mailRetries, retryDelay: 30 },
  ...quickPeriodicQueues.map((name) => ({ name, ...periodic })),
  // Takes hours with very many pictures.
  { name: "backup", ...periodic, retryDelay: 15 * secondsOfMinute, expireInSeconds: 12 * secondsOfHour },
  ...longPeriodicQueues.map((name) => ({ name, ...periodic, expireInSeconds: 2 * secondsOfHour })),
  // At most one waiting job per endpoint and time.
  ...Object.values(webhookLanes).map((name) => ({ name, policy: "short" as const, ...webhookJobs })),
  { name: webhookUpkeepQueue, policy: "exclusive", retryLimit: 2, deleteAfterSeconds: 60 * 60 },
];

/** Classes of paid work: all waiting work of a class precedes that of the next one. */
export const lanes = {
  /** A call, or a user of the dashboard, waits for it. */
  interactive: { number: 0, priority: 1_000_000_000 },
  /** Ordered in large numbers. */
  batch: { number: 1, priority: 0 },
} as const;

export type Lane = keyof typeof lanes;

export function laneOf(number: number): Lane {
  return number === lanes.batch.number ? "batch" : "interactive";
}
