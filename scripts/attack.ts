// `npm run attack`: what strangers and trial accounts may try, against a running service, with figures.
import { parseArgs } from "node:util";
import { address, wayIn } from "./attack/accounts.ts";
import { body, unproven } from "./attack/bodies.ts";
import { contract } from "./attack/contract.ts";
import { overload, starve } from "./attack/crowds.ts";
import { jobs } from "./attack/jobs.ts";
import { kills } from "./attack/kill.ts";
import { operateSeeds } from "./attack/operate.ts";
import { ownership } from "./attack/ownership.ts";
import { type Attack, inMegabytes, inSeconds, type Outcome, problemsOf } from "./attack/parts/attack.ts";
import { type Observation, startProbe } from "./attack/parts/probe.ts";
import { type Found, findTarget, type Target } from "./attack/parts/target.ts";
import { openWitness, type Witness } from "./attack/parts/witness.ts";
import { decode, disk, transform } from "./attack/pictures.ts";
import { simulate } from "./attack/simulate.ts";
import { soak } from "./attack/soak.ts";
import { amplifier, slowWebhooks } from "./attack/webhooks.ts";

/** No attack may take the service over these. */
const bounds = { liveMs: 250, memoryBytes: 1.5e9, outageMs: 5_000 };
const recoveryMs = 60_000;

const attacks: Attack[] = [
  ...[body, decode, transform, disk, unproven, starve, wayIn, ownership, contract],
  ...[slowWebhooks, amplifier],
  // Uses up what this machine's address may try at signing in.
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
  },
});
const chosen = positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name));

if (positionals[0] === "simulate") {
  process.exitCode = await simulate(Number(values.seeds ?? 10_000));
} else if (positionals[0] === "operate") {
  process.exitCode = await operateSeeds(Number(values.seeds ?? 10), Number(values.steps ?? 12));
} else if (positionals[0] === "jobs") {
  process.exitCode = await jobs();
} else if (positionals[0] === "soak") {
  await using found = await open();
  process.exitCode = (await soak(found.target, Number(values.minutes ?? 120))) ? 0 : 1;
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
    "Without --url a service is started for the attacks alone. Without a name all of these run:",
    ...lines,
    "Only by name: jobs · soak [--minutes N] · simulate [--seeds N] · operate [--seeds N --steps N]",
  ].join("\n");
}

/** Attacks one service; where an attack has ended it, the next one gets a new service, if it may be started here. */
async function attackAll(list: readonly Attack[]): Promise<boolean> {
  const waiting = [...list];
  let isSafe = true;
  printRow(["attack", "tried", "refused", "live p50", "live max", "away s", "peak MB", "verdict"]);
  while (waiting.length > 0) {
    await using found = await open();
    const { target, isOurs } = found;
    const witness = await openWitness(target);
    let isUp = true;
    for (let attack = waiting.shift(); attack; attack = isUp ? waiting.shift() : undefined) {
      isSafe = (await attackOnce(target, witness, attack)) && isSafe;
      isUp = await target.waitUntilHealthy(recoveryMs);
    }
    if (isUp || isOurs) continue;
    for (const { name } of waiting.splice(0))
      printRow([name, "-", "-", "-", "-", "-", "-", "NOT RUN: the service is gone"]);
  }
  return isSafe;
}

async function attackOnce(target: Target, witness: Witness, attack: Attack): Promise<boolean> {
  let outcome: Outcome = { tried: 0, refused: 0, problems: [] };
  let seen: Observation | null = null;
  let isBack = false;
  try {
    const strike = await attack.prepare(target);
    const stopProbe = await startProbe(target);
    try {
      outcome = await strike();
    } finally {
      isBack = await target.waitUntilHealthy(recoveryMs);
      seen = await stopProbe();
      if (!isBack) outcome.problems.push(`the service was not back ${recoveryMs / 1000} s later`);
    }
    outcome.problems.push(
      ...brokenBounds(seen, attack),
      ...(isBack ? await checkCreditsAndFiles(target, witness) : []),
    );
  } catch (error) {
    outcome.problems.push(`the attack broke off: ${(error as Error).message}`);
  }
  const { problems, note } = outcome;
  printRow([
    attack.name,
    String(outcome.tried),
    String(outcome.refused),
    seen ? seen.p50Ms.toFixed(0) : "-",
    seen ? seen.maxMs.toFixed(0) : "-",
    seen ? (seen.longestOutageMs / 1000).toFixed(1) : "-",
    seen ? (seen.peakBytes / 1e6).toFixed(0) : "-",
    (problems.length === 0 ? "held" : "BROKEN") + (note ? ` (${note})` : ""),
  ]);
  const counted = Map.groupBy(problems, (problem) => problem);
  for (const [problem, { length }] of counted)
    console.log(`    ✗ ${problem}${length > 1 ? ` (${length} times)` : ""}`);
  return problems.length === 0;
}

function brokenBounds(
  { maxMs, longestOutageMs, peakBytes, peakByName, ended }: Observation,
  { kills }: Attack,
): string[] {
  const parts = Object.entries(peakByName).map(([name, bytes]) => `${name} ${inMegabytes(bytes)}`);
  return problemsOf(
    [maxMs > bounds.liveMs && !kills, `/api/live took ${maxMs.toFixed(0)} ms, more than ${bounds.liveMs} ms`],
    [longestOutageMs > bounds.outageMs, `no answer for ${inSeconds(longestOutageMs, 1)}`],
    [peakBytes > bounds.memoryBytes, `memory reached ${inMegabytes(peakBytes)}: ${parts.join(", ")}`],
    [ended.length > 0 && !kills, `ended: ${ended.join(", ")}`],
  );
}

/** The witness's files and credits, and the credits of all accounts. */
async function checkCreditsAndFiles(target: Target, witness: Witness): Promise<string[]> {
  const problems = await witness.check();
  await target.auditCredits().catch((error: Error & { stderr?: string }) => {
    problems.push(`the credits do not add up: ${error.stderr ?? error.message}`);
  });
  return problems;
}

function printRow(cells: readonly string[]): void {
  const widths = [14, 7, 8, 9, 9, 7, 8];
  console.log(cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" "));
}
