// `npm run attack`: runs attacks that strangers and trial accounts could try on a running service; prints figures.
import { constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { address, wayIn } from "./attack/accounts.ts";
import { agents } from "./attack/agents.ts";
import { body, unproven } from "./attack/bodies.ts";
import { bucket } from "./attack/bucket.ts";
import { contract } from "./attack/contract.ts";
import { overload, starve } from "./attack/crowds.ts";
import { jobs } from "./attack/jobs.ts";
import { keyBudget, keyEscalation, testMode } from "./attack/keys.ts";
import { kills } from "./attack/kill.ts";
import { operateSeeds } from "./attack/operate.ts";
import { ownership } from "./attack/ownership.ts";
import { type Attack, inMegabytes, inSeconds, type Outcome, problemsOf } from "./attack/parts/attack.ts";
import { type Neighbour, openNeighbours } from "./attack/parts/neighbours.ts";
import { type Observation, startProbe } from "./attack/parts/probe.ts";
import { type Found, findTarget, type Target } from "./attack/parts/target.ts";
import { openWitness, type Witness } from "./attack/parts/witness.ts";
import { decode, disk, transform } from "./attack/pictures.ts";
import { poolReuse, poolSearch } from "./attack/pool.ts";
import { rows } from "./attack/rows.ts";
import { simulate } from "./attack/simulate.ts";
import { soak } from "./attack/soak.ts";
import { connections, pipeline, renderFlood } from "./attack/transport.ts";
import { amplifier, replays, slowWebhooks } from "./attack/webhooks.ts";
import { recordLongRun } from "./parts/long-runs.ts";

/** Limits that the service must keep under every attack, while two other accounts work as usual. */
const bounds = { liveMs: 250, healthMs: 250, creditsP99Ms: 500, memoryBytes: 1.5e9, outageMs: 5_000 };
const recoveryMs = 60_000;
/** Name and width. `others`: photos and calls of the other accounts; `back s`: seconds until memory is normal. */
const columns: readonly (readonly [string, number])[] = [
  ...([
    ["attack", 14],
    ["tried", 7],
    ["refused", 7],
    ["live p50", 8],
    ["max", 5],
    ["health", 6],
  ] as const),
  ...([
    ["credits", 7],
    ["others", 8],
    ["away s", 6],
    ["MB", 5],
    ["peak MB", 7],
    ["back s", 6],
  ] as const),
  ["verdict", 0],
];

const attacks: Attack[] = [
  ...[body, decode, transform, disk, unproven, starve, wayIn, ownership, contract],
  ...[pipeline, renderFlood, connections],
  ...[poolReuse, poolSearch, rows],
  ...[slowWebhooks, amplifier, replays],
  ...[keyBudget, keyEscalation, testMode, agents],
  // Last, because it exhausts the sign-in limit of this machine's address.
  ...[address, overload, ...kills],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string" },
    "data-dir": { type: "string" },
    minutes: { type: "string" },
    seeds: { type: "string" },
    steps: { type: "string" },
    record: { type: "boolean" },
  },
});
const chosen = positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name));

if (positionals[0] === "simulate") {
  const seeds = Number(values.seeds ?? 10_000);
  process.exitCode = await simulate(seeds);
  if (values.record && process.exitCode === 0)
    await recordLongRun({
      id: "simulation",
      command: `npm run attack -- simulate --seeds ${seeds}`,
      result: `${seeds.toLocaleString("en")} lives, no problem`,
    });
} else if (positionals[0] === "operate") {
  process.exitCode = await operateSeeds(Number(values.seeds ?? 10), Number(values.steps ?? 12));
} else if (positionals[0] === "jobs") {
  process.exitCode = await jobs();
} else if (positionals[0] === "bucket") {
  process.exitCode = await bucket();
} else if (positionals[0] === "soak") {
  await using found = await open();
  const minutes = Number(values.minutes ?? 60);
  const { problems, result } = await soak(found.target, minutes);
  process.exitCode = problems.length === 0 ? 0 : 1;
  if (values.record && process.exitCode === 0)
    await recordLongRun({ id: "soak", command: `npm run attack -- soak --minutes ${minutes}`, result });
} else if (chosen.length < positionals.length) {
  console.error(usage());
  process.exitCode = 2;
} else {
  process.exitCode = (await attackAll(chosen)) ? 0 : 1;
}

function open(): Promise<Found> {
  return findTarget(values.url, values["data-dir"]);
}

function usage(): string {
  const lines = attacks.map(({ name, does }) => `  ${name.padEnd(14)}${does}`);
  return [
    "Usage: npm run attack [-- NAME … [--url URL --data-dir FOLDER]]",
    "Without --url it starts a service for the attacks. Without a name it runs all of these:",
    ...lines,
    "Run only by name: jobs · bucket · soak [--minutes N] · simulate [--seeds N] · operate [--seeds N --steps N]",
    "--record writes the result of a passed soak or simulation to docs/long-runs.json.",
  ].join("\n");
}

