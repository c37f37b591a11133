import { testBalance, testWorkPerDay } from "#lib/contract/keys/test-mode.ts";
import { readSample } from "../parts/samples.ts";
import { type Attack, checkBalance, outcomeOf, problemsOf, times } from "./parts/attack.ts";
import { type Answer, fieldsOf, isRefused } from "./parts/http.ts";
import type { Target } from "./parts/target.ts";

const budget = 50;
const callers = 20;
const ordersOfCaller = 10;

/** Orders a batch of `count` photos for one credit each, which are charged at once. */
function orderPhotos(target: Target, key: string, imageUrl: string, count: number): Promise<Answer> {
  const request = { image_url: imageUrl, type: "product", style: "studio" };
  const items = times(count, (index) => ({ custom_id: `${index}`, operation: "generate", request }));
  return target.api(key, "POST", "batches", { items });
}

const codeOf = (answer: Answer) => String(Object(fieldsOf(answer).error).code);

async function cancelAll(target: Target, key: string, orders: readonly Answer[]): Promise<void> {
  const ids = orders.flatMap((order) => fieldsOf(order).id ?? []);
  await Promise.all(ids.map((id) => target.api(key, "POST", `batches/${id}/cancel`)));
}

/** Keys that share one monthly limit, all used at the same time. */
export const keyBudget: Attack = {
  name: "key-budget",
  does: "orders 200 photos at once with twenty keys that share one monthly limit of 50 credits",
  async prepare(target) {
    const account = await target.openAccount({ topup: 300 });
    const imageUrl = await target.requireUpload(account.key, await readSample("mug"));
    const manager = await target.makeKey(account, ["--max-credits", String(budget)]);
    const made = await Promise.all(
      times(callers - 1, (index) => target.api(manager.key, "POST", "keys", { name: `caller ${index}` })),
    );
    const keys = [manager.key, ...made.map((answer) => String(fieldsOf(answer).key))];
    return async () => {
      const orders = await Promise.all(
        keys.flatMap((key) => times(ordersOfCaller, () => orderPhotos(target, key, imageUrl, 1))),
      );
      const taken = orders.filter(({ status }) => status === 202).length;
      const unclear = orders.filter(
        (order) => order.status !== 202 && codeOf(order) !== "key_budget_exceeded",
      );
      const { credits_this_month: counted } = fieldsOf(
        await target.api(manager.key, "GET", `keys/${manager.id}`),
      );
      const problems = problemsOf(
        [taken !== budget, `${taken} photos were ordered on a limit of ${budget}`],
        [counted !== budget, `the limit counts ${counted} credits`],
        [unclear.length > 0, `${unclear.length} answers were like ${unclear[0]?.status} ${unclear[0]?.body}`],
      );
      problems.push(...(await checkBalance(target, account, taken)));
      await cancelAll(target, account.key, orders);
      return outcomeOf(orders, problems, `${taken} ordered`);
    };
  },
};

/** A key with the scope to manage keys tries to escalate its privileges. */
export const keyEscalation: Attack = {
  name: "key-escalation",
  does: "creates, changes and rotates keys with a restricted key, to gain scopes, credits and validity",
  async prepare(target) {
    const account = await target.openAccount({ topup: 50 });
    const stranger = await target.openAccount({ topup: 50 });
    const strong = await target.makeKey(account);
    const others = await target.makeKey(stranger);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const weak = await target.makeKey(account, [
      ...["--scopes", "keys,work:read", "--max-credits", "10", "--expires", soon],
    ]);
    const read = async () => fieldsOf(await target.api(account.key, "GET", "keys?limit=100")).data;
    return async () => {
      const before = await read();
      const call = (method: string, path: string, json?: object) => target.api(weak.key, method, path, json);
      const wanted = [
        { scopes: ["work:write"] },
        { scopes: ["keys", "account:read"] },
        { max_credits_per_month: 11 },
        { max_credits_per_month: null },
        { expires_at: later },
        { expires_at: null },
      ];
      const attempts = wanted.flatMap((fields) => [
        () => call("POST", "keys", { name: "mine", ...fields }),
        () => call("PATCH", `keys/${weak.id}`, fields),
        () => call("PATCH", `keys/${strong.id}`, { name: "mine", ...fields }),
        () => call("POST", `keys/${strong.id}/rotate`, { overlap_hours: 0 }),
        () => call("PATCH", `keys/${others.id}`, fields),
        () => call("POST", `keys/${others.id}/rotate`, {}),
        () => call("DELETE", `keys/${others.id}`),
        () => call("GET", "credits"),
      ]);
      const answers = await Promise.all(times(5, () => attempts).flatMap((all) => all.map((one) => one())));
      const granted = answers.filter((answer) => !isRefused(answer));
      const failed = answers.filter(({ status }) => status === 0 || status >= 500);
      const after = await read();
      const strangersKey = await target.api(others.key, "GET", "credits");
      const problems = problemsOf(
        [granted.length > 0, `${granted.length} attempts were granted: ${granted[0]?.body}`],
        [failed.length > 0, `${failed.length} attempts were answered ${failed[0]?.status}`],
        [withoutUse(after) !== withoutUse(before), "keys were changed"],
        [strangersKey.status !== 200, "the key of another account no longer works"],
      );
      return outcomeOf(answers, problems);
    };
  },
};

