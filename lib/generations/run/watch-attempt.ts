import type { Generation } from "../../db/generated/client.ts";
import { log } from "../../platform/log.ts";
import { countAttempt } from "../../platform/metrics.ts";
import { bootId } from "../../platform/process.ts";
import { type Span, startSpan } from "../../platform/tracing.ts";
import type { WorkStage } from "../kinds/kind.ts";

/**
 * `retried`: failed, with another attempt to follow. `stopped`: its process lost the job. `discarded`: the work had
 * already ended.
 */
type Outcome = "succeeded" | "failed" | "retried" | "stopped" | "discarded";

export interface AttemptWatch {
  span: Span;
  /** Marks the start of a stage. */
  enter(stage: WorkStage): void;
  /** Only the first call counts. */
  end(outcome: Outcome, error?: string): void;
}

/** Records one attempt at paid work: its log line, durations in the metrics, and spans. */
export function watchAttempt(work: Generation): AttemptWatch {
  const { id, operation, batchId, requestId, attempts, traceparent, createdAt } = work;
  const startedAtMs = performance.now();
  const stagesMs: Record<string, number> = {};
  const span = startSpan(`job ${operation}`, {
    kind: "consumer",
    parent: traceparent,
    attributes: { "photos.generation": id, "photos.attempt": attempts },
  });
  // Until the first reported stage, the source is loading.
  let stage: WorkStage | "loading" = "loading";
  let stageSpan = startSpan(stage, { parent: span.traceparent });
  let stageAtMs = startedAtMs;
  let hasEnded = false;
  const leave = (error?: string) => {
    const nowMs = performance.now();
    stagesMs[stage] = (stagesMs[stage] ?? 0) + nowMs - stageAtMs;
    stageAtMs = nowMs;
    stageSpan.end(error);
  };
  return {
    span,
    enter: (next) => {
      if (next === stage || hasEnded) return;
      leave();
      stage = next;
      stageSpan = startSpan(stage, { parent: span.traceparent });
    },
    end: (outcome, error) => {
      if (hasEnded) return;
      hasEnded = true;
      leave(error);
      span.set({ "photos.outcome": outcome });
      span.end(error);
      const durationMs = performance.now() - startedAtMs;
      countAttempt({ operation, outcome, durationMs, stagesMs });
      const facts = { id, batch: batchId ?? undefined, request: requestId ?? undefined, operation };
      const times = Object.fromEntries(Object.entries(stagesMs).map(([name, ms]) => [name, Math.round(ms)]));
      const waitedMs = Math.max(0, Math.round(Date.now() - durationMs - createdAt.getTime()));
      log.info(
        {
          ...facts,
          attempt: attempts,
          outcome,
          ms: Math.round(durationMs),
          stages: times,
          waitedMs,
          worker: bootId(),
        },
        "job",
      );
    },
  };
}
