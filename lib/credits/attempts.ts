import { hostname } from "node:os";
import { z } from "zod";
import type { Generation } from "../db/generated/client.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { isOpen } from "../db/work-status.ts";
import { bootId } from "../platform/process.ts";

const outcomes = ["succeeded", "failed", "stopped"] as const;

/** The end of an attempt. `stopped`: its process lost the job or shut down. */
export interface AttemptEnd {
  outcome: (typeof outcomes)[number];
  /** For the operator, including causes. */
  error?: string;
}

/** Limited, because an error can contain a whole response of another service. */
const errorMaxLength = 500;

const attemptEntry = z.object({
  worker: z.string(),
  host: z.string(),
  pid: z.number(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  outcome: z.enum(outcomes).optional(),
  error: z.string().optional(),
});

/** The entry that a worker of this process adds to `attempt_log` at the start of an attempt. */
export function newAttempt(startedAt: Date): z.infer<typeof attemptEntry> {
  return { worker: bootId(), host: hostname(), pid: process.pid, startedAt: startedAt.toISOString() };
}

/** `attempt_log` with the end of the attempt that this process began at `startedAt`; unchanged if that is null. */
export function withAttemptEnd(startedAt: Date | null, { outcome, error }: AttemptEnd): Prisma.Sql {
  const end = {
    endedAt: new Date().toISOString(),
    outcome,
    ...(error !== undefined && { error: error.slice(0, errorMaxLength) }),
  };
  return sql`COALESCE((
    SELECT array_agg(
      CASE WHEN a.entry->>'worker' = ${bootId()} AND a.entry->>'startedAt' = ${startedAt?.toISOString() ?? null}::text
           THEN a.entry || ${JSON.stringify(end)}::jsonb ELSE a.entry END ORDER BY a.place)
    FROM unnest(generation.attempt_log) WITH ORDINALITY AS a (entry, place)), '{}')`;
}

/** Records the end of an attempt if no other statement does: the work continues, or another attempt ended it. */
export async function recordAttemptEnd(
  { id, startedAt }: Pick<Generation, "id" | "startedAt">,
  end: AttemptEnd,
): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE generation SET attempt_log = ${withAttemptEnd(startedAt, end)} WHERE id = ${id}`);
}

export interface Attempt {
  number: number;
  /** Boot id of the worker's process. */
  worker: string;
  host: string;
  pid: number;
  startedAt: Date;
  endedAt: Date | null;
  /** `unknown`: the process never reported the end, because it died or lost its connection. */
  outcome: AttemptEnd["outcome"] | "running" | "unknown";
  error: string | null;
}

/** The recorded attempts, oldest first; attempts of versions without a log are only counted in `attempts`. */
export function readAttempts({
  attemptLog,
  attempts,
  status,
}: Pick<Generation, "attemptLog" | "attempts" | "status">): Attempt[] {
  const entries = attemptLog.flatMap((value) => attemptEntry.safeParse(value).data ?? []);
  const unrecorded = Math.max(0, attempts - entries.length);
  return entries.map(({ startedAt, endedAt, outcome, error = null, ...process }, index) => ({
    number: unrecorded + index + 1,
    ...process,
    startedAt: new Date(startedAt),
    endedAt: endedAt === undefined ? null : new Date(endedAt),
    outcome: outcome ?? (isOpen(status) && index === entries.length - 1 ? "running" : "unknown"),
    error,
  }));
}
