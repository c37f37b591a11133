import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { z } from "zod";
import type { planList } from "#lib/contract/accounts/schemas.ts";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { type OwnService, runCommands } from "./service.ts";
import { Mismatch, Skipped } from "./suite.ts";
import { type Answer, multipart, type Sent, send } from "./wire.ts";

/** A request to an operation. */
export interface Call {
  /** Values of the path's `{name}` parameters. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: object;
  body?: Sent["body"];
}

/** Accounts that only the admin tool can bring into their state, by plan and status. */
const accounts = {
  stranger: "ultra active",
  /** For refused queries, which are too many for the calls of one account. */
  reader: "starter active",
  payer: "ultra active",
  canceled: "starter canceled",
  past_due: "starter past_due",
  /** Has one credit less than a cut-out costs. */
  poor: "starter active",
  suspended: "starter active",
};
const further: Partial<Record<AccountName, readonly (readonly string[])[]>> = {
  // Whatever the plan's credits are: all are taken, down to zero.
  poor: [
    ["credits", "take", "--monthly", "10000000", "--note", "conformance"],
    ["credits", "grant", "--monthly", "9", "--note", "conformance"],
  ],
  suspended: [["account", "suspend"]],
};

export type AccountName = keyof typeof accounts;

interface Settings {
  baseUrl: string;
  /** The key of an operator, or of the demo account. */
  key: string;
  own: OwnService | null;
}

type PriceList = z.output<typeof planList>;

/** The service under test, its callers, and how to send requests to it. */
export class World {
  readonly baseUrl: string;
  readonly own: OwnService | null;
  /** A key of test mode wherever there can be one, so that nothing is charged. */
  readonly main: string;
  /** A key that pays; null if the given key is one of test mode. */
  readonly live: string | null;
  /** The caller of refused inputs: on the own service an account that pays, and in which nothing else happens. */
  payer: string;
  readonly #cleanUps: (() => Promise<unknown>)[] = [];
  #accounts: Promise<Record<string, string>> | null = null;

  private constructor(settings: Settings & { main: string; live: string | null }) {
    this.baseUrl = settings.baseUrl;
    this.own = settings.own;
    this.main = settings.main;
    this.live = settings.live;
    this.payer = (settings.own && settings.live) ?? settings.main;
  }

  static async open({ baseUrl, key, own }: Settings): Promise<World> {
    if (own) return new World({ baseUrl, key, own, main: own.demo.test_api_key, live: key });
    if (key.startsWith("pgs_test_")) return new World({ baseUrl, key, own, main: key, live: null });
    const payer = new World({ baseUrl, key, own, main: key, live: key });
    const made = await payer.#makeTestKey();
    const { id, key: testKey } = made.json as { id: string; key?: string };
    if (testKey === undefined) return payer;
    const world = new World({ baseUrl, key, own, main: testKey, live: key });
    world.cleanUpLater(() => payer.call(operations.deleteKey, { params: { id } }));
    return world;
  }

  /** With all scopes if the given key has them; the response is a refusal if it may not make keys. */
  async #makeTestKey(): Promise<Answer> {
    const json = { name: "conformance, test mode", test: true };
    const made = await this.call(operations.createKey, { json: { ...json, scopes: scopeNames } });
    return made.status === 201 ? made : await this.call(operations.createKey, { json });
  }

  /** Whether work of the main caller costs the operator credits. */
  get isCharged(): boolean {
    return this.main === this.live;
  }

  /** Makes the accounts in the background. */
  prepareAccounts(): void {
    this.#accounts ??= this.#makeAccounts();
    this.#accounts.catch(() => undefined);
  }

  /** The key of an account. Throws Skipped where the admin tool does not reach the service. */
  async account(name: AccountName): Promise<string> {
    if (!this.own) throw new Skipped("needs accounts of the admin tool");
    this.prepareAccounts();
    return (await this.#accounts)?.[name] ?? "";
  }

  async #makeAccounts(): Promise<Record<string, string>> {
    if (!this.own) return {};
    const commands = Object.entries(accounts).flatMap(([name, state]) => {
      const email = ["--email", `${name}@conformance.example`];
      const [tier = "", status = ""] = state.split(" ");
      const create = ["account", "create", "--tier", tier, "--status", status, "--json", ...email];
      const more = further[name as AccountName] ?? [];
      return [create, ...more.map((command) => [...command, ...email])];
    });
    const made = await runCommands(this.own, commands);
    return Object.fromEntries(Object.keys(accounts).map((name, at) => [name, made[at]?.api_key ?? ""]));
  }

