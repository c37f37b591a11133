import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../parts/measure.ts";
import { readSample } from "../../parts/samples.ts";
import { poll } from "../../parts/service.ts";
import { type Answer, type Call, fieldsOf, send } from "./http.ts";
import { pathOf, photoOf, type Target } from "./target.ts";

/** An honest customer, who works as usual from another network while the service is attacked. */
export interface Customer {
  key: string;
  imageUrl: string;
  /** Limits for the attacker's address must not apply to it. */
  localAddress: string;
  /** SHA-256 of each of the customer's files, by path. */
  files: ReadonlyMap<string, string>;
}

/** Results of the calls of all customers. */
export interface CustomerCalls {
  creditsP99Ms: number;
  slowestPageMs: number;
  calls: number;
  photos: number;
  /** One sentence per refusal. */
  refusals: string[];
}

/** Limit of pending calls of one kind; above it no new call is started. */
const maxWaiting = 20;

/** What a customer calls, and how often; together below the default rate limit per minute. */
const schedule: readonly { what: string; everyMs: number; call(customer: Customer, number: number): Call }[] =
  [
    { what: "GET credits", everyMs: 200, call: () => ({ path: "/api/v1/credits" }) },
    { what: "GET generations", everyMs: 2_000, call: () => ({ path: "/api/v1/generations?limit=20" }) },
    { what: "page", everyMs: 1_000, call: (_, number) => ({ path: number % 2 === 0 ? "/docs" : "/" }) },
    {
      what: "POST generate",
      everyMs: 10_000,
      call: ({ imageUrl, localAddress }, number) => ({
        method: "POST",
        path: "/api/v1/generate",
        body: JSON.stringify(photoOf(imageUrl, `${localAddress} photo ${number}`)),
      }),
    },
  ];

/** Opens two accounts, each with a picture, a photo and a cut-out. */
export async function openCustomers(target: Target): Promise<Customer[]> {
  const open = async (localAddress: string): Promise<Customer> => {
    const { key } = await target.openAccount({ topup: 100_000 });
    const imageUrl = await target.requireUpload(key, await readSample("mug"));
    const made = [await target.generate(key, imageUrl, "first"), await target.cutOut(key, imageUrl)];
    const paths = [imageUrl, ...made.map((answer) => String(fieldsOf(answer).result_url))].map(pathOf);
    const hashes = await Promise.all(paths.map((path) => hashOf(target, path)));
    return { key, imageUrl, localAddress, files: new Map(paths.map((path, at) => [path, hashes[at] ?? ""])) };
  };
  return [await open("127.20.0.1"), await open("127.30.0.1")];
}

async function hashOf(target: Target, path: string): Promise<string> {
  const { status, body } = await target.send({ path });
  return status === 200 ? createHash("sha256").update(body).digest("hex") : `status ${status}`;
}

/** Checks the files, a new photo, and the credits of all accounts. */
export async function checkCustomers(target: Target, customers: readonly Customer[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { key, imageUrl, files } of customers) {
    for (const [path, hash] of files)
      if ((await hashOf(target, path)) !== hash) problems.push(`a file is lost: ${path}`);
    const isMade = async () => (await target.generate(key, imageUrl, "after")).status === 200;
    if (!(await poll(isMade, { everyMs: 500, timeoutMs: 30_000 })))
      problems.push("no photo could be made within 30 s after the attack");
  }
  await target.auditCredits().catch((error: Error & { stderr?: string }) => {
    problems.push(`the credits do not add up: ${error.stderr ?? error.message}`);
  });
  return problems;
}

/** Starts the calls of the customers. Only calls that begin after `count` is called are counted. */
export function startCustomers(baseUrl: string, customers: readonly Customer[]) {
  let isStopped = false;
  let isCounted = false;
  const ms: Record<string, number[]> = Object.fromEntries(schedule.map(({ what }) => [what, []]));
  const refusals: string[] = [];

  async function note(what: string, call: Promise<Answer>): Promise<void> {
    const counts = isCounted;
    const answer = await call;
    if (!counts) return;
    ms[what]?.push(answer.ms);
    if (answer.status !== 200)
      refusals.push(`another account's ${what} was answered ${answer.status || "not at all"}`);
  }

  /** Without waiting for responses: a long stall must count for every call that falls into it. */
  async function repeat(
    customer: Customer,
    { what, everyMs, call }: (typeof schedule)[number],
  ): Promise<void> {
    const headers = { authorization: `Bearer ${customer.key}`, "content-type": "application/json" };
    const { localAddress } = customer;
    const waiting = new Set<Promise<void>>();
    for (let number = 0; !isStopped; number += 1) {
      if (waiting.size < maxWaiting) {
        const sent = send(baseUrl, { ...call(customer, number), headers, localAddress, timeoutMs: 90_000 });
        const begun: Promise<void> = note(what, sent).finally(() => waiting.delete(begun));
        waiting.add(begun);
      }
      await sleep(everyMs);
    }
    await Promise.all(waiting);
  }

  const work = customers.flatMap((customer) => schedule.map((entry) => repeat(customer, entry)));
  return {
    count(): void {
      isCounted = true;
    },
    async stop(): Promise<CustomerCalls> {
      isStopped = true;
      await Promise.all(work);
      return {
        creditsP99Ms: percentile(ms["GET credits"] ?? [], 0.99),
        slowestPageMs: Math.max(0, ...(ms.page ?? [])),
        calls: Object.values(ms).flat().length,
        photos: ms["POST generate"]?.length ?? 0,
        refusals,
      };
    },
  };
}
