import { db, Prisma, sql } from "../db/index.ts";
import { noteSecrets } from "../db/installation-secrets.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { currentSecret, fingerprintOf, formerSecrets } from "../platform/secrets.ts";
import type { Task } from "../queue/tasks.ts";
import { type SealedColumn, sealedColumns, standingOf } from "./sealed-columns.ts";

const rowsAtOnce = 500;

/** How many values of a column are sealed under which secret. */
export interface SealedCount {
  name: string;
  current: number;
  former: number;
  /** No secret of this process opens them. */
  unreadable: number;
}

/**
 * Seals every value that a former secret sealed again under the current one, in batches. Safe beside any number of
 * others and beside writes: a value is replaced only while it is the one that was read. One that was stopped goes on
 * where it was: what is sealed under the current secret is not touched. Answers how many values were replaced.
 */
export async function resealValues(signal?: AbortSignal): Promise<number> {
  let replaced = 0;
  for (const column of sealedColumns) {
    const { table, key, column: name } = identifiersOf(column);
    for await (const { id, sealed } of valuesOf(column)) {
      if (signal?.aborted) return replaced;
      const standing = await standingOf(column, sealed);
      if (standing.under !== "former") continue;
      replaced += await db().$executeRaw(sql`
        UPDATE ${table} SET ${name} = ${standing.resealed} WHERE ${key} = ${id} AND ${name} = ${sealed}`);
    }
  }
  return replaced;
}

/** Counts by which secret the stored values are sealed. Changes nothing. */
export async function countSealed(): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of sealedColumns) {
    const count = { name: column.name, current: 0, former: 0, unreadable: 0 };
    for await (const { sealed } of valuesOf(column)) count[(await standingOf(column, sealed)).under] += 1;
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
  /** Fingerprints; `inUseSince` is null when that secret is not known to have been in use. */
  current: { fingerprint: string; inUseSince: Date | null };
  former: { fingerprint: string; inUseSince: Date | null }[];
  values: SealedCount[];
  /** People who signed in before the current secret came: without the former one they sign in again. */
  sessionsBefore: number;
  /** Nothing stored needs a former secret. */
  isFormerNeedless: boolean;
}

export async function secretStatus(): Promise<SecretStatus> {
  const rows = await db().installationSecret.findMany();
  const named = (secret: string) => {
    const fingerprint = fingerprintOf(secret);
    const row = rows.find((known) => known.fingerprint === fingerprint);
    return { fingerprint, inUseSince: row?.inUseSince ?? null };
  };
  const current = named(currentSecret());
  const values = await countSealed();
  return {
    current,
    former: formerSecrets().map(named),
    values,
    sessionsBefore: await db().session.count({
      where: { createdAt: { lt: current.inUseSince ?? new Date() }, expiresAt: { gt: new Date() } },
    }),
    isFormerNeedless: values.every(({ former, unreadable }) => former + unreadable === 0),
  };
}

/** Seals values again after a change of AUTH_SECRET, and reports when the former one is no longer needed. */
export const secretsTask: Task = {
  queue: "secrets",
  cron: "*/5 * * * *",
  run: async (_data, signal) => {
    if (formerSecrets().length === 0) return;
    await noteSecrets();
    const replaced = await resealValues(signal);
    if (replaced === 0 && hasReported) return;
    await reportSecrets(replaced);
    hasReported = true;
  },
};

/** Once in a process, and whenever something was sealed again. */
let hasReported = false;

async function reportSecrets(replaced: number): Promise<void> {
  const { values, sessionsBefore, isFormerNeedless } = await secretStatus();
  const unreadable = values.filter((count) => count.unreadable > 0);
  if (unreadable.length > 0) {
    log.error(
      { unreadable: Object.fromEntries(unreadable.map((count) => [count.name, count.unreadable])) },
      "values are sealed under a secret that is neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS",
    );
  }
  if (!isFormerNeedless || (replaced === 0 && env().AUTH_SECRET_PREVIOUS === undefined)) return;
  log.info(
    { replaced, sessionsBefore },
    "the former AUTH_SECRET is no longer needed: every stored value is sealed under the current one. Without " +
      "AUTH_SECRET_PREVIOUS, sessions from before the change end",
  );
}
