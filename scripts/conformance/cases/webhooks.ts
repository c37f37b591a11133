import { maxWebhookEndpoints } from "#lib/contract/limits.ts";
import { operations } from "#lib/contract/operations.ts";
import { at, type OperationCases } from "./types.ts";

const since = () => new Date(Date.now() - 3_600_000).toISOString();

/** Subscribers, what was sent to them, and the events of an account. */
export const webhookCases = {
  createWebhookEndpoint: {
    success: async (things) => ({ json: { url: await things.subscriber(), events: ["*"] } }),
    refusals: [
      { code: "invalid_params", call: () => ({ json: { url: "http://10.0.0.1/", events: ["*"] } }) },
      {
        code: "invalid_params",
        reason: "too_many_webhook_endpoints",
        async call(things) {
          const json = { url: await things.subscriber(), events: ["*"], description: "one of too many" };
          const key = await things.world.account("stranger");
          const make = () => things.world.call(operations.createWebhookEndpoint, { json }, key);
          await Promise.all(Array.from({ length: maxWebhookEndpoints }, make));
          return { json };
        },
        by: "stranger",
      },
    ],
  },
  listWebhookEndpoints: { success: () => ({}) },
  getWebhookEndpoint: { success: async (things) => at(await things.endpoint()) },
  updateWebhookEndpoint: {
    success: async (things) => at(await things.endpoint(), { json: { description: "conformance" } }),
  },
  deleteWebhookEndpoint: { success: async (things) => at(await things.makeEndpoint()) },
  rotateWebhookSecret: { success: async (things) => at(await things.makeEndpoint()) },
  testWebhookEndpoint: {
    async success(things) {
      const id = await things.makeEndpoint();
      await things.deliveryOf(id);
      return at(id);
    },
    refusals: [{ code: "endpoint_paused", call: async (things) => at(await things.pausedEndpoint()) }],
  },
  listWebhookDeliveries: { success: async (things) => at(await things.endpoint()) },
  getWebhookDelivery: { success: async (things) => at(await things.deliveryOf(await things.endpoint())) },
  replayWebhooks: {
    success: async (things) => at(await things.endpoint(), { json: { since: since() } }),
    refusals: [
      {
        code: "endpoint_paused",
        call: async (things) => at(await things.pausedEndpoint(), { json: { since: since() } }),
      },
    ],
  },
  redeliverWebhook: {
    success: async (things) => at(await things.deliveryOf(await things.endpoint())),
    refusals: [
      {
        code: "endpoint_paused",
        call: async (things) => at(await things.deliveryOf(await things.pausedEndpoint())),
      },
    ],
  },
  listEvents: { success: () => ({}) },
  getEvent: { success: async (things) => at(await things.event()) },
} satisfies Record<string, OperationCases>;
