import { db, type Prisma, type Queryable, sql } from "./index.ts";

/** Prisma encodes the parameters of a statement synchronously: 4 MB would block the thread for 70 to 340 ms. */
const partLength = 64 * 1024;

/**
 * Runs a statement with a text of any length, the concatenation of `pieces`, which `run` gets as an SQL expression. A
 * long text is sent in parts, as settings of the transaction `tx`, or of a new one.
 */
export async function runWithLongText<T>(
  pieces: readonly string[],
  run: (text: Prisma.Sql, on: Queryable) => Promise<T>,
  tx?: Queryable,
): Promise<T> {
  const [first = "", ...more] = joinToParts(pieces);
  if (more.length === 0) return await run(sql`${first}::text`, tx ?? db());
  if (!tx) return await db().$transaction((own) => runWithLongText(pieces, run, own));
  for (const [index, part] of [first, ...more].entries()) {
    await tx.$executeRaw(sql`SELECT FROM set_config(${`photos.text_${index}`}, ${part}, true)`);
  }
  const text = sql`(
    SELECT string_agg(current_setting('photos.text_' || n), '' ORDER BY n)
    FROM generate_series(0, ${more.length}::int) AS n)`;
  return await run(text, tx);
}

function joinToParts(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length > 0 && length + piece.length > partLength) {
      parts.push(part.join(""));
      part = [];
      length = 0;
    }
    part.push(piece);
    length += piece.length;
  }
  return [...parts, part.join("")];
}
