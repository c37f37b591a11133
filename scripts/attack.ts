// `npm run attack`: load, faults and abuse against a running service, while two other accounts work; prints figures.
import { constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { hasNginx } from "#lib/testing/nginx.ts";
import { body, slow } from "./attack/bodies.ts";
import { overload, starve } from "./attack/crowds.ts";
import { kills } from "./attack/kill.ts";
import { type Attack, type Outcome, problemsOf } from "./attack/parts/attack.ts";
import { type Customer, checkCustomers, openCustomers } from "./attack/parts/customers.ts";
import { type Observation, startProbe } from "./attack/parts/probe.ts";
import { findTarget, type Target } from "./attack/parts/target.ts";
import { soak } from "./attack/soak.ts";
import { connections, pipeline, renderFlood } from "./attack/transport.ts";
import type { MemoryUse } from "./parts/measure.ts";
import { inMegabytes, inSeconds, listParts, startTable } from "./parts/table.ts";

/** Limits that the service must keep under every attack behind its proxy; alone, only those of memory. */
const bounds = {
  liveMs: 250,
  healthMs: 250,
  creditsP99Ms: 500,
  pageMs: 2_000,
  memoryBytes: 1.5e9,
  outageMs: 5_000,
};
const recoveryMs = { proxied: 60_000, alone: 10_000 };
/** Milliseconds, calls of the other accounts, seconds without a response, and until memory was normal again. */
const columns = ["tried", "refused", "live p50", "live max", "health", "credits", "page", "others"];
const more = ["away s", "MB", "peak MB", "back s", "verdict"];

const attacks: readonly Attack[] = [
  ...[body, slow, pipeline, renderFlood, connections],
  ...[starve, overload, ...kills],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string" },
    "data-dir": { type: "string" },
    minutes: { type: "string", default: "60" },
    direct: { type: "boolean", default: false },
  },
});
const chosen = positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name));

if (positionals[0] === "soak") {
  await using found = await open();
  const problems = await soak(found.target, Number(values.minutes));
  process.exitCode = problems.length === 0 ? 0 : 1;
} else if (chosen.length < positionals.length) {
  console.error("Usage: npm run attack [-- NAME … [--direct] [--url URL --data-dir FOLDER]]");
  console.error(
    "Without --url it starts a service for the attacks, behind nginx and then, or with --direct only,",
  );
  console.error("without it. Without a name it runs all of these:");
  for (const { name, does } of attacks) console.error(`  ${name.padEnd(14)}${does}`);
  console.error("Only by name: soak [--minutes N]");
  process.exitCode = 2;
} else {
  const modes = values.direct || values.url || !hasNginx ? [false] : [true, false];
  if (!hasNginx) console.log("nginx is not installed (Debian: nginx-light): only without a proxy");
  let isSafe = true;
  for (const hasProxy of modes) {
    console.log(hasProxy ? "Behind ops/nginx.conf:" : "Without a proxy:");
    isSafe = (await attackAll(chosen, hasProxy)) && isSafe;
  }
  process.exitCode = isSafe ? 0 : 1;
}

function open(hasProxy = false) {
  return findTarget(values.url, values["data-dir"], hasProxy);
}

