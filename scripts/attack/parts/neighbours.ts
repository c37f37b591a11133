import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../../bench/parts/measure.ts";
import { readSample } from "../../parts/samples.ts";
import { type Answer, send } from "./http.ts";
import type { Target } from "./target.ts";

/** A customer who works as usual, from another network, while the service is attacked. */
export interface Neighbour {
  key: string;
  imageUrl: string;
  /** Source address of their connections; limits for the attacker's address must not apply to it. */
  localAddress: string;
}

/** Results of the calls of all neighbours. */
export interface NeighbourCalls {
  creditsP99Ms: number;
  calls: number;
  photos: number;
  /** One sentence per refusal. */
  refusals: string[];
}

type Ask = (method: string, call: string, json?: object) => Promise<Answer>;

/** Together below the default rate limit per minute. */
const creditsEveryMs = 200;
const listEveryMs = 2_000;
const photoEveryMs = 10_000;
/** Limit of pending calls of one kind; above it no new call is started. */
const maxWaiting = 20;

/** Opens two accounts with a picture each. */
export async function openNeighbours(target: Target): Promise<Neighbour[]> {
  const open = async (localAddress: string) => {
    const { key } = await target.openAccount({ tier: "ultra", topup: 100_000 });
    return { key, imageUrl: await target.requireUpload(key, await readSample("mug")), localAddress };
  };
  return [await open("127.20.0.1"), await open("127.30.0.1")];
}

/** Starts the calls of the neighbours. Only calls that begin after `count` is called are counted. */
export function startNeighbours(baseUrl: string, neighbours: readonly Neighbour[]) {
  let isStopped = false;
  let isCounted = false;
  const creditsMs: number[] = [];
  const seen = { calls: 0, photos: 0, refusals: [] as string[] };

  async function note(what: string, call: Promise<Answer>): Promise<void> {
    const counts = isCounted;
    const { status, ms } = await call;
    if (!counts) return;
    seen.calls += 1;
    if (what === "GET credits") creditsMs.push(ms);
    if (what === "POST generate") seen.photos += 1;
    if (status !== 200)
      seen.refusals.push(`another account's ${what} was answered ${status || "not at all"}`);
  }

  const work = neighbours.flatMap(({ key, imageUrl, localAddress }, index) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const ask: Ask = (method, call, json) =>
      send(baseUrl, {
        method,
        path: `/api/v1/${call}`,
        headers,
        localAddress,
        timeoutMs: 90_000,
        body: json && JSON.stringify(json),
      });
    const photo = (number: number) => {
      const prompt = `neighbour ${index} photo ${number}`;
      return ask("POST", "generate", { image_url: imageUrl, type: "product", style: "studio", prompt });
    };
    return [
      repeat(creditsEveryMs, () => note("GET credits", ask("GET", "credits"))),
      repeat(listEveryMs, () => note("GET generations", ask("GET", "generations?limit=20"))),
      repeat(photoEveryMs, (number) => note("POST generate", photo(number))),
    ];
  });

  /**
   * Fixed schedule instead of a pause after each response: a long stall must count for every call that falls into it.
   */
  async function repeat(everyMs: number, call: (number: number) => Promise<void>): Promise<void> {
    const waiting = new Set<Promise<void>>();
    for (let number = 0; !isStopped; number += 1) {
      if (waiting.size < maxWaiting) {
        const begun: Promise<void> = call(number).finally(() => waiting.delete(begun));
        waiting.add(begun);
      }
      await sleep(everyMs);
    }
    await Promise.all(waiting);
  }

  return {
    count(): void {
      isCounted = true;
    },
    async stop(): Promise<NeighbourCalls> {
      isStopped = true;
      await Promise.all(work);
      return { ...seen, creditsP99Ms: percentile(creditsMs, 0.99) };
    },
  };
}
