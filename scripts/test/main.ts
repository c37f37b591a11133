// `npm test`: static checks, unit and API tests, a production build, browser tests. The last line is the total.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { workerBounds } from "#lib/imaging/worker/bounds.ts";
import { runChecks } from "../check.ts";
import { generateClient } from "../generate.ts";
import { build } from "../start/build.ts";
import { requireBrowser } from "./browser.ts";
import { writeReliability } from "./reliability.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const reports = await mkdtemp(path.join(os.tmpdir(), "photos-test-"));
const evidence = path.join(reports, "evidence");
// The services of both runners share the prepared cut-out network, which takes seconds to prepare.
const cache = path.join(reports, "cache");
const data = path.join(reports, "data");
for (const folder of [evidence, cache, data]) await mkdir(folder);
await symlink(cache, path.join(data, "cache"));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const problems: string[] = [];
/** Failed tests, each as file and name. */
const failures: string[] = [];
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
// Uses the cores while unit tests wait for timers.
const built = build(root).catch((error: Error) => error);
await step("Unit and API tests", unitTests);
await step("Production build", async () => {
  const failure = await built;
  if (failure) throw failure;
});
await step("Browser tests", browserTests);
await step("Evidence", async () => {
  problems.push(...(await writeReliability(evidence, path.join(root, "docs/reliability.md"))));
});
await rm(reports, { recursive: true, force: true });

for (const line of [...failures, ...problems]) console.log(`✗ ${line}`);
total.failed += problems.length;
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function step(name: string, work: () => Promise<void>): Promise<void> {
  if (problems.some((problem) => problem.startsWith("ended by"))) return;
  console.log(`\n── ${name}`);
  const startedAt = Date.now();
  await work().catch((error: Error) => {
    problems.push(`${name}: ${error.message}`);
  });
  console.log(`── ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

async function unitTests(): Promise<void> {
  const report = path.join(reports, "vitest.json");
  const code = await run("node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const result = JSON.parse(await readFile(report, "utf8"));
  add({
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
  });
  const reported = problems.length;
  for (const { name, status, message, assertionResults } of result.testResults) {
    const file = path.relative(root, name);
    const failed = (assertionResults as AssertionResult[]).filter((one) => one.status === "failed");
    for (const { fullName, failureMessages } of failed)
      failures.push(`${file}: ${fullName}\n    ${firstLine(failureMessages?.[0])}`);
    if (status === "failed" && failed.length === 0) problems.push(`${file}: ${firstLine(message)}`);
  }
  if (code !== 0 && result.numFailedTests === 0 && problems.length === reported) {
    throw new Error("something failed outside the tests: see above");
  }
}

interface AssertionResult {
  status: string;
  fullName: string;
  failureMessages?: string[];
}

function firstLine(message = ""): string {
  return stripVTControlCharacters(message).split("\n")[0] ?? "";
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
  const { stats, errors, suites } = JSON.parse(await readFile(report, "utf8"));
  failures.push(...unexpectedSpecs(suites));
  add({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped });
  if (code !== 0 && stats.unexpected === 0) {
    throw new Error(errors?.[0]?.message ?? "something failed outside the tests: see above");
  }
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; ok: boolean }[];
}

/** Failed browser tests in a Playwright report. */
function unexpectedSpecs(suites: readonly Suite[] = []): string[] {
  return suites.flatMap(({ suites: inner, specs = [] }) => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
    ...unexpectedSpecs(inner),
  ]);
}

function add({ passed, failed, skipped }: Counts): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function run(script: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, script), ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, EVIDENCE_DIR: evidence, TEST_CACHE_DIR: cache, ...environment },
    });
    running = child;
    child.once("error", reject);
    child.once("exit", (code) => {
      running = null;
      resolve(code ?? 1);
    });
  });
}
