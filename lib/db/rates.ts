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
