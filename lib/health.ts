import { db, sql } from "./db/index.ts";

const timeoutMs = 2_000;
const goodForMs = 1_000;
let lastGoodAtMs = Number.NEGATIVE_INFINITY;

/** 200 while the database answers, else 503; the database is asked at most once a second while all is well. */
export async function checkHealth(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (performance.now() - lastGoodAtMs > goodForMs) {
    try {
      await Promise.race([
        db().$queryRaw(sql`SELECT 1`),
        new Promise((_, reject) => setTimeout(() => reject(new Error("timeout")), timeoutMs).unref()),
      ]);
      lastGoodAtMs = performance.now();
    } catch {
      return Response.json({ status: "unavailable", database: "unreachable" }, { status: 503, headers });
    }
  }
  return Response.json({ status: "ok" }, { headers });
}
