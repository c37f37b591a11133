import { imageHost } from "../images/index.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { isDraining } from "../platform/process.ts";
import { mayMonitor } from "./direct.ts";
import { answerState, noWorkerReason, readHealthFacts, readKnownBackup } from "./health.ts";
import type { Handler } from "./route-table.ts";

/** From best to worst. */
const states = ["ok", "degraded", "down"] as const;

export interface Part {
  status: (typeof states)[number];
  /** The problem, for the operator. */
  reason?: string;
}

const ok: Part = { status: "ok" };
const degraded = (reason: string): Part => ({ status: "degraded", reason });
const down = (reason: string): Part => ({ status: "down", reason });

const storageTimeoutMs = 1_500;
const mostClockDifferenceMs = 30_000;

/**
 * Readiness of this process: 503 while it stops or has no database, else 200. The status is that of the worst part;
 * the parts and their problems are returned to the operator only.
 */
export const checkReady: Handler = async (request) => {
  const parts = await readParts();
  const worst = Math.max(...Object.values(parts).map(({ status }) => states.indexOf(status)));
  const status = states[worst] ?? "down";
  return answerState(status === "down" ? 503 : 200, {
    status,
    ...(mayMonitor(request.headers) && { parts }),
  });
};

/** The parts of the service as seen by this process. */
export async function readParts(): Promise<Record<string, Part>> {
  const [facts, storage] = await Promise.all([readHealthFacts(), readStorage()]);
  const process = isDraining() ? down("this process stops") : ok;
  if (!facts) return { process, database: down("the database does not answer"), storage };
  const { hasWorker, models, clockAheadMs } = facts;
  return {
    process,
    database: ok,
    clock: stateOfClock(clockAheadMs),
    storage,
    workers: hasWorker ? ok : degraded(noWorkerReason),
    ...(Object.keys(models).length > 0 && { models: stateOfModels(models) }),
    ...(await readBackup()),
  };
}

async function readStorage(): Promise<Part> {
  const late = () => new Error("it does not answer in time");
  try {
    await withTimeout(imageHost().requireRoom(), storageTimeoutMs, late);
    return ok;
  } catch (error) {
    const { message, cause } = error as Error;
    return degraded(cause instanceof Error ? cause.message : message);
  }
}

function stateOfClock(aheadMs: number): Part {
  if (Math.abs(aheadMs) <= mostClockDifferenceMs) return ok;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const where = aheadMs > 0 ? "ahead of" : "behind";
  return degraded(
    `the clock of this machine is ${seconds} s ${where} the database's: synchronize both with a time server`,
  );
}

function stateOfModels(models: Record<string, string>): Part {
  const failing = Object.entries(models).flatMap(([name, state]) => (state === "closed" ? [] : [name]));
  return failing.length === 0 ? ok : degraded(`calls of ${failing.join(", ")} fail`);
}

async function readBackup(): Promise<{ backups?: Part }> {
  const backup = await readKnownBackup();
  if (!backup) return {};
  const isWell = backup.state === "ok" || backup.state === "none";
  return {
    backups: isWell ? ok : degraded(`the last backup is ${backup.state}: npm run admin -- backup list`),
  };
}
