import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startProxy } from "./proxy.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readyWithinMs = 60_000;

export interface ClusterPlan {
  /** Arguments of Node for a web process on this port. */
  web: (port: number) => readonly string[];
  webPorts: readonly number[];
  proxyPort: number;
  workers: number;
  /** `fixed` (default): photos take a fixed time and no CPU. `embedded`: the service's own studio. */
  studio?: "fixed" | "embedded";
  environment: Record<string, string>;
  /** Gives each process its own data directory, as on separate machines. Default: all share that of this process. */
  dataDirOf?: (name: string) => string;
}

/** One process of the cluster, which can be killed and restarted. */
export class Member {
  readonly name: string;
  readonly #start: () => ChildProcess;
  readonly #isReady: (output: string) => Promise<boolean>;
  #child: ChildProcess | null = null;
  #output = "";
  #isOver = false;
  /** Number of kills. */
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

  /** Kills the process with SIGKILL and restarts it unless `again` is false. */
  async kill({ again = true } = {}): Promise<void> {
    this.kills += 1;
    await this.#end("SIGKILL");
    if (again) await this.start();
  }

  /** Shuts the process down gracefully and starts it again, as in an update. Returns the exit code. */
  async restart(): Promise<number | null> {
    const code = await this.#end("SIGTERM");
    await this.start();
    return code;
  }

  /** Shuts the process down gracefully. Returns the exit code. */
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
  /** Kills the web processes and shuts the workers down gracefully. Returns the workers' exit codes. */
  stop(): Promise<(number | null)[]>;
}

/** Starts web processes behind a proxy and workers, all on one database. */
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
