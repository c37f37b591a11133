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
    openWork: new Gauge({
      name: "photos_open_work",
      help: "Photos and cut-outs that wait or run, over all processes",
      labelNames: ["status"],
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
