import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signWebhook, unwrap } from "./index.ts";

const event = {
  id: "evt_1",
  type: "test.ping",
  timestamp: "2026-11-21T09:00:00Z",
  data: { endpoint_id: "whe_1" },
};
const body = JSON.stringify(event);
const now = 1_764_000_000_000;
const secret = newWebhookSecret();
const at = { now };
const signed = (text = body, timestamp = now / 1000, key = secret) =>
  signWebhook(text, { id: "evt_1", timestamp, secret: key });

test("accepts and creates the same signatures as another implementation of Standard Webhooks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string({ minLength: 1 }), async (text, id) => {
      const other = new Webhook(secret);
      const json = JSON.stringify({ text });
      const safeId = encodeURIComponent(id);
      const own = await signWebhook(json, { id: safeId, timestamp: now / 1000, secret });
      expect(own["webhook-signature"]).toBe(other.sign(safeId, new Date(now), json));
      expect(await unwrap(json, own, secret, at)).toEqual({ text });
    }),
    { numRuns: 40 },
  );
});

test("accepts headers and body in any form, and one of several secrets and signatures", async () => {
  const headers = await signed();
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  for (const form of [headers, new Headers(headers), upper])
    expect(await unwrap(body, form, secret, at)).toEqual(event);
  expect(await unwrap(new TextEncoder().encode(body), headers, [newWebhookSecret(), secret], at)).toEqual(
    event,
  );
  const both = { ...headers, "webhook-signature": `v1,AAAA v2,x ${headers["webhook-signature"]}` };
  expect(await unwrap(body, both, secret, at)).toEqual(event);
});

test("rejects an event that is changed, signed with another secret, too old, too early, or without its headers", async () => {
  const headers = await signed();
  const [old, early] = await Promise.all([-301, 301].map((off) => signed(body, now / 1000 + off)));
  const refused = [
    () => unwrap(`${body} `, headers, secret, at),
    () => unwrap(body, { ...headers, "webhook-id": "evt_2" }, secret, at),
    () => unwrap(body, { ...headers, "webhook-timestamp": String(now / 1000 + 1) }, secret, at),
    () => unwrap(body, { ...headers, "webhook-signature": "v1,!!" }, secret, at),
    () => unwrap(body, { ...headers, "webhook-signature": "" }, secret, at),
    () => unwrap(body, headers, newWebhookSecret(), at),
    () => unwrap(body, headers, "whsec_", at),
    () => unwrap(body, old ?? {}, secret, at),
    () => unwrap(body, early ?? {}, secret, at),
    () => unwrap(body, { ...headers, "webhook-timestamp": "soon" }, secret, at),
    () => unwrap(body, {}, secret, at),
  ];
  for (const one of refused)
    await expect(one()).rejects.toMatchObject({ name: "WebhookVerificationError", fix: expect.any(String) });
  const later = { now: now + 250_000 };
  expect(await unwrap(body, headers, secret, later)).toEqual(event);
  await expect(unwrap(body, headers, secret, { ...later, toleranceSeconds: 60 })).rejects.toThrow("old");
});
