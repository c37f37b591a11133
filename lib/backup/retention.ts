const usual = { daily: 7, weekly: 4 };
const dayMs = 24 * 60 * 60 * 1000;
/** 5 January 1970 was the first Monday. */
const firstMondayMs = 4 * dayMs;

const namePattern = /^photos-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar$/;

/** The name of a scheduled backup, which contains its time. */
export const scheduledName = (at: Date) => `photos-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.tar`;

/** The time of a scheduled backup by its name; null for other names. */
export const madeAt = (name: string) =>
  namePattern.test(name) ? new Date(name.replace(namePattern, "$1-$2-$3T$4:$5:$6Z")) : null;

/**
 * The backups to delete: all but the newest of each of the last seven days and of the last four weeks (from Monday,
 * UTC) that have one. Days and weeks without a backup do not count, so that a service that was off for a month keeps
 * its backups. Other names are never included.
 */
export function chooseExpired(names: readonly string[], { daily, weekly } = usual): string[] {
  const newestFirst = names
    .map((name) => ({ name, atMs: madeAt(name)?.getTime() ?? Number.NaN }))
    .filter(({ atMs }) => !Number.isNaN(atMs))
    .sort((a, b) => b.atMs - a.atMs);
  const newestOfEach = (periodMs: number, firstMs = 0) =>
    Map.groupBy(newestFirst, ({ atMs }) => Math.floor((atMs - firstMs) / periodMs))
      .values()
      .flatMap((group) => group.slice(0, 1));
  const kept = new Set([
    ...newestOfEach(dayMs).take(daily),
    ...newestOfEach(7 * dayMs, firstMondayMs).take(weekly),
  ]);
  return newestFirst.filter((one) => !kept.has(one)).map(({ name }) => name);
}
