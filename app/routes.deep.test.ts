// Guards that the order in which routes are loaded changes no route: one module may not replace what another serves.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");

test("every operation is served alike after its routes were loaded in 20 random orders", async () => {
  const seeds = Array.from({ length: 20 }, () => Math.floor(Math.random() * 1e6));
  const answers: { seed: number; answer: string }[] = [];
  for (const seed of seeds) {
    const child = path.join(root, "lib/testing/routes-child.ts");
    const { stdout } = await run(process.execPath, [child, String(seed)], { cwd: root });
    answers.push({ seed, answer: stdout.trim().split("\n").at(-1) ?? "" });
  }
  const first = answers[0]?.answer ?? "[]";
  for (const { seed, answer } of answers) expect({ seed, answer }).toEqual({ seed, answer: first });
  const codes = new Map<string, unknown[]>(
    JSON.parse(first).map(([id, ...answer]: [string, ...unknown[]]) => [id, answer]),
  );
  for (const { id, missingKeyCode } of Object.values(operations)) {
    if (missingKeyCode !== null) expect([id, codes.get(id)]).toEqual([id, [401, missingKeyCode]]);
  }
}, 900_000);
