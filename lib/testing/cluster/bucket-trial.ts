import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { resultUrlOf } from "#lib/generations/history/pictures.ts";
import { db } from "../../db/index.ts";
import { handleImageHostRequest } from "../../images/embedded/serve.ts";
import { env } from "../../platform/env.ts";
import type { Absence } from "../storage/fault-proxy.ts";
import { type Caller, Client, openCallers } from "./callers.ts";
import { type LiveFigures, watchLive } from "./live-watch.ts";
import type { Cluster, Member } from "./processes.ts";
import { openCluster } from "./trial.ts";
import { judge, untilAllEnded, type Verdict } from "./verdict.ts";

export interface BucketTrialPlan {
  picture: Uint8Array;
  webPorts: readonly number[];
  /** Orders per part of the trial for each of the two callers. */
  orders: number;
  bucket: { setAway(how: Absence | null): void; countUnanswered(): number };
  outages: readonly Absence[];
  /** How long an outage lasts after both services report it and work has failed. */
  outageMs: number;
}

export interface BucketFigures extends Verdict {
  /** Keyed by the part of the trial. */
  live: Record<string, LiveFigures>;
  /** Results that a machine which made none of them delivered at the end. */
  delivered: number;
}

interface MachinesPlan {
  /** Node's arguments for a web process on this port. */
  web: (port: number) => readonly string[];
  webPorts: readonly number[];
  /** Settings of all processes, including the bucket and the secret. */
  environment: Record<string, string>;
}

const credits = 1_000_000;
const endWithinMs = 120_000;
const noticedWithinMs = 60_000;
const pollMs = 100;

/**
 * Starts two web processes and two workers, each with its own data folder, behind a proxy at BASE_URL. They share the
 * prepared cut-out network: otherwise each would prepare it at its first start, all on the same processors.
 */
export async function openMachines({ web, webPorts, environment }: MachinesPlan): Promise<Cluster> {
  const { DATA_DIR, BASE_URL } = env();
  const dataDirOf = (name: string) => path.join(DATA_DIR, "machines", name.replace(" ", "-"));
  for (const name of ["web 1", "web 2", "worker 1", "worker 2"]) {
    await mkdir(dataDirOf(name), { recursive: true });
    await symlink(path.join(DATA_DIR, "cache"), path.join(dataDirOf(name), "cache"));
  }
  const proxyPort = Number(new URL(BASE_URL).port);
  return openCluster({
    web,
    webPorts,
    proxyPort,
    workers: 2,
    slots: 2,
    dataDirOf,
    environment: { STUDIO_MS: "500", ...environment },
  });
}

/**
 * Web processes and workers share only a database and a bucket. While work runs, kills them, then restarts them
 * machine by machine, then makes the bucket unavailable; finally checks all accounts, work and results.
 */
export async function tryBucket(cluster: Cluster, plan: BucketTrialPlan): Promise<BucketFigures> {
  const callers = await openCallers(2, plan.picture, credits);
  const client = new Client(cluster.url);
  const live: Record<string, LiveFigures> = {};
  const problems: string[] = [];
  const part = async (name: string, strike: () => Promise<void>) => {
    const stopWatching = await watchLive(plan.webPorts);
    const ordered = order(client, callers, { part: name, count: plan.orders });
    await until("a worker makes what was ordered", async () => (await countOf(name, "running")) > 0);
    await strike();
    await ordered;
    if (!(await untilAllEnded(endWithinMs))) problems.push(`${name}: not all work ended in time`);
    live[name] = await stopWatching();
  };

  await part("kills", () => inTurn(cluster, (member) => member.kill()));
  await part("restarts", () =>
    inTurn(cluster, async (member) => {
      const code = await member.restart();
      if (code !== 0) problems.push(`${member.name} ended with ${code}`);
    }),
  );
  for (const name of ["kills", "restarts"]) {
    const failed = await countOf(name, "failed");
    if (failed > 0) problems.push(`${name}: ${failed} orders were refunded while the bucket answered`);
  }
  for (const how of plan.outages) await part(`outage, ${how}`, () => beAway(plan, how, `outage, ${how}`));

  const verdict = await judge(callers, credits);
  const { delivered, undelivered } = await deliverAll();
  return { ...verdict, problems: [...problems, ...verdict.problems, ...undelivered], live, delivered };
}

/** Calls `strike` machine by machine; a machine is one web process and one worker. */
async function inTurn(cluster: Cluster, strike: (member: Member) => Promise<void>): Promise<void> {
  for (const [place, web] of cluster.webs.entries()) {
    const worker = cluster.workers[place];
    await Promise.all([web, ...(worker ? [worker] : [])].map(strike));
  }
}

/** Orders without waiting for the results, because a call that waits would time out in an outage of a minute. */
function order(
  client: Client,
  callers: readonly Caller[],
  { part, count }: { part: string; count: number },
): Promise<unknown> {
  const places = Array.from({ length: count }, (_, place) => place);
  return Promise.all(
    callers.flatMap((caller) =>
      places.map((place) => client.photo(caller, { key: `${part} ${place}`, wait: false })),
    ),
  );
}

/** Makes the bucket unavailable until both services report it and work has failed, and for `outageMs` more. */
async function beAway(
  { bucket, webPorts, outageMs }: BucketTrialPlan,
  how: Absence,
  part: string,
): Promise<void> {
  const before = bucket.countUnanswered();
  bucket.setAway(how);
  try {
    for (const port of webPorts)
      await until(`service ${port} notices`, async () => (await storageOf(port)) === "unreachable");
    await until("work asks for the bucket", async () => bucket.countUnanswered() > before);
    await until("work fails", async () => (await countTroubled(part)) > 0);
    await delay(outageMs);
  } finally {
    bucket.setAway(null);
  }
  for (const port of webPorts)
    await until(`service ${port} notices`, async () => (await storageOf(port)) === "ok");
}

async function storageOf(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
  return ((await answer.json()) as { storage?: unknown }).storage;
}

function countOf(part: string, status: "running" | "failed"): Promise<number> {
  return db().generation.count({ where: { idempotencyKey: { startsWith: part }, status } });
}

/** Counts work with at least one failed attempt. */
function countTroubled(part: string): Promise<number> {
  const troubled = [{ status: "failed" as const }, { attempts: { gt: 1 } }];
  return db().generation.count({ where: { idempotencyKey: { startsWith: part }, OR: troubled } });
}

/** Requests every result from this process, which has none of them in its cache. */
async function deliverAll(): Promise<{ delivered: number; undelivered: string[] }> {
  const made = { where: { status: "succeeded" as const }, select: { resultRef: true } };
  let delivered = 0;
  const undelivered: string[] = [];
  for (const row of await db().generation.findMany(made)) {
    const resultUrl = resultUrlOf(row);
    const { status } = await handleImageHostRequest(new Request(resultUrl ?? ""));
    if (status === 200) delivered += 1;
    else undelivered.push(`${resultUrl} was answered ${status}`);
  }
  return { delivered, undelivered };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + noticedWithinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`not in ${noticedWithinMs / 1000} s: ${what}`);
    await delay(pollMs);
  }
}
