import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { openAccount, poll, runAdmin, startService } from "../../bench/parts/service.ts";
import { type Answer, type Call, fieldsOf, multipart, send } from "./http.ts";

export interface Account {
  email: string;
  key: string;
  credits: number;
}

/** The service under attack, accessed over HTTP and with the admin tool. */
export class Target {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** PID of the service's outermost process. */
  readonly pid: () => Promise<number>;

  constructor(service: Pick<Target, "baseUrl" | "dataDir" | "pid">) {
    this.baseUrl = service.baseUrl;
    this.dataDir = service.dataDir;
    this.pid = service.pid;
  }

  send(call: Call): Promise<Answer> {
    return send(this.baseUrl, call);
  }

  api(key: string, method: string, call: string, json?: unknown): Promise<Answer> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
    return this.send({ method, path: `/api/v1/${call}`, headers, body, timeoutMs: 90_000 });
  }

  /** Verifies that the ledger sums to the balances; rejects with the output of the admin tool. */
  async auditCredits(): Promise<void> {
    await runAdmin(["credits", "audit"], this.#env());
  }

  /** Opens an account with the admin tool: the monthly credits of its tier, and `topup` credits. */
  async openAccount({ tier = "starter", status = "active", topup = 0, password = "" } = {}) {
    const email = `${randomBytes(6).toString("hex")}@attack.example`;
    const wanted = ["--email", email, "--tier", tier, "--status", status, "--topup", String(topup)];
    if (password) wanted.push("--password", password);
    const key = await openAccount(wanted, this.#env());
    return { email, key, credits: await this.creditsOf(key) };
  }

  /** Creates another key of an account, with all scopes unless `options` restrict them. */
  async makeKey({ email }: Account, options: readonly string[] = []): Promise<{ id: string; key: string }> {
    const made = await runAdmin(["key", "create", "--json", "--email", email, ...options], this.#env());
    const { key_id: id, api_key: key } = JSON.parse(made) as Record<string, string>;
    return { id: String(id), key: String(key) };
  }

  /** Opens an account and signs it in. */
  async openSession(): Promise<Account & { cookie: string }> {
    const password = "correct horse battery 9";
    const account = await this.openAccount({ password });
    return { ...account, cookie: await this.signIn(account.email, password) };
  }

  #env(): NodeJS.ProcessEnv {
    const { port, origin } = new URL(this.baseUrl);
    return { ...process.env, PORT: port, BASE_URL: origin, DATA_DIR: this.dataDir };
  }

  async creditsOf(key: string): Promise<number> {
    return Number(fieldsOf(await this.api(key, "GET", "credits")).total);
  }

  /** Posts JSON with the headers that a page of the service sends. */
  post(path: string, fields: object, headers: Record<string, string> = {}): Promise<Answer> {
    const body = JSON.stringify(fields);
    return this.send({ method: "POST", path, headers: { ...this.browserHeaders(), ...headers }, body });
  }

  /** Signs in as a browser does and returns the cookies of the session. */
  async signIn(email: string, password: string): Promise<string> {
    const answer = await this.post("/api/auth/sign-in/email", { email, password });
    const cookies = [answer.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0]);
    if (cookies.length === 0) throw new Error(`${email} could not sign in: ${answer.status} ${answer.body}`);
    return cookies.join("; ");
  }

  browserHeaders(): Record<string, string> {
    const { origin } = new URL(this.baseUrl);
    return { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" };
  }

  generate(key: string, imageUrl: string, prompt?: string): Promise<Answer> {
    const photo = { image_url: imageUrl, type: "product", style: "studio", ...(prompt && { prompt }) };
    return this.api(key, "POST", "generate", photo);
  }

  cutOut(key: string, imageUrl: string): Promise<Answer> {
    return this.api(key, "POST", "remove-bg", { image_url: imageUrl });
  }

  /** Requests a signed direct upload and returns its path and form fields. */
  async signUpload(key: string): Promise<{ path: string; fields: Record<string, string> }> {
    const { upload_url, ...fields } = fieldsOf(await this.api(key, "GET", "upload/signed"));
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
    return { path: this.pathOf(String(upload_url)), fields: Object.fromEntries(texts) };
  }

  upload(key: string, bytes: Buffer): Promise<Answer> {
    const { body, headers: kind } = multipart([{ name: "file", filename: "a.jpg", content: bytes }]);
    const headers = { ...kind, authorization: `Bearer ${key}` };
    return this.send({ method: "POST", path: "/api/v1/upload", headers, body, timeoutMs: 90_000 });
  }

  async requireUpload(key: string, bytes: Buffer): Promise<string> {
    const answer = await this.upload(key, bytes);
    const url = fieldsOf(answer).image_url;
    if (typeof url !== "string") throw new Error(`an upload was answered ${answer.status}: ${answer.body}`);
    return url;
  }

  /** Path and query of a URL of this service. */
  pathOf(url: string): string {
    const { pathname, search } = new URL(url);
    return pathname + search;
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

/** A service to attack. */
export interface Found extends AsyncDisposable {
  target: Target;
  /** Whether the service was started for the attacks only. */
  isOurs: boolean;
}

/** Returns the running service that the options name, or starts one for the attacks. */
export async function findTarget(url?: string, folder?: string): Promise<Found> {
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
  const service = await startService({});
  const { demo, dataDir, pid } = service;
  const target = new Target({ baseUrl: demo.base_url, dataDir, pid: async () => pid });
  return { target, isOurs: true, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}
