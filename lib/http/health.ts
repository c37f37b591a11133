import { db, sql } from "../db/index.ts";
import { retryAfterSeconds } from "../db/unavailable.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { isDraining } from "../platform/process.ts";

const timeoutMs = 1_500;
const goodForMs = 1_000;
let lastGoodAtMs = Number.NEGATIVE_INFINITY;
let asking: Promise<unknown> | null = null;

/**
 * 200 while the database answers and work is taken on, else 503. The database is asked at most once a second while
 * all is well, and by one question at a time however many want to know.
 */
export async function checkHealth(): Promise<Response> {
  if (isDraining()) return answer(503, { status: "draining" });
  if (performance.now() - lastGoodAtMs > goodForMs) {
    try {
      asking ??= db()
        .$queryRaw(sql`SELECT 1`)
        .finally(() => {
          asking = null;
        });
      await withTimeout(asking, timeoutMs, () => new Error("no answer in time"));
      lastGoodAtMs = performance.now();
    } catch {
      return answer(503, { status: "unavailable", database: "unreachable" });
    }
  }
  return answer(200, { status: "ok" });
}

function answer(status: number, body: object): Response {
  const headers = {
    "Cache-Control": "no-store",
    ...(status === 503 && { "Retry-After": String(retryAfterSeconds) }),
  };
  return Response.json(body, { status, headers });
}
