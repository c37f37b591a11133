import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { startNginx } from "#lib/testing/nginx.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { openAccount, poll, runAdmin, startService } from "../../parts/service.ts";
import { type Answer, type Call, fieldsOf, send } from "./http.ts";

/** The service under attack, accessed over HTTP and with the admin tool. */
export class Target {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** PID of the service's outermost process. */
  readonly pid: () => Promise<number>;

  constructor({ baseUrl, dataDir, pid }: Pick<Target, "baseUrl" | "dataDir" | "pid">) {
    this.baseUrl = baseUrl;
    this.dataDir = dataDir;
    this.pid = pid;
  }

  send(call: Call): Promise<Answer> {
    return send(this.baseUrl, call);
  }

  api(key: string, method: string, call: string, json?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${key}`, ...(json && { "content-type": "application/json" }) };
    const body = json && JSON.stringify(json);
    return this.send({ method, path: `/api/v1/${call}`, headers, body, timeoutMs: 90_000 });
  }

  /** Verifies that the ledger sums to the balances; rejects with the output of the admin tool. */
  async auditCredits(): Promise<void> {
    await runAdmin(["credits", "audit"], this.#env());
  }

  /** Opens an account with the admin tool: the monthly credits of its tier, and `topup` credits. */
  async openAccount({ tier = "ultra", topup = 0 } = {}) {
    const email = `${randomBytes(6).toString("hex")}@attack.example`;
    const password = "correct horse battery 9";
    const options = ["--email", email, "--password", password, "--tier", tier, "--topup", String(topup)];
    return { email, password, key: await openAccount(options, this.#env()) };
  }

  #env(): NodeJS.ProcessEnv {
    const { port, origin } = new URL(this.baseUrl);
    return { ...process.env, PORT: port, BASE_URL: origin, DATA_DIR: this.dataDir };
  }

  async creditsOf(key: string): Promise<number> {
    return Number(fieldsOf(await this.api(key, "GET", "credits")).total);
  }

  browserHeaders(): Record<string, string> {
    const { origin } = new URL(this.baseUrl);
    return { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" };
  }

  /** Opens an account, signs it in as a browser does, and returns the cookies of the session. */
  async openSession(): Promise<{ key: string; cookie: string }> {
    const { key, email, password } = await this.openAccount();
    const answer = await this.send({
      method: "POST",
      path: "/api/auth/sign-in/email",
      headers: this.browserHeaders(),
      body: JSON.stringify({ email, password }),
    });
    const cookies = [answer.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0]);
    if (cookies.length === 0) throw new Error(`${email} could not sign in: ${answer.status} ${answer.body}`);
    return { key, cookie: cookies.join("; ") };
  }

  generate(key: string, imageUrl: string, prompt: string): Promise<Answer> {
    return this.api(key, "POST", "generate", photoOf(imageUrl, prompt));
  }

  cutOut(key: string, imageUrl: string): Promise<Answer> {
    return this.api(key, "POST", "remove-bg", { image_url: imageUrl });
  }

  async upload(key: string, picture: Buffer): Promise<Answer> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(picture)]), "a.jpg");
    const request = new Response(form);
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": request.headers.get("content-type") ?? "",
    };
    const body = Buffer.from(await request.arrayBuffer());
    return this.send({ method: "POST", path: "/api/v1/upload", headers, body, timeoutMs: 90_000 });
  }

  async requireUpload(key: string, picture: Buffer): Promise<string> {
    const answer = await this.upload(key, picture);
    const url = fieldsOf(answer).image_url;
    if (typeof url !== "string") throw new Error(`an upload was answered ${answer.status}: ${answer.body}`);
    return url;
  }

  /** Total bytes of the image host's files. */
  async storedBytes(): Promise<number> {
    const root = path.join(this.dataDir, "images");
    const names = await readdir(root, { recursive: true }).catch(() => []);
    const found = await Promise.all(names.map((name) => stat(path.join(root, name)).catch(() => null)));
    return found.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
  }

  /** Returns false if the service is not healthy within the timeout. */
  async waitUntilHealthy(timeoutMs: number): Promise<boolean> {
    const isHealthy = async () => (await this.send({ path: "/api/health", timeoutMs: 2_000 })).status === 200;
    return (await poll(isHealthy, { everyMs: 100, timeoutMs })) ?? false;
  }
}

export const photoOf = (imageUrl: string, prompt: string) => ({
  image_url: imageUrl,
  type: "product",
  style: "studio",
  prompt,
});

/** Path and query of a URL of the service. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A service to attack. */
export interface Found extends AsyncDisposable {
  target: Target;
  /** Whether the service was started for the attacks only. */
  isOurs: boolean;
}

/** Returns the running service that the options name, or starts one for the attacks, with or without a proxy. */
export async function findTarget(url?: string, folder?: string, hasProxy = false): Promise<Found> {
  if (url && folder) {
    const dataDir = path.resolve(folder);
    if (!["localhost", "127.0.0.1"].includes(new URL(url).hostname))
      throw new Error(`--url must name this machine, not ${url}: these are attacks`);
    const pid = async () => {
      const text = await readFile(path.join(dataDir, "service.json"), "utf8");
      return (JSON.parse(text) as { pid: number }).pid;
    };
    const target = new Target({ baseUrl: url, dataDir, pid });
    return { target, isOurs: false, [Symbol.asyncDispose]: async () => undefined };
  }
  if (url || folder) throw new Error("--url and --data-dir belong together");
  const [port, servicePort] = [await findTestPort(), await findTestPort()];
  const proxied = { BASE_URL: `http://localhost:${port}`, TRUSTED_PROXIES: "127.0.0.1" };
  await using started = new AsyncDisposableStack();
  // First, as the service fills its demo account through its public address.
  if (hasProxy) started.use(await startNginx(servicePort, port));
  const settings = { PORT: String(servicePort), ...(hasProxy ? proxied : {}) };
  const service = started.use(await startService({ settings }));
  const { demo, dataDir, pid } = service;
  const target = new Target({ baseUrl: demo.base_url, dataDir, pid: async () => pid });
  const stack = started.move();
  return { target, isOurs: true, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
