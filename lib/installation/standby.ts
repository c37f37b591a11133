import { setTimeout as delay } from "node:timers/promises";
import { db, sql } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { refusal } from "../platform/errors.ts";
import { lazy } from "../platform/lazy.ts";
import { isDraining } from "../platform/process.ts";
import { because } from "../platform/reasons.ts";
import type { Standby } from "./judge.ts";

const lookEveryMs = 1_000;
const retryAfterSeconds = 60;

const known = lazy(() => ({
  isActive: false,
  standby: null as Standby | null,
  readAtMs: Number.NEGATIVE_INFINITY,
  reading: null as Promise<Standby | null> | null,
}));

/** Null if this installation is active, which is cached; in standby the database is read again every second. */
export async function getStandby(): Promise<Standby | null> {
  const state = known();
  if (state.isActive) return null;
  if (state.standby && performance.now() - state.readAtMs < lookEveryMs) return state.standby;
  state.reading ??= readStandby().finally(() => {
    state.reading = null;
  });
  return await state.reading;
}

async function readStandby(): Promise<Standby | null> {
  const rows = await db().$queryRaw<{ standby: Standby | null }[]>(sql`SELECT standby FROM installation`);
  const standby = rows[0]?.standby ?? null;
  Object.assign(known(), { standby, isActive: standby === null, readAtMs: performance.now() });
  return standby;
}

/**
 * Call it before anything that takes credits or affects systems outside this installation's directory and database.
 * Throws ApiError overloaded in standby.
 */
export async function requireActive(): Promise<void> {
  if (!(await getStandby())) return;
  throw refusal(because("standby"), { retryAfterSeconds });
}

/** Resolves once this installation is active; it does not keep the process alive. */
export async function untilActive(): Promise<void> {
  for (;;) {
    await delay(lookEveryMs, undefined, { ref: false });
    try {
      if (!isDraining() && (await getStandby()) === null) return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
