import { type PlanTier, plans, rowsShare } from "../billing/plans.ts";
import { type Charge, type ChargedWork, type ChargeOutcome, chargeCredits } from "../credits/charge.ts";
import { imageHost } from "../images/index.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";
import type { Lane } from "../queue/lanes.ts";
import { getCapacity } from "./capacity.ts";
import { type CutoutOrder, cutout } from "./cutout.ts";
import { effortOf } from "./effort.ts";
import type { CheckedWork, WorkKind, WorkOptions } from "./kind.ts";
import { type PhotoOrder, photo } from "./photo.ts";

/** What can be ordered: the kind of work, and what it is to be. */
export type Order =
  | { operation: "generate"; request: PhotoOrder }
  | { operation: "remove_bg"; request: CutoutOrder };

/** Who asks for paid work. */
export interface Payer {
  userId: string;
  apiKeyId: string | null;
  account: { tier: PlanTier; total: number };
  /** Under which the same request may come again; null without one. */
  idempotencyKey: string | null;
}

/** An order with its price, ready to be paid. */
export interface PricedOrder {
  /** Of the generation that it becomes. */
  id: string;
  order: Order;
  cost: number;
  customId?: string | undefined;
}

export function priceOf(order: Order): number {
  return order.operation === "generate" ? photo.cost(order.request) : cutout.cost(order.request);
}

/** Throws ApiError invalid_params for every fault of an order (see `WorkKind.check`). */
export function checkOrder(order: Order, how: { userId: string; load: boolean }): Promise<CheckedWork> {
  return order.operation === "generate" ? photo.check(order.request, how) : cutout.check(order.request, how);
}

export const kindOf: Record<Order["operation"], Pick<WorkKind<never>, "make">> = {
  generate: photo,
  remove_bg: cutout,
};

interface Submission extends Pick<Charge, "lane" | "batch" | "lifetimeMs" | "aheadLimitMs"> {
  orders: readonly (PricedOrder & {
    checked: CheckedWork;
    /** Earlier work whose result it takes, for nothing. */
    reusedId?: string | undefined;
  })[];
  by: Payer;
}

/**
 * Pays for checked orders and queues them, all or none, in the order given. Throws ApiError insufficient_credits, and
 * overloaded where nothing more can be stored or finished in time. False, and nothing has happened, when a result that
 * was to be taken again has gone.
 */
export async function submitWork({ orders, by, ...how }: Submission): Promise<boolean> {
  if (orders.some(({ reusedId }) => reusedId === undefined)) await imageHost().requireRoom();
  const work = await Promise.all(orders.map(toWork));
  const { slots } = await getCapacity();
  const outcome = await chargeCredits({
    ...how,
    slots,
    ...{ userId: by.userId, apiKeyId: by.apiKeyId, idempotencyKey: by.idempotencyKey, work },
    tier: by.account.tier,
    ...limitsOf(by.account.tier),
  });
  refuseCharge(outcome, { cost: sumOf(orders), aheadLimitMs: how.aheadLimitMs });
  return outcome.kind !== "gone";
}

const bytesPerMb = 1_000_000;

/** How much an account on a plan may order. */
export function limitsOf(tier: PlanTier): Pick<Charge, "waitingLimit" | "hourlyLimit" | "storedLimitBytes"> {
  const { jobs, uploads } = plans[tier];
  return {
    waitingLimit: jobs.waiting,
    hourlyLimit: jobs.perHour,
    storedLimitBytes: rowsShare * uploads.storageMb * bytesPerMb,
  };
}

/** Throws ApiError insufficient_credits, overloaded, rate_limited or invalid_params when a charge was refused. */
export function refuseCharge(
  outcome: ChargeOutcome,
  { cost, aheadLimitMs = 0 }: { cost: number; aheadLimitMs?: number | undefined },
): void {
  if (outcome.kind === "insufficient") throw insufficientCredits(cost);
  if (outcome.kind === "too_many") {
    throw new ApiError("rate_limited", "More work was ordered than this account's plan allows in an hour.", {
      retryAfterSeconds: Math.ceil(outcome.waitMs / 1000),
    });
  }
  if (outcome.kind === "full") throw invalidParam("metadata", rowsUsedUp);
  if (outcome.kind === "overloaded") throw tooMuchWaits(outcome.aheadMs - aheadLimitMs);
}

const rowsUsedUp =
  "the stored work of this account, its prompts and metadata, takes all of the storage that it may. Delete work that " +
  "you no longer need, or move to a larger plan";

async function toWork({
  id,
  order,
  cost,
  customId,
  checked,
  reusedId,
}: Submission["orders"][number]): Promise<ChargedWork> {
  const { source: _, ...described } = checked;
  const { title, metadata } = order.request;
  return {
    ...described,
    ...{ id, operation: order.operation, cost, customId, title, metadata, reusedId },
    ...(await effortOf(factsOf(order))),
  };
}

/** From the order itself, whatever its check says of it. */
function factsOf({ operation, request }: Order): Parameters<typeof effortOf>[0] {
  if (operation === "remove_bg") return { operation };
  const { style, resolution, mode } = request;
  return { operation, style, resolution, wantedMode: mode, options: request };
}

function sumOf(orders: readonly PricedOrder[]): number {
  return orders.reduce((sum, { cost }) => sum + cost, 0);
}

/** Throws ApiError insufficient_credits when work would cost more than its caller wants to pay. */
export function requireWithin(cost: number, { maxCredits }: Pick<WorkOptions, "maxCredits">): void {
  if (maxCredits === undefined || cost <= maxCredits) return;
  throw new ApiError(
    "insufficient_credits",
    `This costs ${cost} credits, more than the ${maxCredits} of \`max_credits\`.`,
  );
}

/** Throws ApiError insufficient_credits when the balance does not cover it, as it was when the caller was found. */
export function requireCovered(cost: number, { account }: Pick<Payer, "account">): void {
  if (account.total < cost) throw insufficientCredits(cost);
}

function insufficientCredits(cost: number): ApiError {
  return new ApiError("insufficient_credits", `This costs ${cost} credits, more than the balance holds.`);
}

function tooMuchWaits(overMs: number): ApiError {
  const retryAfterSeconds = Math.min(600, Math.max(1, Math.ceil(overMs / 1000)));
  return new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds });
}

/** Work that nobody waits for at a connection is kept for this long. */
export const orderLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Callers of the dashboard wait at it: what they order comes before what programs order by the hundred. */
export function laneOfBatch({ apiKeyId }: Pick<Payer, "apiKeyId">): Lane {
  return apiKeyId === null ? "interactive" : "batch";
}
