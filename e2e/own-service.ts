import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

/** A separate instance of the service, from the same build as the one that other test files share. */
export interface Started {
  child: ChildProcess;
  output(): string;
  exit(): Promise<number | null>;
}

/** Starts the service like `npm start`; the variables set its port and folders. */
export function startOwn(variables: Record<string, string>): Started {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, npm_lifecycle_event: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // Gives the service its own process group.
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
        // The server responds slightly before the start script notices; killing it in between would end the script.
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

/** Creates an account with enough credits by the operator's tool. Returns its API key. */
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
