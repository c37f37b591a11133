import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runAdmin, startService } from "../../bench/parts/service.ts";
import { type Answer, type Call, fieldsOf, multipart, send } from "./http.ts";

export interface Account {
  email: string;
  key: string;
  credits: number;
}

/** The service under attack, seen from outside and through the operator's tool. */
export class Target {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly #pid: (() => Promise<number>) | number;

  constructor(service: { baseUrl: string; dataDir: string; pid: (() => Promise<number>) | number }) {
    this.baseUrl = service.baseUrl;
    this.dataDir = service.dataDir;
    this.#pid = service.pid;
  }

  /** The outermost process of the service. */
  async pid(): Promise<number> {
    return typeof this.#pid === "number" ? this.#pid : this.#pid();
  }

  send(call: Call): Promise<Answer> {
    return send(this.baseUrl, call);
  }

  api(key: string, method: string, call: string, json?: unknown): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(json !== undefined && { "content-type": "application/json" }),
    };
    return this.send({
      method,
      path: `/api/v1/${call}`,
      headers,
      timeoutMs: 90_000,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  }

  async admin(...args: string[]): Promise<string> {
    const { port, origin } = new URL(this.baseUrl);
    return runAdmin(args, { ...process.env, PORT: port, BASE_URL: origin, DATA_DIR: this.dataDir });
  }

  /** An account as the operator opens it: monthly credits of its tier, and top-ups. */
  async openAccount({
    tier = "starter",
    status = "active",
    topup = 0,
    password = "",
  } = {}): Promise<Account> {
    const email = `${randomBytes(6).toString("hex")}@attack.example`;
    const wanted = ["--email", email, "--tier", tier, "--status", status, "--topup", String(topup)];
    const made = await this.admin(
      "account",
      "create",
      "--json",
      ...wanted,
      ...(password ? ["--password", password] : []),
    );
    const { api_key: key } = JSON.parse(made) as { api_key: string };
    return { email, key, credits: await this.creditsOf(key) };
  }

  async creditsOf(key: string): Promise<number> {
    return Number(fieldsOf(await this.api(key, "GET", "credits")).total);
  }

  /** The cookies of a session, signed in as a browser does. */
  async signIn(email: string, password: string): Promise<string> {
    const answer = await this.send({
      method: "POST",
      path: "/api/auth/sign-in/email",
      headers: this.browserHeaders(),
      body: JSON.stringify({ email, password }),
    });
    const cookies = [answer.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";")[0]);
    if (cookies.length === 0) throw new Error(`${email} could not sign in: ${answer.status} ${answer.body}`);
    return cookies.join("; ");
  }

  browserHeaders(): Record<string, string> {
    return {
      "content-type": "application/json",
      origin: new URL(this.baseUrl).origin,
      "sec-fetch-site": "same-origin",
    };
  }

  upload(key: string, bytes: Buffer): Promise<Answer> {
    const { body, headers } = multipart([{ name: "file", filename: "a.jpg", content: bytes }]);
    return this.send({
      method: "POST",
      path: "/api/v1/upload",
      headers: { ...headers, authorization: `Bearer ${key}` },
      body,
      timeoutMs: 90_000,
    });
  }

  async requireUpload(key: string, bytes: Buffer): Promise<string> {
    const answer = await this.upload(key, bytes);
    const url = fieldsOf(answer).image_url;
    if (typeof url !== "string") throw new Error(`an upload was answered ${answer.status}: ${answer.body}`);
    return url;
  }

  /** Path of a URL of this service. */
  pathOf(url: string): string {
    const { pathname, search } = new URL(url);
    return pathname + search;
  }

  /** Bytes of all files below a folder of the data. */
  async storedBytes(folder = "images"): Promise<number> {
    const files = await readdir(path.join(this.dataDir, folder), { recursive: true }).catch(() => []);
    const sizes = await Promise.all(
      files.map((file) =>
        stat(path.join(this.dataDir, folder, file)).then(
          (entry) => (entry.isFile() ? entry.size : 0),
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async isHealthy(): Promise<boolean> {
    return (await this.send({ path: "/api/health", timeoutMs: 2_000 })).status === 200;
  }

  /** False when it did not come back in time. */
  async waitUntilHealthy(timeoutMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + timeoutMs;
    while (performance.now() < giveUpAt) {
      if (await this.isHealthy()) return true;
      await sleep(100);
    }
    return false;
  }
}

/** A service to attack. */
export interface Found {
  target: Target;
  /** Started for the attacks alone. */
  isOurs: boolean;
  stop(): Promise<void>;
}

/** A running service that the options name, or one started for this alone. */
export async function findTarget(options: {
  url: string | undefined;
  dataDir: string | undefined;
}): Promise<Found> {
  if (options.url && options.dataDir) {
    const dataDir = path.resolve(options.dataDir);
    requireLoopback(options.url);
    const pid = async () => {
      const text = await readFile(path.join(dataDir, "service.json"), "utf8");
      return (JSON.parse(text) as { pid: number }).pid;
    };
    return {
      target: new Target({ baseUrl: options.url, dataDir, pid }),
      isOurs: false,
      stop: async () => undefined,
    };
  }
  if (options.url || options.dataDir) throw new Error("--url and --data-dir belong together");
  const service = await startService({});
  const { demo, dataDir, pid } = service;
  return { target: new Target({ baseUrl: demo.base_url, dataDir, pid }), isOurs: true, stop: service.stop };
}

function requireLoopback(url: string): void {
  if (!["localhost", "127.0.0.1"].includes(new URL(url).hostname)) {
    throw new Error(`--url must name this machine, not ${url}: these are attacks`);
  }
}
