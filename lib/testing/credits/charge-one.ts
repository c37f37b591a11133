import { type Balances, chargeCredits } from "../../credits/charge.ts";
import type { Charge, Order } from "../../credits/order.ts";
import { completeCharge, type StoredResult } from "../../credits/resolve.ts";
import { db } from "../../db/index.ts";
import { newId } from "../../platform/ids.ts";

/** A charge of work with these prices, with defaults for the fields that most tests do not depend on. */
export function chargeOf(userId: string, costs: readonly number[], part: Partial<Charge> = {}): Charge {
  const piece = { operation: "generate", queue: "work", expectedMs: 0, imageUrl: "x" } as const;
  return {
    userId,
    apiKeyId: null,
    idempotencyKey: null,
    tier: "pro",
    lane: "batch",
    work: costs.map((cost) => ({ ...piece, id: newId("gen"), sourcePublicId: null, cost })),
    lifetimeMs: 600_000,
    waitingLimit: 1_000_000,
    ...part,
  };
}

/** One piece of work; fields that most tests do not depend on are optional. */
export interface OneWork
  extends Partial<Omit<Order, "id" | "cost" | "operation" | "imageUrl">>,
    Partial<Pick<Charge, "lane" | "idempotencyKey">> {
  id: string;
  userId: string;
  apiKeyId: string | null;
  operation: Order["operation"];
  imageUrl: string;
  timeoutMs: number;
}

/** A photo of that user with default fields. */
export function onePhoto(userId: string): OneWork {
  return {
    id: newId("gen"),
    userId,
    apiKeyId: null,
    operation: "generate",
    imageUrl: "x",
    timeoutMs: 600_000,
  };
}

/** Charges and queues one piece of work. Null when the balance does not cover it. */
export async function queueOne(work: OneWork, cost: number): Promise<Balances | null> {
  const { userId, apiKeyId, timeoutMs, idempotencyKey = null, lane = "interactive", ...piece } = work;
  const outcome = await chargeCredits(
    chargeOf(userId, [], {
      apiKeyId,
      idempotencyKey,
      lane,
      lifetimeMs: timeoutMs,
      work: [{ queue: "work", expectedMs: 0, sourcePublicId: null, ...piece, cost }],
    }),
  );
  if (outcome.kind === "overloaded") throw new Error("a test's charge was not admitted");
  return outcome.kind === "charged" ? { monthly: outcome.monthly, topup: outcome.topup } : null;
}

/** As `queueOne`, and marks the work as running, so that it can be completed where no worker takes it first. */
export async function chargeOne(work: OneWork, cost: number): Promise<Balances | null> {
  const left = await queueOne(work, cost);
  if (left) await beginWork(work.id);
  return left;
}

/** Charges a photo of that user, or other work, which then runs. Returns its id. */
export async function startOne(userId: string, cost: number, part: Partial<OneWork> = {}): Promise<string> {
  const work = { ...onePhoto(userId), ...part };
  if (!(await chargeOne(work, cost))) throw new Error("a test's work was not charged");
  return work.id;
}

type Finished = Partial<OneWork> & { result?: StoredResult };

/** As `startOne`, and completes the work with this result. */
export async function finishOne(
  userId: string,
  cost: number,
  { result = { url: "https://example.com/a.jpg", publicId: null }, ...part }: Finished = {},
): Promise<string> {
  const id = await startOne(userId, cost, part);
  if (!(await completeCharge(id, result))) throw new Error("a test's work was not completed");
  return id;
}

/** Marks queued work as running; false when it is no longer queued. */
export async function beginWork(id: string): Promise<boolean> {
  const where = { id, status: "queued" } as const;
  const { count } = await db().generation.updateMany({ where, data: { status: "running" } });
  return count === 1;
}