/** Runs all attacks on one service. If an attack ends it, the rest run on a new one, if it can be started here. */
async function attackAll(list: readonly Attack[], hasProxy: boolean): Promise<boolean> {
  const waiting = [...list];
  let isSafe = true;
  const print = startTable("attack", [...columns, ...more]);
  while (waiting.length > 0) {
    await using found = await open(hasProxy);
    const customers = await openCustomers(found.target);
    let isUp = true;
    for (let attack = waiting.shift(); attack; attack = isUp ? waiting.shift() : undefined) {
      const { cells, problems } = await attackOnce(found.target, customers, { attack, hasProxy });
      print(attack.name, ...cells);
      for (const [problem, { length }] of Map.groupBy(problems, (one) => one))
        console.log(`    ✗ ${problem}${length > 1 ? ` (${length} times)` : ""}`);
      isSafe = isSafe && problems.length === 0;
      isUp = await found.target.waitUntilHealthy(recoveryMs.proxied);
    }
    if (isUp || found.isOurs) continue;
    for (const { name } of waiting.splice(0)) print(name, "not run: the service ended");
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

async function attackOnce(
  target: Target,
  customers: readonly Customer[],
  { attack, hasProxy }: { attack: Attack; hasProxy: boolean },
) {
  let outcome: Outcome = { tried: 0, refused: 0, problems: [] };
  let figures: string[] = [];
  const problems: string[] = [];
  try {
    const strike = await attack.prepare(target);
    const stopProbe = await startProbe(target, customers);
    setPriorityIfAllowed(constants.priority.PRIORITY_BELOW_NORMAL);
    const struck = await Promise.allSettled([strike()]);
    setPriorityIfAllowed(constants.priority.PRIORITY_NORMAL);
    const withinMs = hasProxy || attack.kills ? recoveryMs.proxied : recoveryMs.alone;
    const isBack = await target.waitUntilHealthy(withinMs);
    const seen = await stopProbe();
    figures = figuresOf(seen);
    const [end] = struck;
    if (end.status === "rejected") throw end.reason;
    outcome = end.value;
    problems.push(...outcome.problems, ...brokenBounds(seen, { isKill: attack.kills ?? false, hasProxy }));
    if (isBack) problems.push(...(await checkCustomers(target, customers)));
    else problems.push(`the service was not available again ${inSeconds(withinMs)} later`);
  } catch (error) {
    problems.push(`the attack failed: ${(error as Error).message}`);
  }
  const verdict = problems.length === 0 ? "held" : "BROKEN";
  const note = outcome.note ? ` (${outcome.note})` : "";
  return { cells: [String(outcome.tried), String(outcome.refused), ...figures, verdict + note], problems };
}

function figuresOf({ p50Ms, maxMs, healthMaxMs, customers, longestOutageMs, memory }: Observation): string[] {
  const { beforeBytes, peak, backAfterMs } = memory;
  return [
    ...[p50Ms, maxMs, healthMaxMs, customers.creditsP99Ms, customers.slowestPageMs].map((ms) =>
      ms.toFixed(0),
    ),
    `${customers.photos}/${customers.calls}`,
    (longestOutageMs / 1000).toFixed(1),
    ...[beforeBytes, peak.bytes].map((bytes) => (bytes / 1e6).toFixed(0)),
    backAfterMs === null ? "never" : (backAfterMs / 1000).toFixed(0),
  ];
}

function brokenBounds(
  seen: Observation,
  { isKill, hasProxy }: { isKill: boolean; hasProxy: boolean },
): string[] {
  const { customers, longestOutageMs, memory, ended } = seen;
  const { peak, after, backAfterMs } = memory;
  const slower = (what: string, ms: number, boundMs: number) =>
    [
      ms > boundMs && hasProxy && !isKill,
      `${what} took ${ms.toFixed(0)} ms, more than ${boundMs} ms`,
    ] as const;
  const partsOf = ({ bytes, byName }: MemoryUse) => `${inMegabytes(bytes)}: ${listParts(byName)}`;
  return [
    ...problemsOf(
      slower("/api/live", seen.maxMs, bounds.liveMs),
      slower("/api/health", seen.healthMaxMs, bounds.healthMs),
      slower("p99 of GET /credits of others", customers.creditsP99Ms, bounds.creditsP99Ms),
      slower("a page of others", customers.slowestPageMs, bounds.pageMs),
      [
        longestOutageMs > bounds.outageMs && (hasProxy || isKill),
        `no response for ${inSeconds(longestOutageMs)}`,
      ],
      [peak.bytes > bounds.memoryBytes, `memory reached ${partsOf(peak)}`],
      [backAfterMs === null, `memory was not back to normal a minute later: ${partsOf(after)}`],
      [ended.length > 0 && !isKill, `ended: ${ended.join(", ")}`],
    ),
    ...(isKill || !hasProxy ? [] : customers.refusals),
  ];
}
