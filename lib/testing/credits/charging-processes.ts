import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "../accounts.ts";
import { compiledSources } from "../compiled.ts";
import type { ChargeOrder } from "./charge-child.ts";

const processes: ChildProcess[] = [];

/** Starts processes for the tests of a file. */
export function useChargingProcesses(count: number): void {
  beforeAll(() => {
    const { DATABASE_URL, DATA_DIR } = env();
    const environment = { NODE_ENV: "test", LOG_LEVEL: "silent", DATABASE_POOL_SIZE: "4" } as const;
    for (let index = 0; index < count; index += 1) {
      processes.push(
        fork(path.join(import.meta.dirname, "charge-child.ts"), {
          env: {
            ...environment,
            ...compiledSources,
            DATA_DIR,
            // All wait for the same row, on a busy machine longer than the default timeout.
            DATABASE_TIMEOUT_MS: "60000",
            ...(DATABASE_URL && { DATABASE_URL }),
          },
        }),
      );
    }
  });
  afterAll(async () => {
    const ended = processes.map((child) => once(child, "exit"));
    for (const child of processes) child.disconnect();
    await Promise.all(ended);
  });
}

/** Spreads calls over the processes; returns how many succeeded. */
export async function chargeEverywhere(userId: string, calls: number, cost: number): Promise<number> {
  const shares = processes.map((_, index) => Math.floor((calls + index) / processes.length));
  const counts = await Promise.all(
    processes.map(async (child, index) => {
      const order: ChargeOrder = { userId, calls: shares[index] ?? 0, cost };
      const answer = once(child, "message");
      child.send(order);
      return Number((await answer)[0]);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Round {
  calls: number;
  /** Number of calls that the balance covers. */
  covered: number;
  cost: number;
  /** Credits beyond those calls, fewer than one costs. */
  rest: number;
}

/** Expects that exactly the covered calls succeed, and that the balance ends at the rest. */
export async function expectExactCharges({ calls, covered, cost, rest }: Round): Promise<void> {
  const credits = covered * cost + rest;
  const monthly = Math.floor(credits / 2);
  const { userId } = await makeAccount({ monthly, topup: credits - monthly });
  expect(await chargeEverywhere(userId, calls, cost)).toBe(covered);
  const left = await db().balance.findUniqueOrThrow({ where: { userId } });
  expect(left.monthly + left.topup).toBe(rest);
}
