import { readProviderReports } from "../db/heartbeat.ts";
import { retryAfterSeconds } from "../db/unavailable.ts";
import { mergeStates } from "../models/breaker.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { isDraining } from "../platform/process.ts";

const timeoutMs = 1_500;
const goodForMs = 1_000;
let lastGoodAtMs = Number.NEGATIVE_INFINITY;
let asking: Promise<unknown[]> | null = null;
let models: Record<string, string> = {};

/**
 * 200 while the database answers and work is taken on, else 503. The database is asked at most once a second while
 * all is well, and by one question at a time however many want to know. Beside it, `models` tells of each provider of
 * hosted models how its worst circuit breaker stands: one that is away is no reason to send callers elsewhere.
 */
export async function checkHealth(): Promise<Response> {
  if (isDraining()) return answer(503, { status: "draining" });
  if (performance.now() - lastGoodAtMs > goodForMs) {
    try {
      asking ??= readProviderReports().finally(() => {
        asking = null;
      });
      models = mergeStates(await withTimeout(asking, timeoutMs, () => new Error("no answer in time")));
      lastGoodAtMs = performance.now();
    } catch {
      return answer(503, { status: "unavailable", database: "unreachable" });
    }
  }
  return answer(200, { status: "ok", ...(Object.keys(models).length > 0 && { models }) });
}

function answer(status: number, body: object): Response {
  const headers = {
    "Cache-Control": "no-store",
    ...(status === 503 && { "Retry-After": String(retryAfterSeconds) }),
  };
  return Response.json(body, { status, headers });
}
