import {
  maxHeldWebhooks,
  maxWebhookEndpoints,
  secretOverlapHours,
  unansweredWebhooksPerMinute,
  webhookHeldHours,
  webhookHistoryDays,
  webhookHistoryDeliveries,
  webhookRetrySeconds,
  webhookTimeoutSeconds,
} from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import { pingEvent } from "./events.ts";
import * as schemas from "./schemas.ts";

const { endpoint, newEndpoint, endpointWithSecret, delivery } = examples.webhooks;

const shared = {
  section: "webhooks",
  missingKeyCode: "missing_api_key",
  needsSubscription: false,
  scope: "webhooks",
} as const;
const badUrl = {
  path: "url",
  message: "url: the address could not be reached; it must be a public http(s) address",
};
const badId = { path: "id", message: "id: the endpoint is paused; enable it first" };
const badLimit = { path: "limit", message: "limit must be a whole number between 1 and 100" };

/** Calls for subscribers: endpoints, and what became of the events sent to them. */
export const webhookOperations = {
  createWebhookEndpoint: operation({
    ...shared,
    id: "createWebhookEndpoint",
    method: "POST",
    path: "/api/v1/webhook-endpoints",
    summary: "Name an address that events are sent to",
    description: `Events are sent as a POST signed after the Standard Webhooks specification. The \`secret\` is in this answer and in that of a rotation, and nowhere else. An account may have ${maxWebhookEndpoints} endpoints. Addresses inside a network are refused. A \`${pingEvent}\` is sent at once; events wait until the endpoint has answered one with 2xx: at most ${maxHeldWebhooks}, for ${webhookHeldHours} hours.`,
    input: { from: "json", schema: schemas.webhookEndpointRequest },
    output: schemas.webhookEndpointWithSecret,
    status: 201,
    example: {
      request: { url: endpoint.url, events: endpoint.events, description: endpoint.description },
      response: newEndpoint,
      invalid: badUrl,
    },
    errors: ["invalid_params"],
  }),
  listWebhookEndpoints: operation({
    ...shared,
    id: "listWebhookEndpoints",
    method: "GET",
    path: "/api/v1/webhook-endpoints",
    summary: "List webhook endpoints, newest first",
    description: "Page by page, without their secrets.",
    input: { from: "query", schema: schemas.webhookEndpointQuery },
    output: schemas.webhookEndpointList,
    example: { response: { data: [endpoint], next_cursor: null }, invalid: badLimit },
    errors: ["invalid_params"],
  }),
  getWebhookEndpoint: operation({
    ...shared,
    id: "getWebhookEndpoint",
    method: "GET",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Read one webhook endpoint",
    description:
      "Its `status` is `paused` when you said so, when it answered 410, or when it received nothing for days.",
    input: { from: "none" },
    output: schemas.webhookEndpoint,
    example: { id: endpoint.id, response: endpoint },
    errors: ["not_found"],
  }),
  updateWebhookEndpoint: operation({
    ...shared,
    id: "updateWebhookEndpoint",
    method: "PATCH",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Change a webhook endpoint",
    description:
      "Only the fields that are sent change; an empty `description` takes it away. What waits for a paused endpoint goes out when it is enabled again. A new `url` has to answer a test ping with 2xx before it gets events, as that of a new endpoint.",
    input: { from: "json", schema: schemas.webhookEndpointChange },
    output: schemas.webhookEndpoint,
    example: {
      id: endpoint.id,
      request: { events: endpoint.events, status: endpoint.status },
      response: endpoint,
      invalid: badUrl,
    },
    errors: ["invalid_params", "not_found"],
  }),
  deleteWebhookEndpoint: operation({
    ...shared,
    id: "deleteWebhookEndpoint",
    method: "DELETE",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Delete a webhook endpoint",
    description: "With its deliveries, for good. What is on its way at this moment may still arrive.",
    input: { from: "none" },
    output: schemas.deletedWebhookEndpoint,
    example: { id: endpoint.id, response: { id: endpoint.id, deleted: true } },
    errors: ["not_found"],
  }),
  rotateWebhookSecret: operation({
    ...shared,
    id: "rotateWebhookSecret",
    method: "POST",
    path: "/api/v1/webhook-endpoints/{id}/rotate-secret",
    summary: "Give a webhook endpoint a new secret",
    description: `For ${secretOverlapHours} hours everything is signed with the new and with the old secret, so that nothing is refused while you put the new one in.`,
    input: { from: "none" },
    output: schemas.webhookEndpointWithSecret,
    example: { id: endpoint.id, response: endpointWithSecret },
    errors: ["not_found"],
  }),
  testWebhookEndpoint: operation({
    ...shared,
    id: "testWebhookEndpoint",
    method: "POST",
    path: "/api/v1/webhook-endpoints/{id}/test",
    summary: "Send a test event",
    description: `Sends \`${pingEvent}\` to this endpoint alone, whatever types it takes. Read its deliveries to see what came of it. At a host that has not answered with 2xx an account can cause ${unansweredWebhooksPerMinute} POSTs per minute; beyond that, and while the test before was not sent, this answers 429.`,
    input: { from: "none" },
    output: schemas.webhookDelivery,
    example: {
      id: endpoint.id,
      response: {
        ...delivery,
        event: pingEvent,
        status: "pending",
        attempts: [],
        next_attempt_at: endpoint.created_at,
      },
      invalid: badId,
    },
    errors: ["invalid_params", "not_found"],
  }),
  listWebhookDeliveries: operation({
    ...shared,
    id: "listWebhookDeliveries",
    method: "GET",
    path: "/api/v1/webhook-endpoints/{id}/deliveries",
    summary: "List what was sent to a webhook endpoint, newest first",
    description: `An endpoint has ${webhookTimeoutSeconds} seconds to answer with any 2xx. Otherwise it is tried ${webhookRetrySeconds.length} times more, ever more slowly. Kept for ${webhookHistoryDays} days, and of an endpoint the newest ${webhookHistoryDeliveries.toLocaleString("en")}.`,
    input: { from: "query", schema: schemas.webhookDeliveryQuery },
    output: schemas.webhookDeliveryList,
    example: {
      id: endpoint.id,
      response: { data: [delivery], next_cursor: null },
      invalid: badLimit,
    },
    errors: ["invalid_params", "not_found"],
  }),
  redeliverWebhook: operation({
    ...shared,
    id: "redeliverWebhook",
    method: "POST",
    path: "/api/v1/webhook-deliveries/{id}/redeliver",
    summary: "Send an event again",
    description:
      "At once, or as soon as the budget of its host allows, with the same `webhook-id`, also when it was received before; a waiting delivery does not wait any longer.",
    input: { from: "none" },
    output: schemas.webhookDelivery,
    example: {
      id: delivery.id,
      response: { ...delivery, status: "pending", next_attempt_at: endpoint.created_at },
      invalid: badId,
    },
    errors: ["invalid_params", "not_found"],
  }),
} as const;
