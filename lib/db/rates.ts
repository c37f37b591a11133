import { type Prisma, sql } from "./index.ts";

// The generic cell rate algorithm (GCRA, ITU-T I.371), for rates of all processes together: a row holds the time until
// which what was used so far lasts, and another use is allowed while that time is less than a limit ahead.

/** SQL expression: the time in `column` after `seconds` more are used. */
export function afterUse(column: Prisma.Sql, seconds: Prisma.Sql): Prisma.Sql {
  // clock_timestamp, not now(): a statement that waited for the row's lock must count from when it got the lock.
  return sql`(GREATEST(${column}, clock_timestamp()) + ${seconds} * interval '1 second')`;
}

/** SQL expression: the seconds by which the time in `column` is ahead; negative for a past one. */
export function secondsAhead(column: Prisma.Sql): Prisma.Sql {
  return sql`extract(epoch FROM ${column} - clock_timestamp())::float8`;
}

/** Clocks of several machines may differ by this much. */
export const toleranceSeconds = 5;

/** The condition that `column` lies further ahead than the service stores it; false for NULL. */
export function isTooFarAhead(column: Prisma.Sql, aheadSeconds: number): Prisma.Sql {
  const most = aheadSeconds + toleranceSeconds;
  return sql`(${column} IS NOT NULL AND ${column} > clock_timestamp() + ${most}::float8 * interval '1 second')`;
}
