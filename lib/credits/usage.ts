import { styleNames } from "../contract/photos/styles.ts";
import type { GenerationStatus } from "../db/generated/enums.ts";
import { readHeavily } from "../db/heavy-reads.ts";
import { db, sql } from "../db/index.ts";
import { isRefunded } from "../db/work-status.ts";

/** Categories of spending: the styles, and cut-outs. */
export const usageSeries = [...styleNames, "cutout"] as const;
export type UsageSeries = (typeof usageSeries)[number];

export interface UsageDay {
  /** `2026-11-21`, in UTC. */
  day: string;
  credits: Record<UsageSeries, number>;
  total: number;
}

export interface UsageOfKey {
  /** Null for the dashboard. */
  keyId: string | null;
  name: string | null;
  pieces: number;
  credits: number;
  failed: number;
}

interface Spent {
  pieces: number;
  credits: number;
}

export interface UsageSummary {
  days: UsageDay[];
  /** Spent credits and finished pieces over the whole range. */
  series: Record<UsageSeries, Spent>;
  /** The same of each rendered scene, the most expensive first. */
  scenes: (Spent & { id: string })[];
  credits: number;
  keys: UsageOfKey[];
  failures: { code: string; count: number; refunded: number }[];
}

interface Row {
  day: string;
  series: UsageSeries;
  /** Of a finished photo. */
  scene: string | null;
  keyId: string | null;
  keyName: string | null;
  status: GenerationStatus;
  code: string | null;
  pieces: number;
  credits: number;
}

/**
 * The cost of a user's work of the last `dayCount` days, including today, in UTC days. Deleted work counts too;
 * failed work was refunded and costs nothing.
 */
export async function readUsage(userId: string, dayCount: number, now = new Date()): Promise<UsageSummary> {
  const days = lastDays(dayCount, now);
  const rows = await readHeavily(userId, () =>
    db().$queryRaw<Row[]>(sql`
    SELECT to_char(day.begins_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, w.*, k.name AS "keyName"
    FROM (
      SELECT ${new Date(`${days[0]}T00:00:00Z`)}::timestamptz + n * interval '24 hours' AS begins_at
      FROM generate_series(0, ${days.length - 1}::int) n) AS day
    -- A day at a time: its groups are few, where those of all days together would be sorted.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN g.operation = 'remove_bg' THEN 'cutout' ELSE g.style END AS series,
             CASE WHEN g.status = 'succeeded' THEN g.scene END AS scene, g.api_key_id AS "keyId", g.status, g.error_code AS code, count(*)::int AS pieces,
             COALESCE(sum(g.from_monthly + g.from_topup) FILTER (WHERE g.refunded_at IS NULL), 0)::int AS credits
      FROM generation g
      WHERE g.user_id = ${userId} AND g.created_at >= day.begins_at
        AND g.created_at < day.begins_at + interval '24 hours'
      GROUP BY 1, 2, 3, 4, 5) AS w
    LEFT JOIN api_key k ON k.id = w."keyId"`),
  );
  const kept = rows.filter(({ status }) => !isRefunded(status));
  return {
    days: days.map((day) => dayOf(day, kept)),
    series: Object.fromEntries(
      usageSeries.map((series) => [series, totalOf(kept, series)]),
    ) as UsageSummary["series"],
    scenes: scenesOf(kept),
    credits: sum(kept, "credits"),
    keys: keysOf(rows),
    failures: failuresOf(rows),
  };
}

function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now);
    day.setUTCDate(day.getUTCDate() - (count - 1 - index));
    return day.toISOString().slice(0, 10);
  });
}

function sum(rows: readonly Row[], field: "credits" | "pieces"): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

function spentOf(rows: readonly Row[]): Spent {
  return { pieces: sum(rows, "pieces"), credits: sum(rows, "credits") };
}

function totalOf(rows: readonly Row[], series: UsageSeries): Spent {
  return spentOf(rows.filter((row) => row.series === series));
}

function scenesOf(kept: readonly Row[]): UsageSummary["scenes"] {
  const byScene = [...Map.groupBy(kept, ({ scene }) => scene)];
  return byScene
    .flatMap(([id, own]) => (id === null ? [] : [{ id, ...spentOf(own) }]))
    .sort((a, b) => b.credits - a.credits || b.pieces - a.pieces);
}

function dayOf(day: string, kept: readonly Row[]): UsageDay {
  const own = kept.filter((row) => row.day === day);
  const credits = usageSeries.map((series) => [series, totalOf(own, series).credits]);
  return { day, credits: Object.fromEntries(credits), total: sum(own, "credits") };
}

function keysOf(rows: readonly Row[]): UsageOfKey[] {
  const byKey = [...Map.groupBy(rows, ({ keyId }) => keyId)];
  const keys = byKey.map(([keyId, own]) => {
    const kept = own.filter(({ status }) => status !== "failed");
    const failed = own.filter(({ status }) => status === "failed");
    return {
      keyId,
      name: own[0]?.keyName ?? null,
      pieces: sum(kept, "pieces"),
      credits: sum(kept, "credits"),
      failed: sum(failed, "pieces"),
    };
  });
  return keys.sort((a, b) => b.credits - a.credits || b.pieces - a.pieces);
}

function failuresOf(rows: readonly Row[]): UsageSummary["failures"] {
  const failed = rows.filter(({ status }) => status === "failed");
  const byCode = [...Map.groupBy(failed, ({ code }) => code ?? "unknown")];
  return byCode
    .map(([code, own]) => ({ code, count: sum(own, "pieces"), refunded: sum(own, "credits") }))
    .sort((a, b) => b.count - a.count);
}
