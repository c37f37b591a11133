import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "../../db/index.ts";
import { env } from "../../platform/env.ts";
import { pick, seededRandom, shuffle } from "../random.ts";
import { type Caller, Client, openCallers } from "./callers.ts";
import { type Cluster, type ClusterPlan, type Member, startCluster } from "./processes.ts";
import { judge, untilAllEnded, type Verdict } from "./verdict.ts";

export interface TrialPlan extends ClusterPlan {
  /** Concurrent jobs per worker. */
  slots: number;
  callers: number;
  /** Per caller: calls that wait, calls that do not, items of one batch. */
  waiting: number;
  notWaiting: number;
  batchSize: number;
  picture: Uint8Array;
  /** Number of kills of workers and of web processes, in random order. */
  workerKills: number;
  webKills: number;
  killEveryMs: number;
  seed: number;
}

export interface TrialFigures extends Verdict {
  elapsedMs: number;
  kills: number;
  answers: Record<number, number>;
  resumed: number;
}

/** More than a caller can spend. */
const credits = 1_000_000;
const lanesOfCaller = 4;
const endWithinMs = 120_000;

/** Starts a cluster on the database and the data folder of this process. */
export async function openCluster(plan: ClusterPlan & { slots: number }): Promise<Cluster> {
  const { DATABASE_URL = "", DATA_DIR } = env();
  // Written as by the start of a service: workers read the base URL for pictures from it.
  const service = { pid: process.pid, parent_pid: process.ppid, purpose: "service", port: plan.proxyPort };
  const baseUrl = `http://localhost:${plan.proxyPort}`;
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(path.join(DATA_DIR, "service.json"), JSON.stringify({ ...service, base_url: baseUrl }));
  const common = { DATABASE_URL, DATA_DIR, DATABASE_POOL_SIZE: "4", RATE_LIMIT_PER_MINUTE: "100000000" };
  const environment = { ...common, WORKERS: String(plan.slots), LOG_LEVEL: "warn", ...plan.environment };
  return startCluster({ ...plan, environment });
}

/** Runs many concurrent callers while processes are killed, then verifies the final state. */
export async function tryKills(cluster: Cluster, plan: TrialPlan): Promise<TrialFigures> {
  const callers = await openCallers(plan.callers, plan.picture, credits);
  const client = new Client(cluster.url);
  const members = [...cluster.webs, ...cluster.workers];
  const countKills = () => members.reduce((sum, member) => sum + member.kills, 0);
  const killsBefore = countKills();
  const startedAt = performance.now();
  const asking = Promise.all(callers.map((caller) => askForEverything(client, caller, plan)));
  const killing = killAtRandom(cluster, plan);
  await Promise.all([asking, killing]);
  const ended = await untilAllEnded(endWithinMs);
  const elapsedMs = performance.now() - startedAt;
  const verdict = await judge(callers, credits);
  if (!ended) verdict.problems.push("not all jobs ended in time");
  const kills = countKills() - killsBefore;
  const { answers, resumed } = client;
  return { ...verdict, elapsedMs, kills, answers: Object.fromEntries(answers), resumed };
}

async function askForEverything(client: Client, caller: Caller, plan: TrialPlan): Promise<void> {
  const { waiting, notWaiting, batchSize } = plan;
  const batch = batchSize > 0 ? client.batch(caller, { key: "batch", size: batchSize }) : null;
  await inLanes(waiting + notWaiting, (index) => {
    // Alternates both kinds of calls, as long as both are left.
    const wait = index % 2 === 0 ? index / 2 < waiting : (index - 1) / 2 >= notWaiting;
    return client.photo(caller, { key: `call-${index}`, wait });
  });
  await batch;
}

/** Makes `count` calls, a few concurrently. */
async function inLanes(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) await call(index);
  };
  await Promise.all(Array.from({ length: lanesOfCaller }, lane));
}

async function killAtRandom(cluster: Cluster, plan: TrialPlan): Promise<void> {
  const random = seededRandom(plan.seed);
  const victims = shuffle(random, [
    ...Array.from({ length: plan.workerKills }, () => cluster.workers),
    ...Array.from({ length: plan.webKills }, () => cluster.webs),
  ]);
  for (const members of victims) {
    await delay(plan.killEveryMs * (0.5 + random()));
    await pick<Member>(random, members).kill();
  }
}

/**
 * How many jobs of a caller with many queued begin, at most, while another caller's only job waits in the same class.
 */
export async function measureFairness(
  cluster: Cluster,
  { queued, jobMs, orders, picture }: { queued: number; jobMs: number; orders: number; picture: Uint8Array },
): Promise<number> {
  const [small, , , large] = await openCallers(4, picture, credits);
  if (!small || !large) throw new Error("two accounts are needed");
  const client = new Client(cluster.url);
  const prompt = `takes ${jobMs} ms`;
  await client.batch(large, { key: "many", size: queued, prompt });
  for (let index = 0; index < orders; index += 1) {
    const before = await db().generation.count({ where: { userId: large.userId, status: "queued" } });
    if (before === 0) throw new Error(`only ${index} orders were made while the other had jobs queued`);
    await client.batch(small, { key: `few-${index}`, size: 1, prompt });
    while ((await db().generation.count({ where: { userId: small.userId, startedAt: null } })) > 0) {
      await delay(20);
    }
  }
  const rows = await db().generation.findMany({ where: { userId: small.userId } });
  const passedBy = await Promise.all(
    rows.map(({ startedAt, createdAt }) =>
      db().generation.count({
        where: { userId: large.userId, startedAt: { gt: createdAt, lt: startedAt ?? undefined } },
      }),
    ),
  );
  return Math.max(...passedBy);
}

/** Kills the workers during a job, and waits until another one has started it. */
export async function untilTakeover(cluster: Cluster, picture: Uint8Array): Promise<void> {
  const [caller] = await openCallers(1, picture, credits);
  if (!caller) throw new Error("an account is needed");
  const { fields } = await new Client(cluster.url).photo(caller, {
    key: "taken up",
    prompt: "takes 3000 ms",
    wait: false,
  });
  const read = () => db().generation.findUniqueOrThrow({ where: { id: String(fields.id) } });
  const untilAttempt = async (attempts: number) => {
    while ((await read()).attempts < attempts) await delay(20);
  };
  await untilAttempt(1);
  // It is unknown which worker has the job, so all are killed, and new ones replace them.
  await Promise.all(cluster.workers.map((worker) => worker.kill()));
  await untilAttempt(2);
}
