import { createHash } from "node:crypto";
import type { generationQuery } from "../../contract/generations/schemas.ts";
import { indexedMatches, searchedMegabytes, searchedRows } from "../../contract/limits.ts";
import type { Given } from "../../contract/wire.ts";
import { emptyRowBytes } from "../../credits/work-columns.ts";
import type { GenerationStatus } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { type Page, rowsAfter } from "../../db/pages.ts";
import { openList, statusLiterals } from "../../db/work-status.ts";
import { toStored } from "../../images/reference.ts";
import { searchedColumns } from "./search-words.ts";

/** Filter by state; `open` means not yet ended. */
export type StatusFilter = GenerationStatus | "open";

/** Filters of the history. */
export type WorkFilter = Omit<Given<typeof generationQuery>, keyof Page>;

/** SQL form of `productOf`, with a picture as its reference. Must equal the expression of its index. */
export const productColumn = sql`
  CASE WHEN metadata->>'sku' ~ '\\S' THEN metadata->>'sku' ELSE source_ref END`;

/** The condition for all filters except words and metadata, and for the rows after the cursor. */
export function matchesFilter(userId: string, filter: WorkFilter, cursor?: string): Prisma.Sql {
  const { operation, style, scene, status, review, product, idempotencyKey, batchId } = filter;
  const { customId, keyId, createdAfter, createdBefore } = filter;
  // Of a batch by its index alone: a plan made for accounts of usual size would read all that a large one has besides.
  const own = batchId ? sql`user_id || '' = ${userId}` : sql`user_id = ${userId}`;
  const conditions = [sql`${own} AND deleted_at IS NULL`];
  if (cursor !== undefined) conditions.push(rowsAfter({ cursor }, "gen"));
  if (operation) conditions.push(sql`operation = ${operation}::operation`);
  if (style) conditions.push(sql`style = ${style}`);
  if (scene) conditions.push(sql`scene = ${scene}`);
  if (status === "open") conditions.push(sql`status IN (${openList})`);
  else if (status) conditions.push(sql`status = ${statusLiterals[status]}`);
  if (review) conditions.push(sql`review IS NOT DISTINCT FROM ${review === "none" ? null : review}`);
  if (idempotencyKey) conditions.push(sql`idempotency_key = ${idempotencyKey}`);
  if (batchId) conditions.push(sql`batch_id = ${batchId}`);
  if (customId) conditions.push(sql`custom_id = ${customId}`);
  if (keyId) conditions.push(sql`api_key_id = ${keyId}`);
  if (createdAfter) conditions.push(sql`created_at > ${createdAfter}::timestamptz`);
  if (createdBefore) conditions.push(sql`created_at < ${createdBefore}::timestamptz`);
  // Compared by hash first: a URL may be longer than an index entry.
  if (product) {
    const forms = [product, toStored(product)];
    const hashes = forms.map((form) => createHash("md5").update(form).digest("hex"));
    conditions.push(sql`md5(${productColumn}) = ANY(${hashes}) AND ${productColumn} = ANY(${forms})`);
  }
  return Prisma.join(conditions, " AND ");
}

/** The metadata condition, which is evaluated row by row; null without metadata. */
export function hasPairs({ metadata }: WorkFilter): Prisma.Sql | null {
  if (!metadata || Object.keys(metadata).length === 0) return null;
  return sql`metadata @> ${JSON.stringify(metadata)}::jsonb`;
}

/**
 * The ids of all work of an account with these metadata pairs, found by index; null when more match than the limit. A
 * separate statement, because the planner would rather scan the account's rows than assume that few match.
 */
export async function findByPairs(userId: string, { metadata }: WorkFilter): Promise<string[] | null> {
  const wanted = JSON.stringify({ [userId]: metadata });
  const found = await db().$queryRaw<{ id: string }[]>(sql`
    WITH found AS MATERIALIZED (
      SELECT id FROM generation
      WHERE metadata IS NOT NULL AND deleted_at IS NULL
        AND jsonb_set('{}', ARRAY[user_id], metadata) @> ${wanted}::jsonb)
    SELECT id FROM found LIMIT ${indexedMatches + 1}::int`);
  return found.length > indexedMatches ? null : found.map(({ id }) => id);
}

const searchedBytes = searchedMegabytes * 1_000_000;

/**
 * Rows that match the filter, newest first, as many as one page searches: words are compared row by row, so that both
 * the number of rows and the bytes of their words are bounded.
 */
export function lookedThrough(condition: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT * FROM (
      SELECT id, created_at, ${searchedColumns},
             sum(GREATEST(stored_bytes - ${emptyRowBytes}::int, 0))
               OVER (ORDER BY created_at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
      FROM generation WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT ${searchedRows}) AS newest
    WHERE bytes_before <= ${searchedBytes}::int IS NOT FALSE`;
}

/** The last row of a search that reached its limit; no row when it covered all rows. */
export function lastLookedAt(condition: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT last.id, last.created_at AS "createdAt"
    FROM (SELECT id, created_at FROM (${lookedThrough(condition)}) AS looked ORDER BY created_at, id LIMIT 1) AS last
    WHERE EXISTS (
      SELECT FROM generation WHERE ${condition} AND (created_at, id) < (last.created_at, last.id))`;
}
