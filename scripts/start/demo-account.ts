import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Demo } from "../seed.ts";

interface Photo {
  url: string;
  imageUrl: string;
}

/** The demo account of a service with the embedded database, created by `demo.ts` in its own process. */
export class DemoAccount {
  readonly #root: string;
  readonly #variables: Record<string, string>;
  readonly #dataDir: string;
  #helper: ChildProcess | null = null;
  demo: Demo | null = null;

  constructor(root: string, variables: Record<string, string>, dataDir: string) {
    this.#root = root;
    this.#variables = variables;
    this.#dataDir = dataDir;
  }

  /** Whether demo.json exists and names this address. The service must not serve before. */
  async isWritten(baseUrl: string): Promise<boolean> {
    const demo = await readJson<Demo>(path.join(this.#dataDir, "demo.json"));
    return demo?.base_url === baseUrl;
  }

  /** Creates or repairs the account. Throws if that fails. */
  async ensure(): Promise<void> {
    await this.#run("account");
  }

  /**
   * Makes the first photos at the first start; at later starts it repairs the account. Returns the URLs of the source
   * pictures.
   */
  async complete(): Promise<string[]> {
    const file = path.join(this.#dataDir, "first-photos.json");
    const known = await readJson<Photo[]>(file);
    if (known) {
      await this.ensure();
      // The file may come from a start with another base URL.
      return known.map(({ imageUrl }) =>
        imageUrl.replace(/^.*?(?=\/embedded\/)/, this.#variables.BASE_URL ?? ""),
      );
    }
    console.log("Making the first photos …");
    const made: Photo[] = [];
    await this.#run("photos", (photo) => {
      made.push(photo);
      console.log(`✓ ${photo.url}`);
    });
    await writeFile(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    await rename(`${file}.new`, file);
    return made.map(({ imageUrl }) => imageUrl);
  }

  cancel(): void {
    this.#helper?.kill("SIGKILL");
  }

  async #run(task: "account" | "photos", onPhoto?: (photo: Photo) => void): Promise<void> {
    const helper = fork(path.join(this.#root, "scripts/start/demo.ts"), [task], {
      cwd: this.#root,
      env: { ...process.env, ...this.#variables },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#helper = helper;
    helper.on("message", ({ demo, photo }: { demo?: Demo; photo?: Photo }) => {
      if (demo) this.demo = demo;
      if (photo) onPhoto?.(photo);
    });
    const [code] = await once(helper, "exit");
    this.#helper = null;
    if (code !== 0) throw new Error("The demo account could not be completed.");
  }
}

async function readJson<T>(file: string): Promise<T | null> {
  return readFile(file, "utf8")
    .then((text) => JSON.parse(text) as T)
    .catch(() => null);
}
