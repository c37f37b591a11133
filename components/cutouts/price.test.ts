import { expect, test } from "vitest";
import { batchRequest } from "#lib/contract/batches/schemas.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { stubFetch } from "#lib/testing/fetched.ts";
import { estimateOrder, waitForOnlyItem } from "../photos/order-request.ts";
import { defaultChoices, toCutoutOrder } from "./model.ts";
import { describePrice, priceOf } from "./price.ts";

const fetched = stubFetch();

const { t } = createLanguage("en", {});
const { signal } = new AbortController();
const order = toCutoutOrder(
  ["mug", "hat", "lamp"].map((name) => ({ name, imageUrl: `https://host.example/${name}.jpg` })),
  defaultChoices,
  t,
);
const askPrice = async () => priceOf(order, await estimateOrder(order.items, signal));
/** Mocks the estimate: the price of each item, and the id of identical open or finished work. */
const costs = (...requests: { credits: number; open_id?: string; reused_id?: string }[]) =>
  fetched.mockImplementation(async () =>
    Response.json({
      requests: requests.map((request) => ({ open_id: null, reused_id: null, ...request })),
      credits: 99,
      credits_remaining: { monthly: 15, topup: 0, total: 15 },
    }),
  );

test("an order cannot cost more than shown, and omits cut-outs that are there or being made", async () => {
  costs({ credits: 0, reused_id: "gen_0" }, { credits: 10, open_id: "gen_1" }, { credits: 10 });
  const price = await askPrice();
  expect(price).toMatchObject({ credits: 10, left: 15, had: ["gen_0"], open: 1 });
  expect(batchRequest.safeParse(price.order).error?.issues).toBeUndefined();
  expect(price.order).toMatchObject({ max_credits: 10, items: [{ custom_id: "lamp_cutout" }] });
  expect(describePrice(price, 3, t)).toBe(
    "1 picture: 10 credits. 1 is already there and is left out. 1 is being made already and is left out.",
  );
});

test.each([
  ["all there", { credits: 0, reused_id: "gen_0" }, "These cut-outs are already there."],
  ["being made", { credits: 10, open_id: "gen_1" }, "These cut-outs are being made already."],
])("cut-outs that are %s cannot be ordered again", async (_name, known, text) => {
  costs(known, known, known);
  const price = await askPrice();
  expect(price).toMatchObject({ credits: 0, order: null });
  expect(describePrice(price, 3, t)).toBe(text);
});

test("the price line reports a balance that is too low", async () => {
  costs({ credits: 10 }, { credits: 10 }, { credits: 10 });
  expect(describePrice(await askPrice(), 3, t)).toBe("3 pictures: 30 credits. Only 15 credits are left.");
});

test("a refusal is reported, and leaving the page aborts the wait", async () => {
  const error = { code: "no_active_subscription", message: "No plan." };
  fetched.mockImplementation(async () => Response.json({ error }, { status: 403 }));
  await expect(askPrice()).rejects.toMatchObject(error);
  const closing = new AbortController();
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new DOMException("left", "AbortError")));
      }),
  );
  const waiting = waitForOnlyItem("bat_1", closing.signal);
  closing.abort();
  await expect(waiting).rejects.toThrow("left");
});
