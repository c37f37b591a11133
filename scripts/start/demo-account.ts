import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Demo } from "../seed.ts";

/** The demo account of a service with the embedded database, created by `demo.ts` in its own process. */
export class DemoAccount {
  readonly #root: string;
  readonly #variables: Record<string, string>;
  #helper: ChildProcess | null = null;
  demo: Demo | null = null;
  /** The URL of a source picture, once the first photos are made. */
  imageUrl: string | null = null;

  constructor(root: string, variables: Record<string, string>) {
    this.#root = root;
    this.#variables = variables;
  }

  /** Whether demo.json exists and names this address. The service must not serve before. */
  async isWritten(): Promise<boolean> {
    const { DATA_DIR = "", BASE_URL } = this.#variables;
    const text = await readFile(path.join(DATA_DIR, "demo.json"), "utf8").catch(() => "{}");
    try {
      return (JSON.parse(text) as Partial<Demo>).base_url === BASE_URL;
    } catch {
      return false;
    }
  }

  /** Creates or repairs the account, and with `photos` makes its first photos once. Throws if that fails. */
  async ensure(task: "account" | "photos"): Promise<void> {
    const helper = fork(path.join(this.#root, "scripts/start/demo.ts"), [task], {
      cwd: this.#root,
      env: { ...process.env, ...this.#variables },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#helper = helper;
    helper.on("message", (made: Pick<DemoAccount, "demo" | "imageUrl">) => Object.assign(this, made));
    const [code] = await once(helper, "exit");
    this.#helper = null;
    if (code !== 0) throw new Error("The demo account could not be completed.");
  }

  cancel(): void {
    this.#helper?.kill("SIGKILL");
  }
}
