import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processSlot } from "./process-slot.ts";

/** What this process counts for /api/metrics, in the names and units that Prometheus asks for. */
export const metrics = processSlot("metrics", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    modelCalls: new Counter({
      name: "photos_model_calls_total",
      help: "Calls of hosted image models that this process made, by how they ended",
      labelNames: ["provider", "model", "outcome"],
      registers,
    }),
    modelCallSeconds: new Histogram({
      name: "photos_model_call_duration_seconds",
      help: "How long calls of hosted image models took",
      labelNames: ["provider", "outcome"],
      buckets: [0.5, 1, 2, 5, 10, 15, 20, 30, 45, 60],
      registers,
    }),
    modelCostDollars: new Counter({
      name: "photos_model_cost_dollars_total",
      help: "What these calls cost, as far as their prices are known",
      labelNames: ["provider", "model"],
      registers,
    }),
    breakers: new Gauge({
      name: "photos_model_provider_state",
      help: "1 for the state that the worst circuit breaker of a provider is in, over all living processes",
      labelNames: ["provider", "state"],
      registers,
    }),
    workers: new Gauge({
      name: "photos_workers",
      help: "Live processes that take jobs of paid work: 0 means that nothing can be made",
      registers,
    }),
    workerSlots: new Gauge({
      name: "photos_worker_slots",
      help: "Jobs of paid work that all live workers make at a time",
      registers,
    }),
    openWork: new Gauge({
      name: "photos_open_work",
      help: "Photos and cut-outs that wait or run, over all processes",
      labelNames: ["status"],
      registers,
    }),
    backupAt: new Gauge({
      name: "photos_backup_last_success_timestamp_seconds",
      help: "When the last scheduled backup succeeded, over all processes; absent before the first",
      registers,
    }),
    backupSize: new Gauge({
      name: "photos_backup_last_success_size_bytes",
      help: "Size of the archive of the last scheduled backup that succeeded",
      registers,
    }),
    backupDuration: new Gauge({
      name: "photos_backup_last_success_duration_seconds",
      help: "How long the last scheduled backup that succeeded took",
      registers,
    }),
    backupFailed: new Gauge({
      name: "photos_backup_last_run_failed",
      help: "1 while the last scheduled backup is one that failed, else 0",
      registers,
    }),
    requeuedWork: new Gauge({
      name: "photos_requeued_work",
      help: "Photos and cut-outs whose job was found missing and made again in the last 24 hours, over all processes",
      registers,
    }),
  };
});

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
