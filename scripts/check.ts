// `npm run check`: all checks that find defects without running the code. Prints only failures.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateClient } from "./generate.ts";
import { runNode } from "./parts/child.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);
const bin = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
const tsc = path.join(root, "node_modules/typescript/bin/tsc");

const checks = [
  {
    name: "format and lint",
    args: [bin("@biomejs/biome", "bin/biome"), "check", "--error-on-warnings"],
  },
  { name: "imports between modules", args: [path.join(root, "scripts/layers.ts")] },
  // Not incremental, which Next.js sets: two runs at the same time left a stale state that hid errors. Each of several
  // checkers checks the same types of packages again: four take twice the processor time of one.
  { name: "types", args: [tsc, "--noEmit", "--incremental", "false", "--checkers", "1"] },
  { name: "unused code", args: [path.join(root, "node_modules/knip/bin/knip.js"), "--no-progress"] },
  { name: "types of the SDK's sources", args: [tsc, "--noEmit", "-p", "sdk"] },
  { name: "types of the API in the SDK", args: [path.join(root, "scripts/sdk-types.ts")] },
  { name: "migrations", args: [path.join(root, "scripts/migrate.ts"), "check"] },
];

/** Runs all checks and returns the names of those that failed. */
export async function runChecks(): Promise<string[]> {
  await generateClient();
  const results = await Promise.all(
    checks.map(async (check) => {
      const startedAt = Date.now();
      const { code, output } = await runNode(check.args);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      if (code === 0) console.log(`✓ ${check.name} (${seconds} s)`);
      else console.error(`✗ ${check.name}\n${output.trimEnd()}\n`);
      return code === 0 ? [] : [check.name];
    }),
  );
  return results.flat();
}

if (import.meta.main) process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