/** Serializes keys without `last_used_at`, which changes with every use. */
const withoutUse = (keys: unknown) =>
  JSON.stringify(keys, (name, value: unknown) => (name === "last_used_at" ? undefined : value));

/** Uses test mode to reach live objects and to get unlimited work. */
export const testMode: Attack = {
  name: "test-mode",
  does: "reads and changes live objects with a test key, and orders 600 test generations at once",
  async prepare(target) {
    const account = await target.openAccount({ tier: "pro" });
    const imageUrl = await target.requireUpload(account.key, await readSample("mug"));
    const live = await target.makeKey(account);
    const test = await target.makeKey(account, ["--test"]);
    const made = await target.generate(account.key, imageUrl);
    const work = String(made.headers["x-generation-id"]);
    const batch = fieldsOf(await orderPhotos(target, account.key, imageUrl, 1)).id;
    const hook = { url: "http://127.0.0.1:9/", events: ["*"] };
    const endpoint = fieldsOf(await target.api(account.key, "POST", "webhook-endpoints", hook)).id;
    const look = fieldsOf(
      await target.api(account.key, "POST", "looks", { name: "Mine", settings: { style: "studio" } }),
    ).id;
    const paths = [
      ...[`generations/${work}`, `batches/${batch}`, `webhook-endpoints/${endpoint}`],
      ...[`looks/${look}`, `keys/${live.id}`],
    ];
    const deeper = [
      ...[`generations/${work}/file`, `batches/${batch}/items`, `batches/${batch}/archive`],
      ...[`batches/${batch}/results.csv`, `webhook-endpoints/${endpoint}/deliveries`],
    ];
    const spent = account.credits - (await target.creditsOf(account.key));
    return async () => {
      const call = (method: string, path: string, json?: object) => target.api(test.key, method, path, json);
      const looks = await Promise.all([
        ...[...paths, ...deeper].map((path) => call("GET", path)),
        ...paths.map((path) => call("DELETE", path)),
        call("POST", `batches/${batch}/cancel`),
        call("POST", `keys/${live.id}/rotate`, {}),
        call("POST", `webhook-endpoints/${endpoint}/replay`, { since: "2026-01-01T00:00:00Z" }),
        call("POST", "keys", { name: "live", test: false }),
      ]);
      const seen = looks.filter((answer) => !isRefused(answer));
      const lists = await Promise.all(
        ["generations", "batches", "webhook-endpoints", "looks"].map((path) => call("GET", path)),
      );
      const shown = lists.filter((list) => (fieldsOf(list).data as unknown[] | undefined)?.length !== 0);
      const failing = `${target.baseUrl}/test/failed.jpg`;
      const orders = await Promise.all(times(60, () => orderPhotos(target, test.key, failing, 10)));
      const taken = orders.filter(({ status }) => status === 202).length * 10;
      const unclear = orders.filter(({ status }) => status !== 202 && status !== 429);
      const still = await Promise.all(paths.map((path) => target.api(live.key, "GET", path)));
      const lost = still.filter(isRefused);
      const problems = problemsOf(
        [seen.length > 0, `${seen.length} live objects were reached: ${seen[0]?.body.subarray(0, 200)}`],
        [shown.length > 0, "live objects were listed"],
        [lost.length > 0, `${lost.length} live objects are gone`],
        [taken !== testWorkPerDay, `${taken} pieces of test work were taken, of ${testWorkPerDay} in a day`],
        [unclear.length > 0, `${unclear.length} orders were answered ${unclear[0]?.status}`],
        [(await target.creditsOf(test.key)) > testBalance, "the test balance grew"],
      );
      problems.push(...(await checkBalance(target, account, spent)));
      return outcomeOf([...looks, ...lists, ...orders], problems, `${taken} pieces of test work`);
    };
  },
};