  /** Runs after all cases, newest first. */
  cleanUpLater(clean: () => Promise<unknown>): void {
    this.#cleanUps.unshift(clean);
  }

  async cleanUp(): Promise<void> {
    for (const clean of this.#cleanUps.splice(0)) await clean().catch(() => undefined);
  }

  /** Waits where the calls of a minute are used up, except on the own service, whose limit is a case. */
  async send(sent: Sent): Promise<Answer> {
    for (;;) {
      const answer = await send(this.baseUrl, sent);
      const waitSeconds = Number(answer.headers.get("retry-after") ?? 0);
      if (this.own || answer.status !== 429 || waitSeconds === 0 || waitSeconds > 10) return answer;
      await sleep(waitSeconds * 1000);
    }
  }

  /** Calls an operation; `key` null sends none. */
  call(
    { method, path }: Pick<Operation, "method" | "path">,
    { params = {}, query = {}, headers = {}, json, body }: Call = {},
    key: string | null = this.main,
  ): Promise<Answer> {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "");
    const search = new URLSearchParams(query).toString();
    return this.send({
      method,
      path: search ? `${filled}?${search}` : filled,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
      isLast: Array.isArray(body),
    });
  }

  /** The body of a successful call. Throws Mismatch for any other response. */
  async require<T>(operation: Operation, call: Call = {}, key?: string): Promise<T> {
    const answer = await this.call(operation, call, key);
    if (answer.status >= 300)
      throw new Mismatch(`${operation.id} is needed here, but came ${answer.status} ${answer.bytes}`);
    return answer.json as T;
  }

  /** Uploads a picture to the signed address, with these fields in place of the signed ones. */
  async uploadSigned(
    key: string,
    content: Uint8Array | string,
    changed: Record<string, unknown> = {},
  ): Promise<Answer> {
    type Signed = Record<string, unknown>;
    const signed = await this.require<Signed>(operations.signUpload, {}, key);
    const { upload_url, cloud_name: _cloud, ...fields } = signed;
    const form = multipart([
      ...Object.entries({ ...fields, ...changed }).map(([name, value]) => ({ name, content: `${value}` })),
      { name: "file", content, ...(typeof content !== "string" && { filename: "a.jpg" }) },
    ]);
    return this.send({ method: "POST", path: `${upload_url}`, ...form });
  }

  /** The listed price of a photo in the style `studio`. Without PLANS_FILE it is the contract's. */
  async photoCost(resolution: "1K" | "4K"): Promise<number> {
    if (!process.env.PLANS_FILE) return resolution === "1K" ? 1 : 4;
    const { prices } = await this.require<PriceList>(operations.listPlans);
    const listed = prices.generate.find((one) => one.style === "studio" && one.resolution === resolution);
    return listed?.credits ?? Number.NaN;
  }

  /** The total of an account's credits. */
  async creditsOf(key: string): Promise<number> {
    return (await this.require<{ total: number }>(operations.credits, {}, key)).total;
  }
}

/** The form of an upload. */
export function fileCall(content: Uint8Array) {
  return multipart([{ name: "file", filename: "a.jpg", content }]);
}

/** A product that is already cut out, so that nothing needs to be found in it. */
export function readCutOut(): Promise<Buffer> {
  const product = { create: { width: 120, height: 160, channels: 3, background: "#a33" } } as const;
  return sharp(product)
    .extend({ top: 40, bottom: 40, left: 60, right: 60, background: "#0000" })
    .png()
    .toBuffer();
}

/** A usable picture of a product. */
export function readPicture(): Promise<Buffer> {
  return readFile(new URL("../../public/samples/mug.jpg", import.meta.url));
}
