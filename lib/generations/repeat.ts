import { plans } from "../billing/plans.ts";
import { type ChargedWork, chargeCredits } from "../credits/charge.ts";
import type { Generation } from "../db/generated/client.ts";
import type { Prisma } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import type { Lane } from "../queue/lanes.ts";
import { effortOf } from "./effort.ts";
import { isPictureItself, pickCutoutOptions } from "./options.ts";
import { readMetadata } from "./present.ts";
import { orderLifetimeMs, type Payer, refuseCharge } from "./submit.ts";

/**
 * Pays for and queues failed work again, all or none, as new work in the place of the old; answers its ids. Of one
 * account, and of one batch or none. Throws ApiError insufficient_credits and overloaded: roll back then.
 */
export async function repeatWork(
  rows: readonly Generation[],
  { by, lane, batchId }: { by: Omit<Payer, "idempotencyKey">; lane: Lane; batchId: string | null },
  tx: Prisma.TransactionClient,
): Promise<string[]> {
  const work = await Promise.all(rows.map(toRepeatedWork));
  if (batchId !== null) {
    await tx.generation.updateMany({
      where: { id: { in: rows.map((row) => row.id) } },
      data: { batchId: null, place: null },
    });
  }
  const outcome = await chargeCredits(
    {
      ...{ userId: by.userId, apiKeyId: by.apiKeyId, tier: by.account.tier, work, lane },
      ...(batchId !== null && { batch: { id: batchId } }),
      idempotencyKey: null,
      lifetimeMs: orderLifetimeMs,
      waitingLimit: plans[by.account.tier].jobs.waiting,
    },
    tx,
  );
  refuseCharge(outcome, { cost: work.reduce((sum, { cost }) => sum + cost, 0) });
  return work.map(({ id }) => id);
}

/** The same work again, at the price that it had. */
async function toRepeatedWork(row: Generation): Promise<ChargedWork> {
  const { operation, imageUrl, sourcePublicId, style, prompt, aspectRatio, resolution, title } = row;
  return {
    ...{ id: newId("gen"), operation, imageUrl, sourcePublicId, cost: row.fromMonthly + row.fromTopup },
    ...{ style: style ?? undefined, prompt: prompt ?? undefined, aspectRatio: aspectRatio ?? undefined },
    ...{ resolution: resolution ?? undefined, title: title ?? undefined },
    wantedMode: row.wantedMode ?? undefined,
    backgroundPublicId: row.backgroundPublicId,
    ...(row.options instanceof Object && { options: row.options }),
    ...maskOf(row),
    ...{ metadata: readMetadata(row.metadata) ?? undefined, customId: row.customId ?? undefined },
    place: row.place ?? undefined,
    ...(await effortOf(row)),
  };
}

/** A mask that was named stays; the one that is kept for the picture may be another by now. */
function maskOf({ options, maskPublicId, imageUrl }: Generation) {
  if (maskPublicId && pickCutoutOptions(options).maskUrl !== undefined) return { maskPublicId };
  return { takesKeptMask: isPictureItself(imageUrl) };
}
