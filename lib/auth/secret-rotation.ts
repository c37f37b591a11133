import { db, Prisma, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { currentSecret, fingerprintOf, formerSecrets } from "../platform/secrets.ts";
import type { Task } from "../queue/tasks.ts";
import { type SealedColumn, sealedColumns, sealStateOf } from "./sealed-columns.ts";

const rowsAtOnce = 500;

/** Number of values of a column by the secret that encrypted them. */
export interface SealedCount {
  name: string;
  current: number;
  former: number;
  /** No secret of this process decrypts them. */
  unreadable: number;
}

/**
 * Encrypts every value of a former secret again with the current one, in batches; returns their number. Safe with
 * concurrent runs and writes: a value is replaced only if it is unchanged since it was read. Resumable, because
 * values under the current secret are skipped.
 */
export async function resealValues(signal?: AbortSignal): Promise<number> {
  let replaced = 0;
  for (const column of sealedColumns) {
    const { table, key, column: name } = identifiersOf(column);
    for await (const { id, sealed } of valuesOf(column)) {
      if (signal?.aborted) return replaced;
      const state = await sealStateOf(column, sealed);
      if (state.under !== "former") continue;
      replaced += await db().$executeRaw(sql`
        UPDATE ${table} SET ${name} = ${state.resealed} WHERE ${key} = ${id} AND ${name} = ${sealed}`);
    }
  }
  return replaced;
}

/** Counts the stored values by the secret that encrypted them; read-only. */
export async function countSealed(): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of sealedColumns) {
    const count = { name: column.name, current: 0, former: 0, unreadable: 0 };
    for await (const { sealed } of valuesOf(column)) count[(await sealStateOf(column, sealed)).under] += 1;
    counts.push(count);
  }
  return counts;
}

function identifiersOf({ table, key, column }: SealedColumn) {
  const quoted = (name: string) => Prisma.raw(`"${name}"`);
  return { table: quoted(table), key: quoted(key), column: quoted(column) };
}

async function* valuesOf(sealedColumn: SealedColumn): AsyncGenerator<{ id: string; sealed: string }> {
  const { table, key, column } = identifiersOf(sealedColumn);
  let after = "";
  for (;;) {
    const rows = await db().$queryRaw<{ id: string; sealed: string }[]>(sql`
      SELECT ${key} AS id, ${column} AS sealed FROM ${table}
      WHERE ${key} > ${after} AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${rowsAtOnce}::int`);
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? "";
  }
}

export interface SecretStatus {
  /** Fingerprints. */
  current: string;
  former: string[];
  values: SealedCount[];
  /** True when no stored value needs a former secret. */
  isFormerNeedless: boolean;
}

export async function secretStatus(): Promise<SecretStatus> {
  const values = await countSealed();
  return {
    current: fingerprintOf(currentSecret()),
    former: formerSecrets().map(fingerprintOf),
    values,
    isFormerNeedless: values.every(({ former, unreadable }) => former + unreadable === 0),
  };
}

/** Encrypts values again after a change of AUTH_SECRET. */
export const secretsTask: Task = {
  queue: "secrets",
  cron: "*/5 * * * *",
  run: async (_data, signal) => {
    if (formerSecrets().length === 0) return;
    const replaced = await resealValues(signal);
    if (replaced > 0) log.info({ replaced }, "stored values are sealed under the current AUTH_SECRET");
  },
};
