import { createHash } from "node:crypto";
import { indexedMatches, searchedMegabytes, searchedRows } from "../../contract/limits.ts";
import type { ReviewFilter } from "../../contract/photos/values.ts";
import { columnList, columnsFor, emptyRowBytes } from "../../credits/work-columns.ts";
import type { GenerationStatus, Operation } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { rowsAfter } from "../../db/pages.ts";
import { openList, statusLiterals } from "../../db/work-status.ts";
import { toStored } from "../../images/reference.ts";

/** Filter by state; `open` means not yet ended. */
export type StatusFilter = GenerationStatus | "open";

/** Filters of the history. */
export interface WorkFilter {
  operation?: Operation | undefined;
  style?: string | undefined;
  status?: StatusFilter | undefined;
  review?: ReviewFilter | undefined;
  /** A substring of a searched column (`workColumns`), or of a value in a JSON column. */
  search?: string | undefined;
  /** A sku, or the URL of a source picture. */
  product?: string | undefined;
  idempotencyKey?: string | undefined;
  batchId?: string | undefined;
  customId?: string | undefined;
  /** Id of the API key that placed the order. */
  keyId?: string | undefined;
  /** Pairs of metadata; the work must have all of them. */
  metadata?: Record<string, string> | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

const searched = columnsFor("searched");

/** SQL form of `productOf`, with a picture as its reference. Must equal the expression of its index. */
export const productColumn = sql`
  CASE WHEN metadata->>'sku' ~ '\\S' THEN metadata->>'sku' ELSE source_ref END`;

/** The condition for all filters except words and metadata, and for the rows after the cursor. */
export function matchesFilter(userId: string, filter: WorkFilter, cursor?: string): Prisma.Sql {
  const { operation, style, status, review, product, idempotencyKey, batchId, customId, keyId } = filter;
  const { createdAfter, createdBefore } = filter;
  // Of a batch by its index alone: a plan made for accounts of usual size would read all that a large one has besides.
  const own = batchId ? sql`user_id || '' = ${userId}` : sql`user_id = ${userId}`;
  const conditions = [sql`${own} AND deleted_at IS NULL`];
  if (cursor !== undefined) conditions.push(rowsAfter({ cursor }, "gen"));
  if (operation) conditions.push(sql`operation = ${operation}::operation`);
  if (style) conditions.push(sql`style = ${style}`);
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

/** The condition that work contains this text; null for an empty search. */
export function hasWords(search: string | undefined): Prisma.Sql | null {
  const words = search?.trim();
  if (!words) return null;
  // Escapes the wildcards of LIKE.
  const pattern = `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = searched.map(({ name, type }) => {
    const column = Prisma.raw(name);
    if (type === "text") return sql`${column} ILIKE ${pattern}`;
    return sql`EXISTS (
      SELECT FROM jsonb_each_text(CASE jsonb_typeof(${column}) WHEN 'object' THEN ${column} ELSE '{}' END) AS pair
      WHERE pair.value ILIKE ${pattern})`;
  });
  return sql`(${Prisma.join(conditions, " OR ")})`;
}

/** Similarity of words as alike as “candle” and “candel”, as measured by pg_trgm (0…1). */
const alikeFrom = 0.4;
/** Only this many letters of each text are compared: a comparison takes a microsecond per letter. */
const comparedLetters = 200;

/**
 * The condition that work contains words similar to these. Null for short texts, for texts with digits (another
 * number is no typing error), and on a database without pg_trgm.
 */
export async function hasSimilarWords(search: string | undefined): Promise<Prisma.Sql | null> {
  const words = search?.trim() ?? "";
  if (!/^[\p{L}\p{M}\s'’-]{4,}$/u.test(words) || !(await canCompareWords())) return null;
  const conditions = searched
    .filter(({ type }) => type === "text")
    .map(({ name }) => {
      const text = sql`left(${Prisma.raw(name)}, ${comparedLetters}::int)`;
      return sql`word_similarity(${words}::text, ${text}) >= ${alikeFrom}::real`;
    });
  return sql`(${Prisma.join(conditions, " OR ")})`;
}

async function canCompareWords(): Promise<boolean> {
  const [row] = await db().$queryRaw<{ known: boolean }[]>(
    sql`SELECT to_regprocedure('word_similarity(text, text)') IS NOT NULL AS known`,
  );
  return row?.known === true;
}

const searchedBytes = searchedMegabytes * 1_000_000;

/**
 * Rows that match the filter, newest first, as many as one page searches: words are compared row by row, so that both
 * the number of rows and the bytes of their words are bounded.
 */
export function lookedThrough(condition: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT * FROM (
      SELECT id, created_at, ${columnList(searched)}, source_ref,
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
