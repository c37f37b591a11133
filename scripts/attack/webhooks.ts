import { setTimeout as sleep } from "node:timers/promises";
import { maxWebhookEndpoints, unansweredWebhooksPerMinute } from "#lib/contract/limits.ts";
import { startReceiver } from "#lib/testing/webhooks/receiver.ts";
import { poll } from "../bench/parts/service.ts";
import { readSample } from "../parts/samples.ts";
import { type Attack, inSeconds, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, fieldsOf } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const deliveredWithinMs = 1_000;
/** The default of WEBHOOK_RATE_PER_MINUTE. */
const answeredPerMinute = 600;

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Opens an account whose order of a thousand free results causes one event per endpoint and result. */
async function openOrderer(target: Target) {
  const { key } = await target.openAccount({ tier: "pro" });
  const imageUrl = await target.requireUpload(key, await readSample("perfume"));
  const first = await target.cutOut(key, imageUrl);
  if (first.status !== 200) throw new Error(`a cut-out was answered ${first.status}: ${first.body}`);
  const order = (count: number) => {
    const request = { image_url: imageUrl };
    const items = times(count, (index) => ({ custom_id: `${index}`, operation: "remove_bg", request }));
    return target.api(key, "POST", "batches", { reuse: true, items });
  };
  return { key, order };
}

interface EndpointFields {
  url: string;
  reused_items?: boolean;
}

async function makeEndpoint(target: Target, key: string, fields: EndpointFields): Promise<string> {
  const answer = await target.api(key, "POST", "webhook-endpoints", { events: ["*"], ...fields });
  if (answer.status !== 201) throw new Error(`an endpoint was answered ${answer.status}: ${answer.body}`);
  return String(fieldsOf(answer).id);
}

async function requireVerified(target: Target, key: string, id: string): Promise<void> {
  const isVerified = async () =>
    fieldsOf(await target.api(key, "GET", `webhook-endpoints/${id}`)).verified_at !== null;
  if (!(await poll(isVerified, { everyMs: 100, timeoutMs: 60_000 })))
    throw new Error(`the endpoint ${id} was not verified by its first ping`);
}

const test = (target: Target, key: string, id: string) =>
  target.api(key, "POST", `webhook-endpoints/${id}/test`);

/** Creates as many endpoints as an account may have, each with its own path. */
async function makeEndpoints(target: Target, key: string, receiver: Receiver) {
  const paths = times(maxWebhookEndpoints, (index) => `/${index}`);
  const ids: string[] = [];
  for (const path of paths) {
    ids.push(await makeEndpoint(target, key, { url: receiver.url(path), reused_items: true }));
  }
  return { paths, ids };
}

/** Endpoints that responded once and then never again, while another account tests its webhooks. */
export const slowWebhooks: Attack = {
  name: "webhooks-slow",
  does: "sends tests and events to twenty endpoints that never answer, next to another account's webhooks",
  async prepare(target) {
    const receiver = await startReceiver();
    const orderer = await openOrderer(target);
    const { paths, ids } = await makeEndpoints(target, orderer.key, receiver);
    for (const id of ids) await requireVerified(target, orderer.key, id);
    const other = await target.openAccount({ tier: "pro" });
    const otherId = await makeEndpoint(target, other.key, { url: receiver.url("/other") });
    await requireVerified(target, other.key, otherId);
    return async () => {
      for (const path of paths) receiver.answerWith(path, () => undefined);
      const answers: Answer[] = [];
      const problems: string[] = [];
      const waitsMs: number[] = [];
      const endsAt = Date.now() + 60_000;
      const flood = async () => {
        answers.push(await orderer.order(100));
        while (Date.now() < endsAt) {
          for (const id of ids) answers.push(await test(target, orderer.key, id));
          await sleep(1_000);
        }
      };
      const testOther = async () => {
        for (let count = receiver.at("/other").length + 1; Date.now() < endsAt; count += 1) {
          const startedAt = performance.now();
          const { status } = await test(target, other.key, otherId);
          if (status !== 200) problems.push(`the other account's test returned ${status}`);
          const arrived = receiver.until("/other", count).then(() => true);
          if (!(await Promise.race([arrived, sleep(30_000, false)])))
            problems.push("the other account's webhook did not arrive in 30 s");
          waitsMs.push(performance.now() - startedAt);
          await sleep(500);
        }
      };
      await Promise.all([flood(), testOther()]);
      receiver.close();
      const longestMs = Math.max(...waitsMs);
      const late = waitsMs.filter((ms) => ms > deliveredWithinMs).length;
      problems.push(
        ...problemsOf([late > 0, `${late} of ${waitsMs.length} webhooks of the other account took over 1 s`]),
      );
      return outcomeOf(
        answers,
        problems,
        `the other's ${waitsMs.length} came within ${inSeconds(longestMs, 2)}`,
      );
    };
  },
};

