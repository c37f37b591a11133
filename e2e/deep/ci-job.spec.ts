// Guards that a CI job can test every outcome with only a test key.

import { startReceiver } from "#lib/testing/webhooks/receiver.ts";
import { expect, test } from "../installed-client.ts";

// The packed client library, its command line and agents against the running service, with keys of their own and only
// the public reference. One worker runs all of them: installing the client takes longer than most of these tests.
test.describe.configure({ mode: "default", timeout: 240_000 });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("a CI job can test every outcome, signed webhooks and a batch of ten with only a test key", async ({
  demo,
  installed: { sdk },
}) => {
  const client = new sdk.PhotoService({ baseUrl: demo.base_url, apiKey: demo.test_api_key, maxRetries: 0 });
  const hook = await client.webhooks.endpoints.create({ url: receiver.url("/ci"), events: ["*"] });
  const photoOf = (name: string) =>
    ({ image_url: `${demo.base_url}/test/${name}.jpg`, type: "product", style: "studio" }) as const;
  const names = ["ok", "slow", "no-product", "refused", "failed", "insufficient-credits", "overloaded"];
  const items = Array.from({ length: 10 }, (_, place) => ({
    custom_id: `item-${place}`,
    operation: "generate" as const,
    request: { ...photoOf("ok"), seed: place },
  }));
  const [outcomes, batch] = await Promise.all([
    Promise.allSettled(names.map((name) => client.photos.generate(photoOf(name)))),
    client.batches.create({ items }).then(({ id }) => client.batches.waitFor(id)),
  ]);
  expect(batch).toMatchObject({ livemode: false, counts: { total: 10, succeeded: 10 } });
  const [ok, slow, ...refused] = outcomes;
  for (const outcome of [ok, slow])
    expect(outcome).toMatchObject({ status: "fulfilled", value: { credits_used: 1 } });
  const errors = refused.map((outcome) => (outcome.status === "rejected" ? outcome.reason : outcome));
  expect(errors).toMatchObject([
    { name: "GenerationFailedError", code: "generation_failed" },
    { name: "GenerationFailedError", code: "generation_failed" },
    { name: "GenerationFailedError", code: "generation_failed" },
    { name: "InsufficientCreditsError", code: "insufficient_credits" },
    { name: "ServiceError", code: "overloaded", retryAfterMs: expect.any(Number) },
  ]);
  for (const { message, fix, requestId } of errors)
    expect([message, fix, requestId]).toEqual(Array(3).fill(expect.stringMatching(/./)));

  const readEvents = async () => {
    const came = receiver.at("/ci");
    const events = await Promise.all(
      came.map(({ text, headers }) => client.webhooks.unwrap(text, headers, hook.secret)),
    );
    const wanted = new Set([...(await idsOf(batch.id)), batch.id]);
    return events.filter((event) => wanted.delete(String(Object(event.data).id)));
  };
  const idsOf = async (id: string) => (await client.batches.items(id).toArray()).map((item) => item.id);
  await expect.poll(async () => (await readEvents()).length).toBe(11);
  for (const { data } of await readEvents()) expect(data).toMatchObject({ livemode: false });
  const [changed] = receiver.at("/ci");
  await expect(
    client.webhooks.unwrap(`${changed?.text} `, changed?.headers ?? {}, hook.secret),
  ).rejects.toMatchObject({ name: "WebhookVerificationError" });
  await client.webhooks.endpoints.delete(hook.id);
});
