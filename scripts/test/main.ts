// `npm test`: static checks, unit and API tests, a production build, conformance, browser tests. `npm run test:all`
// adds the deep tier. `--shuffle SEED` runs unit tests and requests in a random order. The last line is the total.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { workerBounds } from "#lib/imaging/worker/bounds.ts";
import { runChecks } from "../check.ts";
import { generateClient } from "../generate.ts";
import { build } from "../start/build.ts";
import { requireBrowser } from "./browser.ts";
import { printSlowest, storeDurations } from "./durations.ts";
import { writeReliability } from "./reliability.ts";
import {
  type FileResult,
  type Results,
  readConformanceReport,
  readPlaywrightReport,
  readVitestReport,
} from "./results.ts";

const { positionals, values: options } = parseArgs({
  options: { shuffle: { type: "string" } },
  allowPositionals: true,
});
const isAll = positionals[0] === "all";
const seed = options.shuffle;
if (seed !== undefined && !/^\d+$/.test(seed)) throw new Error("--shuffle takes a whole number: the seed");
const root = fileURLToPath(new URL("../..", import.meta.url));
const reports = await mkdtemp(path.join(os.tmpdir(), "photos-test-"));
const evidence = path.join(reports, "evidence");
// The services of both runners share the prepared cut-out network, which takes seconds to prepare.
const cache = path.join(reports, "cache");
const data = path.join(reports, "data");
for (const folder of [evidence, cache, data]) await mkdir(folder);
await symlink(cache, path.join(data, "cache"));
const total = { passed: 0, failed: 0, skipped: 0 };
const problems: string[] = [];
/** Failed tests, each as file and name. */
const failures: string[] = [];
const files = new Map<string, FileResult>();
/** Seconds of each part, in the order in which they end. */
const parts: [name: string, seconds: number][] = [];
const installMs = Number(process.env.INSTALL_MS ?? 0);
const startedAtMs = Date.now() - installMs;
parts.push(["Install", installMs / 1000]);
let running: ChildProcess | null = null;
// Same niceness as the pixel workers that tests wait for: the network uses all cores and is as slow as its slowest
// thread.
os.setPriority(workerBounds.heavy.niceness);
// A terminal sends Ctrl-C to the test runners too, but a single SIGTERM must be forwarded; then the remaining steps
// are skipped.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    problems.push(`ended by ${signal}`);
    running?.kill("SIGINT");
  });
}

await generateClient();
// Downloads while the other tests run.
const browser = requireBrowser().catch((error: Error) => error);
await step("Static checks", async () => {
  for (const name of await runChecks()) problems.push(`${name}: failed`);
});
// Not beside the checks, which read the types that a build replaces.
await step("Build", () => build(root));
await step("Unit and API tests", unitTests);
await step("Conformance over HTTP", conformance);
await step("Browser tests", browserTests);
const minutes = (Date.now() - startedAtMs) / 60_000;
if (isAll) {
  await step("Evidence", async () => {
    const file = path.join(root, "docs/reliability.md");
    problems.push(...(await writeReliability({ recordsFolder: evidence, file, files, minutes })));
  });
}
await storeDurations(files, path.join(root, "node_modules/.cache/test-durations.json"));
await rm(reports, { recursive: true, force: true });

printSlowest(files);
console.log(`\nParts of ${minutes.toFixed(1)} min:`);
for (const [name, seconds] of parts) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
console.log("");
for (const line of [...failures, ...problems]) console.log(`✗ ${line}`);
total.failed += problems.length;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function step(name: string, work: () => Promise<void>): Promise<void> {
  if (problems.some((problem) => problem.startsWith("ended by"))) return;
  console.log(`\n── ${name}`);
  const beganAtMs = Date.now();
  await work().catch((error: Error) => {
    problems.push(`${name}: ${error.message}`);
  });
  const seconds = (Date.now() - beganAtMs) / 1000;
  parts.push([name, seconds]);
  console.log(`── ${name}: ${Math.round(seconds)} s`);
}

async function unitTests(): Promise<void> {
  const report = path.join(reports, "vitest.json");
  const code = await run("node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(seed ? ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`] : []),
  ]);
  add(await readVitestReport(report, root), code);
}

/** Runs against the built service. */
async function conformance(): Promise<void> {
  const report = path.join(reports, "conformance.json");
  const code = await run("scripts/conformance.ts", seed ? ["--seed", seed] : [], {
    CONFORMANCE_REPORT: report,
  });
  add(await readConformanceReport(report), code);
}

async function browserTests(): Promise<void> {
  const executable = await browser;
  if (executable instanceof Error) throw executable;
  const report = path.join(reports, "playwright.json");
  const code = await run("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    CHROMIUM_PATH: executable,
    E2E_DATA_DIR: data,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  add(await readPlaywrightReport(report), code);
}

function add(results: Results, code: number): void {
  total.passed += results.passed;
  total.failed += results.failed;
  total.skipped += results.skipped;
  failures.push(...results.failures);
  problems.push(...results.problems);
  for (const [name, result] of results.files) files.set(name, result);
  if (code !== 0 && results.failed === 0 && results.problems.length === 0) {
    throw new Error("something failed outside the tests: see above");
  }
}

function run(script: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  // Only the deep tier covers every guarantee, so only its run records them.
  const tier = isAll ? { TEST_TIER: "all", EVIDENCE_DIR: evidence } : { TEST_TIER: "fast" };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...tier, TEST_CACHE_DIR: cache, ...environment },
    });
    running = child;
    child.once("error", reject);
    child.once("exit", (code) => {
      running = null;
      resolve(code ?? 1);
    });
  });
}
