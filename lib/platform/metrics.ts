import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { lazy } from "./lazy.ts";

const secondsOfJobs = [0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60, 100];

/**
 * The metrics of /api/metrics, with Prometheus's conventions for names and units. Counters and histograms are per
 * process; gauges described as "over all processes" have the same value in each.
 */
export const metrics = lazy(() => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `photos_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `photos_${name}`, help, labelNames, registers });
  const histogram = (
    name: string,
    help: string,
    { labels, buckets }: { labels: string[]; buckets: number[] },
  ) => new Histogram({ name: `photos_${name}`, help, labelNames: labels, buckets, registers });
  return {
    registry,
    requestSeconds: histogram(
      "request_duration_seconds",
      "Requests by route and status, and how long they took",
      {
        labels: ["route", "status"],
        buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      },
    ),
    jobSeconds: histogram(
      "job_duration_seconds",
      "Attempts at paid work, by how they ended, and how long they took",
      {
        labels: ["operation", "outcome"],
        buckets: secondsOfJobs,
      },
    ),
    stageSeconds: histogram(
      "job_stage_duration_seconds",
      "The stages of attempts at paid work, and how long they took",
      {
        labels: ["operation", "stage", "outcome"],
        buckets: secondsOfJobs,
      },
    ),
    credits: counter(
      "credits_total",
      "Credits that this process moved, by the kind of the ledger's entry",
      "kind",
    ),
    modelCalls: counter(
      "model_calls_total",
      "Calls of hosted image models that this process made, by how they ended",
      "provider",
      "model",
      "outcome",
    ),
    modelCallSeconds: histogram("model_call_duration_seconds", "How long calls of hosted image models took", {
      labels: ["provider", "outcome"],
      buckets: [0.5, 1, 2, 5, 10, 15, 20, 30, 45, 60],
    }),
    modelCostDollars: counter(
      "model_cost_dollars_total",
      "What these calls cost, as far as their prices are known",
      "provider",
      "model",
    ),
    bucketCalls: counter(
      "bucket_calls_total",
      "Calls of the bucket of the pictures that this process made or left, by how they ended",
      "operation",
      "outcome",
    ),
    bucketCallSeconds: histogram(
      "bucket_call_duration_seconds",
      "How long calls of the bucket took, with the tries that the client made again by itself",
      {
        labels: ["operation", "outcome"],
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      },
    ),
    bucketReachable: gauge(
      "bucket_reachable",
      "1 while the bucket of the pictures answers this process, else 0; absent without a bucket",
    ),
    connections: gauge("database_connections", "Connections of this process to the database", "state"),
    connectionsAwaited: gauge("database_waiting", "Statements of this process that wait for a connection"),
    diskFree: gauge("disk_free_bytes", "Free on the disk of DATA_DIR"),
    diskSize: gauge("disk_size_bytes", "Size of the disk of DATA_DIR"),
    diskFloor: gauge(
      "disk_floor_bytes",
      "With less than this free, uploads and new work are refused (DISK_FLOOR_MB)",
    ),
    databaseUp: gauge("database_up", "1 while the database answers the questions of this scrape, else 0"),
    breakers: gauge(
      "model_provider_state",
      "1 for the state that the worst circuit breaker of a provider is in, over all living processes",
      "provider",
      "state",
    ),
    workers: gauge("workers", "Live processes that take jobs of paid work: 0 means that nothing can be made"),
    workerSlots: gauge("worker_slots", "Jobs of paid work that all live workers make at a time"),
    openWork: gauge("open_work", "Photos and cut-outs that wait or run, over all processes", "status"),
    backlogAge: gauge(
      "backlog_oldest_seconds",
      "How long the oldest photo or cut-out of a lane has waited for a worker, over all processes; 0 where none waits",
      "lane",
    ),
    requeuedWork: gauge(
      "requeued_work",
      "Photos and cut-outs whose job was found missing and made again in the last 24 hours, over all processes",
    ),
    queueAge: gauge(
      "queue_oldest_seconds",
      "How long the oldest job of a queue that could begin has waited, over all processes; absent where none waits",
      "queue",
    ),
    webhooksPending: gauge("webhooks_pending", "Webhooks that are still to be delivered, over all processes"),
    webhooksLate: gauge(
      "webhooks_late_seconds",
      "For how long the next attempt at a webhook is due; 0 where none is",
    ),
    mailsPending: gauge(
      "mails_pending",
      "Mails that no server has taken yet and that are tried again, over all processes",
    ),
    mailsAge: gauge("mails_oldest_seconds", "How long the oldest of them has waited; 0 where none waits"),
    stripeLag: gauge(
      "stripe_lag_seconds",
      "How old the oldest event of Stripe's may be that was not handled: so long ago was the last complete comparison",
    ),
    auditAt: gauge(
      "audit_last_timestamp_seconds",
      "When the ledgers were last audited; absent before the first time",
    ),
    auditProblems: gauge("audit_problems", "Problems that the last audit of the ledgers found"),
    backupAt: gauge(
      "backup_last_success_timestamp_seconds",
      "When the last scheduled backup succeeded, over all processes; absent before the first",
    ),
    backupSize: gauge(
      "backup_last_success_size_bytes",
      "Size of the archive of the last scheduled backup that succeeded",
    ),
    backupDuration: gauge(
      "backup_last_success_duration_seconds",
      "How long the last scheduled backup that succeeded took",
    ),
    backupFailed: gauge(
      "backup_last_run_failed",
      "1 while the last scheduled backup is one that failed, else 0",
    ),
  };
});

/** `route` is one of a bounded set, to limit the number of series. */
export function countRequest(route: string, status: number, durationMs: number): void {
  metrics().requestSeconds.observe({ route, status }, durationMs / 1000);
}

/** Counts the absolute number of credits that a ledger entry moved. */
export function countCredits(kind: string, credits: number): void {
  if (credits !== 0) metrics().credits.inc({ kind }, Math.abs(credits));
}

interface CountedAttempt {
  operation: string;
  outcome: string;
  durationMs: number;
  stagesMs: Record<string, number>;
}

/** Counts one attempt at paid work. */
export function countAttempt({ operation, outcome, durationMs, stagesMs }: CountedAttempt): void {
  const { jobSeconds, stageSeconds } = metrics();
  jobSeconds.observe({ operation, outcome }, durationMs / 1000);
  for (const [stage, ms] of Object.entries(stagesMs)) {
    stageSeconds.observe({ operation, stage, outcome }, ms / 1000);
  }
}

interface CountedCall {
  provider: string;
  model: string;
  outcome: string;
  costMicros: number | null;
  durationMs: number;
}

/** Counts one call of a hosted image model. */
export function countModelCall({ provider, model, outcome, costMicros, durationMs }: CountedCall): void {
  const { modelCalls, modelCallSeconds, modelCostDollars } = metrics();
  modelCalls.inc({ provider, model, outcome });
  modelCallSeconds.observe({ provider, outcome }, durationMs / 1000);
  if (costMicros !== null) modelCostDollars.inc({ provider, model }, costMicros / 1_000_000);
}

/** Counts one call of the bucket of the pictures; without a duration, it was not sent. */
export function countBucketCall(operation: string, outcome: string, durationMs: number | null): void {
  const { bucketCalls, bucketCallSeconds } = metrics();
  bucketCalls.inc({ operation, outcome });
  if (durationMs !== null) bucketCallSeconds.observe({ operation, outcome }, durationMs / 1000);
}
