import { type ChargedWork, chargeCredits } from "../credits/charge.ts";
import type { Generation } from "../db/generated/client.ts";
import { Prisma, sql } from "../db/index.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { Lane } from "../queue/lanes.ts";
import { effortOf } from "./effort.ts";
import { isPictureItself, pickCutoutOptions } from "./options.ts";
import { imageUrlOf } from "./pictures.ts";
import { readMetadata } from "./present.ts";
import { limitsOf, orderLifetimeMs, type Payer, refuseCharge } from "./submit.ts";

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
  const ids = work.map(({ id }) => id);
  const marked = await tx.$executeRaw(sql`
    UPDATE generation g
    SET retried_id = again.retried_id${batchId === null ? Prisma.empty : sql`, batch_id = NULL, place = NULL`}
    FROM unnest(${rows.map((row) => row.id)}::text[], ${ids}::text[]) AS again (id, retried_id)
    WHERE g.id = again.id AND g.retried_id IS NULL`);
  if (marked < rows.length) {
    throw new ApiError("overloaded", "This work is being ordered again by somebody else.", {
      retryAfterSeconds: 1,
    });
  }
  const outcome = await chargeCredits(
    {
      ...{ userId: by.userId, apiKeyId: by.apiKeyId, tier: by.account.tier, work, lane },
      ...(batchId !== null && { batch: { id: batchId } }),
      idempotencyKey: null,
      lifetimeMs: orderLifetimeMs,
      ...limitsOf(by.account.tier),
    },
    tx,
  );
  refuseCharge(outcome, { cost: work.reduce((sum, { cost }) => sum + cost, 0) });
  return ids;
}

/** The same work again, at the price that it had. */
async function toRepeatedWork(row: Generation): Promise<ChargedWork> {
  const { operation, sourcePublicId, style, prompt, aspectRatio, resolution, title } = row;
  return {
    ...{ id: newId("gen"), operation, imageUrl: imageUrlOf(row), sourcePublicId },
    cost: row.fromMonthly + row.fromTopup,
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
function maskOf(row: Generation) {
  const { options, maskPublicId } = row;
  if (maskPublicId && pickCutoutOptions(options).maskUrl !== undefined) return { maskPublicId };
  return { takesKeptMask: isPictureItself(imageUrlOf(row)) };
}
