import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startProxy } from "./proxy.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readyWithinMs = 60_000;

export interface ClusterPlan {
  /** The arguments of Node that serve on a port. */
  web: (port: number) => readonly string[];
  webPorts: readonly number[];
  proxyPort: number;
  workers: number;
  /** Photos are made in a fixed time and by no processor, unless the service's own studio is asked for. */
  studio?: "fixed" | "embedded";
  environment: Record<string, string>;
  /** Each process has a data directory of its own, as on a machine of its own; else all share that of this process. */
  dataDirOf?: (name: string) => string;
}

/** How one process of the cluster is started; it may be killed and started again. */
export class Member {
  readonly name: string;
  readonly #start: () => ChildProcess;
  readonly #isReady: (output: string) => Promise<boolean>;
  #child: ChildProcess | null = null;
  #output = "";
  #isOver = false;
  /** How often it was killed. */
  kills = 0;

  constructor(name: string, start: () => ChildProcess, isReady: (output: string) => Promise<boolean>) {
    this.name = name;
    this.#start = start;
    this.#isReady = isReady;
  }

  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    this.#output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-10_000);
      });
    }
    const giveUpAt = performance.now() + readyWithinMs;
    while (!(await this.#isReady(this.#output))) {
      if (this.#isOver) return;
      if (child.exitCode !== null || performance.now() > giveUpAt) {
        throw new Error(`${this.name} did not get ready (exit code ${child.exitCode}):\n${this.#output}`);
      }
      await delay(50);
    }
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Kills it without a word, and starts it again unless asked not to. */
  async kill({ again = true } = {}): Promise<void> {
    this.kills += 1;
    await this.#end("SIGKILL");
    if (again) await this.start();
  }

  /** The orderly end and a new start, as at an update; answers the exit code. */
  async restart(): Promise<number | null> {
    const code = await this.#end("SIGTERM");
    await this.start();
    return code;
  }

  /** The orderly end; answers the exit code. */
  async stop(): Promise<number | null> {
    this.#isOver = true;
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, "exit");
    child.kill(signal);
    return (await ended)[0];
  }
}

export interface Cluster extends AsyncDisposable {
  url: string;
  webs: readonly Member[];
  workers: readonly Member[];
  /** Exit codes of the workers that are asked to end. */
  stop(): Promise<(number | null)[]>;
}

/** Processes that serve and processes that work, on one database, behind a proxy. */
export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const { webPorts, proxyPort } = plan;
  const url = `http://localhost:${proxyPort}`;
  const common = { ...process.env, NODE_ENV: "production" as const, ...plan.environment, BASE_URL: url };
  const launch = (args: readonly string[], variables: Record<string, string>) => () =>
    spawn(process.execPath, args, {
      cwd: root,
      env: { ...common, ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const folderOf = (name: string): Record<string, string> =>
    plan.dataDirOf ? { DATA_DIR: plan.dataDirOf(name) } : {};
  const fixed = path.join(import.meta.dirname, "fixed-studio-child.ts");
  const studio = plan.studio === "embedded" ? [] : [`--import=${fixed}`];
  const webs = webPorts.map((port, place) => {
    const isHealthy = () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    const name = `web ${place + 1}`;
    const start = launch(plan.web(port), { PORT: String(port), WORKERS: "0", ...folderOf(name) });
    return new Member(name, start, isHealthy);
  });
  const workers = Array.from({ length: plan.workers }, (_, place) => {
    const name = `worker ${place + 1}`;
    const start = launch([...studio, "scripts/start/worker.ts"], folderOf(name));
    return new Member(name, start, async (output) => output.includes("✓ Working for"));
  });
  const members = [...webs, ...workers];
  const proxy = await startProxy(webPorts, proxyPort);
  const stop = async () => {
    proxy.close();
    proxy.closeAllConnections();
    const [, codes] = await Promise.all([
      Promise.all(webs.map((member) => member.kill({ again: false }))),
      Promise.all(workers.map((member) => member.stop())),
    ]);
    return codes;
  };
  try {
    await Promise.all(members.map((member) => member.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, webs, workers, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