/** Runs all attacks on one service. If an attack ends it, the rest run on a new one, if it can be started here. */
async function attackAll(list: readonly Attack[]): Promise<boolean> {
  const waiting = [...list];
  let isSafe = true;
  printRow(columns.map(([name]) => name));
  while (waiting.length > 0) {
    await using found = await open();
    const { target, isOurs } = found;
    const others = { witness: await openWitness(target), neighbours: await openNeighbours(target) };
    let isUp = true;
    for (let attack = waiting.shift(); attack; attack = isUp ? waiting.shift() : undefined) {
      isSafe = (await attackOnce(target, others, attack)) && isSafe;
      isUp = await target.waitUntilHealthy(recoveryMs);
    }
    if (isUp || isOurs) continue;
    for (const { name } of waiting.splice(0))
      printRow([name, ...columns.slice(1, -1).map(() => "-"), "NOT RUN: the service ended"]);
  }
  return isSafe;
}

/**
 * Lowers the priority of the attacking thread: real attackers use their own processors, but here it would take the
 * service's, and the figures would measure the scheduler. The probe is a thread of normal priority.
 */
function setPriorityIfAllowed(priority: number): void {
  try {
    setPriority(process.pid, priority);
  } catch {
    // Only root may raise it again; otherwise a service that is started later inherits the low priority.
  }
}

interface Others {
  witness: Witness;
  neighbours: readonly Neighbour[];
}

async function attackOnce(target: Target, { witness, neighbours }: Others, attack: Attack): Promise<boolean> {
  let outcome: Outcome = { tried: 0, refused: 0, problems: [] };
  let seen: Observation | null = null;
  let isBack = false;
  try {
    const strike = await attack.prepare(target);
    const stopProbe = await startProbe(target, neighbours);
    setPriorityIfAllowed(constants.priority.PRIORITY_BELOW_NORMAL);
    try {
      outcome = await strike();
    } finally {
      setPriorityIfAllowed(constants.priority.PRIORITY_NORMAL);
      isBack = await target.waitUntilHealthy(recoveryMs);
      seen = await stopProbe();
      if (!isBack) outcome.problems.push(`the service was not available again ${recoveryMs / 1000} s later`);
    }
    outcome.problems.push(
      ...brokenBounds(seen, attack),
      ...(isBack ? await checkCreditsAndFiles(target, witness) : []),
    );
  } catch (error) {
    outcome.problems.push(`the attack failed: ${(error as Error).message}`);
  }
  const { tried, refused, problems, note } = outcome;
  const verdict = (problems.length === 0 ? "held" : "BROKEN") + (note ? ` (${note})` : "");
  printRow([attack.name, String(tried), String(refused), ...figuresOf(seen), verdict]);
  const counted = Map.groupBy(problems, (problem) => problem);
  for (const [problem, { length }] of counted)
    console.log(`    ✗ ${problem}${length > 1 ? ` (${length} times)` : ""}`);
  return problems.length === 0;
}

function figuresOf(seen: Observation | null): string[] {
  if (!seen) return columns.slice(3, -1).map(() => "-");
  const { p50Ms, maxMs, healthMaxMs, neighbours, longestOutageMs, memory } = seen;
  const { beforeBytes, peakBytes, backAfterMs } = memory;
  return [
    ...[p50Ms, maxMs, healthMaxMs, neighbours.creditsP99Ms].map((ms) => ms.toFixed(0)),
    `${neighbours.photos}/${neighbours.calls}`,
    (longestOutageMs / 1000).toFixed(1),
    ...[beforeBytes, peakBytes].map((bytes) => (bytes / 1e6).toFixed(0)),
    backAfterMs === null ? "never" : (backAfterMs / 1000).toFixed(0),
  ];
}

function brokenBounds(seen: Observation, { kills }: Attack): string[] {
  const { maxMs, healthMaxMs, neighbours, longestOutageMs, memory, ended } = seen;
  const { beforeBytes, peakBytes, peakByName, afterBytes, afterByName, backAfterMs } = memory;
  const { creditsP99Ms, refusals } = neighbours;
  const slower = (what: string, ms: number, boundMs: number) =>
    [ms > boundMs && !kills, `${what} took ${ms.toFixed(0)} ms, more than ${boundMs} ms`] as const;
  const returned = `from ${inMegabytes(beforeBytes)} to ${inMegabytes(afterBytes)}: ${listByName(afterByName)}`;
  return [
    ...problemsOf(
      slower("/api/live", maxMs, bounds.liveMs),
      slower("/api/health", healthMaxMs, bounds.healthMs),
      slower("p99 of GET /credits of others", creditsP99Ms, bounds.creditsP99Ms),
      [longestOutageMs > bounds.outageMs, `no response for ${inSeconds(longestOutageMs, 1)}`],
      [peakBytes > bounds.memoryBytes, `memory reached ${inMegabytes(peakBytes)}: ${listByName(peakByName)}`],
      [backAfterMs === null, `memory was not back to normal a minute later, ${returned}`],
      [ended.length > 0 && !kills, `ended: ${ended.join(", ")}`],
    ),
    ...(kills ? [] : refusals),
  ];
}

function listByName(byName: Record<string, number>): string {
  const parts = Object.entries(byName).map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`);
  return parts.join(", ");
}

/** Checks the witness's files and credits, and audits the credits of all accounts. */
async function checkCreditsAndFiles(target: Target, witness: Witness): Promise<string[]> {
  const problems = await witness.check();
  await target.auditCredits().catch((error: Error & { stderr?: string }) => {
    problems.push(`the credits do not add up: ${error.stderr ?? error.message}`);
  });
  return problems;
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => cell.padEnd(columns[index]?.[1] ?? 0)).join(" "));
}
