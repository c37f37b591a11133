import { maxWebhookEndpoints } from "#lib/contract/limits.ts";
import { operations } from "#lib/contract/operations.ts";
import type { Things } from "../things.ts";
import { at, json, nothing, type OperationCases } from "./types.ts";

const since = { json: { since: new Date(Date.now() - 3_600_000).toISOString() } };

async function fillEndpoints(things: Things) {
  const body = { url: await things.subscriber(), events: ["*"], description: "one of too many" };
  const key = await things.world.account("stranger");
  const make = () => things.world.call(operations.createWebhookEndpoint, { json: body }, key);
  await Promise.all(Array.from({ length: maxWebhookEndpoints }, make));
  return body;
}

/** Subscribers, what was sent to them, and the events of an account. */
export const webhookCases = {
  createWebhookEndpoint: [
    json(async (things) => ({ url: await things.subscriber(), events: ["*"] })),
    ["invalid_params", "too_many_webhook_endpoints", json(fillEndpoints), "stranger"],
  ],
  listWebhookEndpoints: [nothing],
  getWebhookEndpoint: [at("endpoint")],
  updateWebhookEndpoint: [at("endpoint", { json: { description: "conformance" } })],
  deleteWebhookEndpoint: [at("makeEndpoint")],
  rotateWebhookSecret: [at("makeEndpoint")],
  testWebhookEndpoint: [at("readyEndpoint"), ["endpoint_paused", null, at("pausedEndpoint")]],
  listWebhookDeliveries: [at("endpoint")],
  getWebhookDelivery: [at("delivery")],
  replayWebhooks: [at("endpoint", since), ["endpoint_paused", null, at("pausedEndpoint", since)]],
  redeliverWebhook: [at("delivery"), ["endpoint_paused", null, at("pausedDelivery")]],
  listEvents: [nothing],
  getEvent: [at("event")],
} satisfies Record<string, OperationCases>;
