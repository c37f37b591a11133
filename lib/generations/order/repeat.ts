import type { Caller } from "../../accounts/caller.ts";
import type { Order } from "../../credits/order.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { columnsFor, pickColumns } from "../../credits/work-columns.ts";
import type { Generation } from "../../db/generated/client.ts";
import { Prisma, sql } from "../../db/index.ts";
import { refusal } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { because } from "../../platform/reasons.ts";
import type { Lane } from "../../queue/queues.ts";
import { imageUrlOf } from "../history/pictures.ts";
import { isPictureItself, pickCutoutOptions } from "../kinds/options.ts";
import { estimateDuration } from "./duration.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { chargeOrders, orderLifetimeMs, requireWithin } from "./submit.ts";

const repeated = columnsFor("repeated");

interface RepeatOptions {
  by: Omit<Caller, "idempotencyKey">;
  lane: Lane;
  batchId: string | null;
  /** Refuses a higher total: a free remake may meanwhile have its normal price. */
  maxCredits?: number;
}

/**
 * Charges and queues failed work again, all or none, as new work in its place; returns the new ids. The rows belong
 * to one account, and to one batch or none. Throws ApiError insufficient_credits and overloaded: the caller must roll
 * back then.
 */
export async function repeatWork(
  rows: readonly Generation[],
  { by, lane, batchId, maxCredits }: RepeatOptions,
  tx: Prisma.TransactionClient,
): Promise<string[]> {
  const work = await Promise.all(rows.map(toOrderAgain));
  const ids = work.map(({ id }) => id);
  const marked = await tx.$executeRaw(sql`
    UPDATE generation g
    SET retried_id = again.retried_id${batchId === null ? Prisma.empty : sql`, batch_id = NULL, place = NULL`}
    FROM unnest(${rows.map((row) => row.id)}::text[], ${ids}::text[]) AS again (id, retried_id)
    WHERE g.id = again.id AND g.retried_id IS NULL`);
  if (marked < rows.length) {
    throw refusal(because("repeat_under_way"), { retryAfterSeconds: 1 });
  }
  const batch = batchId === null ? {} : { batch: { id: batchId } };
  const payer = { ...by, idempotencyKey: null };
  const submission = { by: payer, lane, lifetimeMs: orderLifetimeMs, ...batch };
  // Charged at the normal price if another call has used up the free remakes.
  for (const priced of [await waiveFreeRemakes(work, by, tx), work]) {
    requireWithin(sumOf(priced), { maxCredits });
    if (await chargeOrders({ work: priced, ...submission }, tx)) break;
  }
  return ids;
}

const sumOf = (work: readonly Pick<Order, "cost">[]) => work.reduce((sum, { cost }) => sum + cost, 0);

/** The same work at its former price; a free remake at the normal price. */
async function toOrderAgain(row: Generation): Promise<Order> {
  const imageUrl = imageUrlOf(row);
  return {
    ...pickColumns(repeated, row),
    id: newId("gen"),
    imageUrl,
    fingerprint: fingerprintOf({ ...row, imageUrl }),
    cost: row.waived ?? row.fromMonthly + row.fromTopup,
    waived: null,
    ...maskOf(row),
    ...(await estimateDuration(row)),
  };
}

/** An explicitly given mask is reused; the mask stored for the picture may have changed. */
function maskOf(row: Generation): Pick<Order, "maskPublicId" | "usesStoredMask"> {
  const { options, maskPublicId } = row;
  if (maskPublicId && pickCutoutOptions(options).maskUrl !== undefined) return { maskPublicId };
  return { usesStoredMask: isPictureItself(imageUrlOf(row)) };
}
