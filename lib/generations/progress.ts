import { db } from "../db/index.ts";

/** Where the open work under these Idempotency-Keys stands. */
export type WorkStep = "waiting" | "cutout" | "photo" | "storing";

export async function findProgress(
  userId: string,
  keys: readonly string[],
): Promise<Record<string, WorkStep>> {
  const rows = await db().generation.findMany({
    where: { userId, idempotencyKey: { in: [...keys] }, status: { in: ["queued", "running"] } },
    select: { idempotencyKey: true, status: true, stage: true },
  });
  return Object.fromEntries(
    rows.map(({ idempotencyKey, status, stage }) => [
      idempotencyKey ?? "",
      status === "queued" ? "waiting" : stage === "cutout" || stage === "storing" ? stage : "photo",
    ]),
  );
}
