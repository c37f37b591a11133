import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

/** A whole service of its own beside the one that other files use, from the same build. */
export interface Started {
  child: ChildProcess;
  output(): string;
  exit(): Promise<number | null>;
}

/** As `npm start` does; the variables say where. */
export function startOwn(variables: Record<string, string>): Started {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, npm_lifecycle_event: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, exit: () => exited };
}

export async function untilServing(service: Started, port: number): Promise<void> {
  let code: number | null | undefined;
  void service.exit().then((value) => {
    code = value;
  });
  await expect
    .poll(
      async () => {
        if (code !== undefined) throw new Error(`the start ended (${code}):\n${service.output()}`);
        // The server answers a moment before its start knows: one that is killed in between ends the start.
        return service.output().includes("✓ Serving") && (await isHealthyAt(port));
      },
      { intervals: [50], timeout: 120_000 },
    )
    .toBe(true);
}

export function isHealthyAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** The key of an account with credits for everything, opened as an operator does. */
export async function openAccountOf(environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...["scripts/run.mjs", "admin", "account", "create", "--json", "--email", "own@example.com"],
      ...["--tier", "pro", "--status", "active", "--topup", "1000000"],
    ],
    { env: { ...process.env, ...environment } },
  );
  return JSON.parse(stdout).api_key;
}
