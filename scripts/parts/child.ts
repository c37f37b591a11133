import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a script with this Node in the project's folder; the child is killed if this process ends first. */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; output: string }>();
  child.once("error", reject);
  child.once("close", (code) => resolve({ code: code ?? 1, output }));
  return promise.finally(() => process.removeListener("exit", stop));
}
