import { db } from "../db/index.ts";

/** Where the open work under these Idempotency-Keys stands. */
export async function findProgress(userId: string, keys: readonly string[]): Promise<Record<string, string>> {
  const rows = await db().generation.findMany({
    where: { userId, idempotencyKey: { in: [...keys] }, status: { in: ["queued", "running"] } },
    select: { idempotencyKey: true, status: true, stage: true },
  });
  return Object.fromEntries(
    rows.map(({ idempotencyKey, status, stage }) => [
      idempotencyKey ?? "",
      status === "queued" ? "waiting" : (stage ?? "photo"),
    ]),
  );
}
