import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";

/** Longer than any backup is kept: an installation deletes only archives that it knows to be its own. */
const retainedDays = retention.backupRuns.days;
/** A single failed daily backup must not raise an alert. */
const lateAfterMs = 48 * 60 * 60 * 1000;

export interface BackupStatus {
  /** `none`: no backup yet. `failed`: the last run failed, and none of the last two days succeeded. */
  state: "ok" | "late" | "failed" | "none";
  lastSuccess: { at: Date; sizeBytes: number; durationMs: number; place: string } | null;
  /** The last run, if it failed. */
  lastFailure: { at: Date; error: string } | null;
}

/** Records the start of a scheduled backup; returns the run's id. */
export async function beginRun(place: string, name: string): Promise<bigint> {
  await db().$executeRaw(
    sql`DELETE FROM backup_run WHERE started_at < now() - ${retainedDays}::int * interval '1 day'
          AND id <> (SELECT max(id) FROM backup_run WHERE error IS NULL AND finished_at IS NOT NULL)`,
  );
  const { id } = await db().backupRun.create({ data: { place, name }, select: { id: true } });
  return id;
}

export async function endRun(id: bigint, outcome: { sizeBytes: number } | { error: string }): Promise<void> {
  await db().backupRun.update({ where: { id }, data: { finishedAt: new Date(), ...outcome } });
}

/** Selects the archives made by this installation. Copies and drills may use the same place. */
export async function pickOwnArchives(names: readonly string[]): Promise<string[]> {
  const runs = await db().backupRun.findMany({ where: { name: { in: [...names] } }, select: { name: true } });
  const own = new Set(runs.map(({ name }) => name));
  return names.filter((name) => own.has(name));
}

/** The state of scheduled backups; null when they are off. */
export async function readBackupStatus(): Promise<BackupStatus | null> {
  if (env().BACKUP_SCHEDULE === "off") return null;
  const findNewest = (where: { error?: null }) =>
    db().backupRun.findFirst({
      where: { ...where, finishedAt: { not: null } },
      orderBy: { startedAt: "desc" },
    });
  const [success, last] = await Promise.all([findNewest({ error: null }), findNewest({})]);
  const lastFailure =
    last?.finishedAt && last.error !== null ? { at: last.finishedAt, error: last.error } : null;
  if (!success?.finishedAt) return { state: lastFailure ? "failed" : "none", lastSuccess: null, lastFailure };
  const { startedAt, finishedAt: at, sizeBytes, place } = success;
  const isLate = Date.now() - startedAt.getTime() > lateAfterMs;
  const durationMs = at.getTime() - startedAt.getTime();
  const lastSuccess = { at, sizeBytes: Number(sizeBytes ?? 0), durationMs, place };
  return { state: isLate ? (lastFailure ? "failed" : "late") : "ok", lastSuccess, lastFailure };
}
