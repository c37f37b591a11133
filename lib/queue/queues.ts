import type { Queue } from "pg-boss";

const secondsOfMinute = 60;
const secondsOfHour = 60 * secondsOfMinute;
const secondsOfDay = 24 * secondsOfHour;

/** The queues of paid work: what needs this service's own processors, and what another service does for it. */
export type WorkQueue = "work" | "work-hosted";
export const workQueues: readonly WorkQueue[] = ["work", "work-hosted"];

/** Jobs of paid work whose last attempt failed or was lost: a worker refunds them. */
export const failedWorkQueue = "work-failed";

/** Attempts at webhooks as versions before the lanes put them in, one job each. */
export const formerWebhookQueue = "webhooks";
/** Endpoints that have something to be sent: those that answer, and those that are slow or not verified. */
export const webhookLanes = { prompt: "webhooks-prompt", slow: "webhooks-slow" } as const;
export type WebhookLane = keyof typeof webhookLanes;
/** Finds webhooks whose job was lost, and forgets old ones. */
export const webhookUpkeepQueue = "webhooks-upkeep";

/** A worker without a heartbeat for this long is dead, and another takes its job. */
export const heartbeatSeconds = 10;

/** Attempts at paid work after the first, at most: most faults are worth fewer (`generations/failure.ts`). */
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

/** What runs by the clock: of each at most one job waits or runs, whoever sends the next. */
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
  "lost-jobs",
  "secrets",
  "sandbox-calendar",
  "audit-log",
] as const;
const longPeriodicQueues = [
  "retention",
  "derived-files",
  "purge",
  "credit-audit",
  "stripe-events",
  "stripe-subscriptions",
] as const;

/** Tasks that former versions scheduled and this one has no more: what is taken out of the tables goes here. */
export const retiredTasks: readonly string[] = [];

/** Copies of accounts, and how often one is begun before it is given up. */
export const exportQueue = "exports";
export const exportAttempts = 5;

/** How often a mail that the server does not take is tried again: for about three days, ever more slowly. */
export const mailRetries = 12;

/** How often the sandbox tries a webhook again: for about three days, as Stripe does. */
export const sandboxWebhookRetries = 17;

/** Of what has a row of its own, one job waits or runs for each row: its key is the row's. */
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

/** Every queue, in the order in which they must be made: a dead letter queue before those that name it. */
export const queueTable: readonly (Queue & { name: string })[] = [
  { name: failedWorkQueue, retryLimit: 5, retryBackoff: true, deleteAfterSeconds: 14 * secondsOfDay },
  ...workQueues.map((name) => ({ name, ...work })),
  // Hours, where there are very many pictures; whoever takes it up begins anew.
  {
    name: exportQueue,
    ...perRow,
    retryLimit: exportAttempts + 3,
    retryDelay: 30,
    expireInSeconds: 6 * secondsOfHour,
  },
  { name: "mail", ...perRow, retryLimit: mailRetries, retryDelay: 30 },
  {
    name: "sandbox-webhooks",
    ...perRow,
    retryLimit: sandboxWebhookRetries,
    retryDelay: 2,
    retryDelayMax: secondsOfDay,
  },
  { name: "sandbox-debits", ...perRow, retryLimit: 5, retryDelay: 2 },
  ...quickPeriodicQueues.map((name) => ({ name, ...periodic })),
  // Hours, where there are very many pictures.
  { name: "backup", ...periodic, retryDelay: 15 * secondsOfMinute, expireInSeconds: 12 * secondsOfHour },
  ...longPeriodicQueues.map((name) => ({ name, ...periodic, expireInSeconds: 2 * secondsOfHour })),
  // One job that waits or runs for each attempt.
  { name: formerWebhookQueue, policy: "exclusive", ...webhookJobs },
  // One job that waits for each endpoint and time.
  ...Object.values(webhookLanes).map((name) => ({ name, policy: "short" as const, ...webhookJobs })),
  { name: webhookUpkeepQueue, policy: "exclusive", retryLimit: 2, deleteAfterSeconds: 60 * 60 },
];
