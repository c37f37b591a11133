import { type Balances, type Charge, type ChargedWork, chargeCredits } from "../../credits/charge.ts";
import { db } from "../../db/index.ts";

/** One piece of work, with what most tests do not care about left out. */
export interface OneWork
  extends Partial<Omit<ChargedWork, "id" | "cost" | "operation" | "imageUrl">>,
    Partial<Pick<Charge, "batch" | "lane">> {
  id: string;
  userId: string;
  apiKeyId: string | null;
  operation: ChargedWork["operation"];
  imageUrl: string;
  timeoutMs: number;
  idempotencyKey?: string | null;
}

/** Charges one piece of work that waits for a worker from then on. Null when the balance does not cover it. */
export async function queueOne(work: OneWork, cost: number): Promise<Balances | null> {
  const { userId, apiKeyId, timeoutMs, idempotencyKey = null, lane = "interactive", batch, ...piece } = work;
  const outcome = await chargeCredits({
    ...{ userId, apiKeyId, idempotencyKey, lane },
    tier: "pro",
    work: [{ queue: "work", expectedMs: 0, sourcePublicId: null, ...piece, cost }],
    ...(batch && { batch }),
    lifetimeMs: timeoutMs,
    waitingLimit: 1_000_000,
  });
  if (outcome.kind === "overloaded") throw new Error("a test's charge was not admitted");
  return outcome.kind === "charged" ? { monthly: outcome.monthly, topup: outcome.topup } : null;
}

/** As `queueOne`, and a worker has begun: the work may be settled. */
export async function chargeOne(work: OneWork, cost: number): Promise<Balances | null> {
  const left = await queueOne(work, cost);
  if (left) await beginWork(work.id);
  return left;
}

/** Says of work that a worker has it. */
export async function beginWork(id: string): Promise<void> {
  await db().generation.updateMany({ where: { id, status: "queued" }, data: { status: "running" } });
}