/** The highest number of these times within any minute. */
function countPerMinute(atMs: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, at] of atMs.entries()) {
    while (at - (atMs[first] ?? at) >= 60_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Starts a host that returns one status to all POSTs, and records when they arrive. */
async function startHost(paths: readonly string[], status: number) {
  const receiver = await startReceiver();
  const atMs: number[] = [];
  for (const path of paths) {
    receiver.answerWith(path, (_request, response) => {
      atMs.push(performance.now());
      response.writeHead(status).end();
    });
  }
  return { receiver, atMs };
}

/** Uses free orders to make the service send POSTs to other hosts. */
export const amplifier: Attack = {
  name: "amplifier",
  does: "orders a thousand free results for twenty endpoints on a host that never returns 2xx, and on one that does",
  async prepare(target) {
    const paths = times(maxWebhookEndpoints, (index) => `/${index}`);
    const [refusing, taking] = [await startHost(paths, 404), await startHost(paths, 200)];
    const [first, second] = [await openOrderer(target), await openOrderer(target)];
    return async () => {
      const answers: Answer[] = [];
      const endsAt = Date.now() + 130_000;
      const { ids } = await makeEndpoints(target, first.key, refusing.receiver);
      const trusted = await makeEndpoints(target, second.key, taking.receiver);
      for (const id of trusted.ids) await requireVerified(target, second.key, id);
      answers.push(await first.order(1_000), await second.order(1_000));
      for (let round = 1; Date.now() < endsAt; round += 1) {
        for (const [index, id] of ids.entries()) {
          const url = refusing.receiver.url(`/${(index + round) % ids.length}`);
          answers.push(await test(target, first.key, id));
          answers.push(await target.api(first.key, "PATCH", `webhook-endpoints/${id}`, { url }));
        }
        await sleep(5_000);
      }
      for (const { receiver } of [refusing, taking]) receiver.close();
      const [refused, taken] = [countPerMinute(refusing.atMs), countPerMinute(taking.atMs)];
      const batches = answers.slice(0, 2).filter(({ status }) => status !== 202).length;
      const problems = problemsOf(
        [batches > 0, "a batch was not accepted"],
        [refused > unansweredWebhooksPerMinute, `${refused} POSTs in a minute at a host without a 2xx`],
        [refused === 0, "the host that never returns 2xx received no POST"],
        [taken > answeredPerMinute, `${taken} POSTs in a minute at a host that answers`],
        [taken < answeredPerMinute / 2, `only ${taken} POSTs in a minute at a host that answers`],
      );
      return outcomeOf(answers, problems, `POSTs per minute: ${refused} without a 2xx, ${taken} with`);
    };
  },
};

/** Uses event replays to make the service send POSTs to other hosts. */
export const replays: Attack = {
  name: "replays",
  does: "replays a thousand events to twenty endpoints, repeatedly, on a host that accepts them",
  async prepare(target) {
    const paths = times(maxWebhookEndpoints, (index) => `/${index}`);
    const { receiver, atMs } = await startHost(paths, 200);
    const orderer = await openOrderer(target);
    const { ids } = await makeEndpoints(target, orderer.key, receiver);
    for (const id of ids) await requireVerified(target, orderer.key, id);
    return async () => {
      const ordered = await orderer.order(1_000);
      const answers: Answer[] = [];
      const endsAt = Date.now() + 90_000;
      const replay = async (id: string) => {
        while (Date.now() < endsAt) {
          const since = new Date(Date.now() - 3_600_000).toISOString();
          answers.push(await target.api(orderer.key, "POST", `webhook-endpoints/${id}/replay`, { since }));
          await sleep(500);
        }
      };
      await Promise.all([...ids, ...ids].map(replay));
      receiver.close();
      const most = countPerMinute(atMs);
      const unclear = answers.filter(({ status }) => ![202, 400, 429, 503].includes(status));
      const problems = problemsOf(
        [ordered.status !== 202, `the batch was answered ${ordered.status}`],
        [most > answeredPerMinute, `${most} POSTs in a minute at one host`],
        [most < answeredPerMinute / 2, `only ${most} POSTs in a minute at a host that answers`],
        [
          unclear.length > 0,
          `${unclear.length} replays were answered ${unclear[0]?.status}: ${unclear[0]?.body}`,
        ],
      );
      return outcomeOf(answers, problems, `POSTs per minute: ${most}`);
    };
  },
};
