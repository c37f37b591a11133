const usual = { daily: 7, weekly: 4 };
const dayMs = 24 * 60 * 60 * 1000;
/** 5 January 1970 was the first Monday. */
const firstMondayMs = 4 * dayMs;

const namePattern = /^photos-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar$/;

/** The name of a scheduled backup, which contains its time. */
export function scheduledName(at: Date): string {
  return `photos-${at.toISOString().replace(/[-:]|\.\d+/g, "")}.tar`;
}

/** The time of a scheduled backup by its name; null for other names. */
export function madeAt(name: string): Date | null {
  const [, ...parts] = namePattern.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/**
 * The backups to delete: all but the newest of each of the last seven days and of the last four weeks (from Monday,
 * UTC) that have one. Days and weeks without a backup do not count, so that a service that was off for a month keeps
 * its backups. Other names are never included.
 */
export function chooseExpired(names: readonly string[], { daily, weekly } = usual): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const at = madeAt(name);
      return at ? [{ name, atMs: at.getTime() }] : [];
    })
    .sort((a, b) => b.atMs - a.atMs);
  const kept = new Set([
    ...newestOfEach(newestFirst, daily, (atMs) => Math.floor(atMs / dayMs)),
    ...newestOfEach(newestFirst, weekly, (atMs) => Math.floor((atMs - firstMondayMs) / (7 * dayMs))),
  ]);
  return newestFirst.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}

function newestOfEach(
  newestFirst: readonly { name: string; atMs: number }[],
  count: number,
  periodOf: (atMs: number) => number,
): string[] {
  const newest = new Map<number, string>();
  for (const { name, atMs } of newestFirst) {
    const period = periodOf(atMs);
    if (!newest.has(period)) newest.set(period, name);
  }
  return [...newest.values()].slice(0, count);
}
