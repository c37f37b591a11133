// Guards that the version before the newest migration starts and passes its tests on the schema with it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployMigrations } from "#lib/db/migrate.ts";
import { migrationsFolder, readMigrations } from "#lib/db/migrations/files.ts";
import { createEmptyDatabase } from "#lib/testing/database.ts";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "../..");
const timeoutMs = 300_000;

/**
 * Tests of the tables of credits, keys, work and its outcome, a few seconds in total. The path fragments cover the
 * names in this and the previous version; a file that a version lacks is skipped.
 */
const flows = [
  "lib/credits/charge.test.ts",
  "lib/credits/move.test.ts",
  "/sweep.test.ts",
  "/refund-expired.test.ts",
  "lib/keys/index.test.ts",
  "batches/orders.test.ts",
  "/call.test.ts",
  "app/api/v1/credits/route.test.ts",
  "app/api/v1/generations/[id]/route.test.ts",
];

let folder: string;
let skipReason: string | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-previous-"));
  const previous = await findPrevious();
  if ("missing" in previous) {
    skipReason = previous.missing;
    console.log(`Not tried on the code of the version before: ${skipReason}`);
    return;
  }
  const archive = path.join(folder, "code.tar");
  await run("git", ["archive", "--format=tar", "-o", archive, previous.commit], { cwd: root });
  await run("tar", ["-xf", archive, "-C", folder]);
  if (!existsSync(path.join(folder, "lib/db/migrations/state.ts"))) {
    skipReason = "that code refuses migrations that it does not know";
    return;
  }
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await runPrevious(["scripts/generate.ts"]);
}, timeoutMs);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the version before the newest migration starts on the schema with it", { timeout: timeoutMs }, async ({
  skip,
}) => {
  if (skipReason) skip(skipReason);
  const { url, drop } = await createEmptyDatabase();
  try {
    await deployMigrations(url, { folder: path.join(folder, "prisma/migrations") });
    expect((await deployMigrations(url)).length).toBeGreaterThan(0);
    const start = `const { deployMigrations } = await import("./lib/db/migrate.ts");
      console.log(await deployMigrations(process.env.DATABASE_URL, { report: console.log }));`;
    const output = await runPrevious(["--input-type=module", "-e", start], { DATABASE_URL: url });
    expect(output).toContain("this version can run on it");
  } finally {
    await drop();
  }
});

test("the version before the newest migration passes its tests on the schema with it", {
  timeout: timeoutMs,
}, async ({ skip, onTestFinished }) => {
  if (skipReason) skip(skipReason);
  // The previous version's tests create their database from these migrations.
  const migrations = path.join(folder, "prisma/migrations");
  const ownMigrations = path.join(folder, "prisma/own-migrations");
  await rename(migrations, ownMigrations);
  onTestFinished(async () => {
    await rm(migrations, { recursive: true });
    await rename(ownMigrations, migrations);
  });
  await cp(migrationsFolder, migrations, { recursive: true });
  const report = path.join(folder, "report.json");
  const runner = "node_modules/vitest/vitest.mjs";
  // With retries, failures caused by the schema remain; delays of a busy machine do not.
  const output = await runPrevious([
    runner,
    "run",
    "--retry=2",
    "--bail=3",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...flows,
  ]).catch((error: Partial<Record<"stdout" | "stderr", string>>) => `${error.stdout}${error.stderr}`);
  const { numPassedTests, success } = JSON.parse(await readFile(report, "utf8").catch(() => "{}"));
  expect(success, output).toBe(true);
  expect(numPassedTests).toBeGreaterThan(40);
});

/**
 * The newest commit of this branch whose migrations are a proper subset of today's. Commits with a migration that was
 * renamed before its release are skipped: no database has it.
 */
async function findPrevious(): Promise<{ commit: string } | { missing: string }> {
  const today = new Set((await readMigrations(migrationsFolder)).map(({ name }) => name));
  const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout.trim();
  const isShallow = await git("rev-parse", "--is-shallow-repository").catch(() => null);
  if (isShallow !== "false") return { missing: "the history of the code is not here: it needs a full clone" };
  for (const commit of (await git("rev-list", "--first-parent", "HEAD")).split("\n")) {
    const folders = await git("ls-tree", "-d", "--name-only", commit, "prisma/migrations/");
    const names = folders.split("\n").map((name) => path.basename(name));
    if (names.length < today.size && names.every((name) => today.has(name))) return { commit };
  }
  return { missing: "no commit of this branch has fewer migrations" };
}

/**
 * Runs a script of the previous version under this Node, without the variables of this test run, so that its trials
 * are not counted for this version.
 */
async function runPrevious(args: string[], more: Record<string, string> = {}): Promise<string> {
  const own = /^(VITEST|EVIDENCE_DIR$|DATABASE_|DATA_DIR$|BASE_URL$|LOG_LEVEL$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", ...Object.fromEntries(inherited), ...more };
  const limits = { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run(process.execPath, args, { cwd: folder, env, ...limits });
  return stdout;
}
