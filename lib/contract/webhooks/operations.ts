import {
  eventHistory,
  keptDeletedEndpoints,
  maxHeldWebhooks,
  maxReplayedEvents,
  maxWebhookEndpoints,
  secretOverlapHours,
  unansweredWebhooksPerMinute,
  webhookFailingDays,
  webhookHeldHours,
  webhookHistoryDays,
  webhookHistoryDeliveries,
  webhookRetrySeconds,
  webhookTimeoutSeconds,
} from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { pingEvent } from "./events.ts";
import * as schemas from "./schemas.ts";

const { endpoint, newEndpoint, endpointWithSecret, delivery, event } = examples.webhooks;

const shared = { section: "webhooks", scope: "webhooks" } as const;
const ofEvents = { section: "events", scope: "account:read" } as const;
const badUrl = {
  path: "url",
  message: "url: the address could not be reached; it must be a public http(s) address",
};

/** Operations for webhook subscribers: endpoints, events and deliveries. */
export const webhookOperations = operationsOf(shared, {
  createWebhookEndpoint: {
    method: "POST",
    path: "/api/v1/webhook-endpoints",
    summary: "Create a webhook endpoint",
    description: `Events are sent as POST requests, signed according to the Standard Webhooks specification. The \`secret\` is returned only here and after a rotation. An account may have ${maxWebhookEndpoints} endpoints. Private network addresses are rejected. A \`${pingEvent}\` is sent immediately; events are held until the endpoint has responded to one with 2xx: at most ${maxHeldWebhooks}, for ${webhookHeldHours} hours.`,
    input: { from: "json", schema: schemas.webhookEndpointRequest },
    output: schemas.webhookEndpointWithSecret,
    status: 201,
    example: {
      request: { url: endpoint.url, events: endpoint.events, description: endpoint.description },
      response: newEndpoint,
      invalid: badUrl,
    },
  },
  listWebhookEndpoints: {
    method: "GET",
    path: "/api/v1/webhook-endpoints",
    summary: "List webhook endpoints",
    description: "Returns the endpoints without their secrets, newest first, page by page.",
    input: { from: "query", schema: schemas.webhookEndpointQuery },
    output: schemas.webhookEndpointList,
    example: { response: { data: [endpoint], next_cursor: null } },
  },
  getWebhookEndpoint: {
    method: "GET",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Get a webhook endpoint",
    description: `\`status\` is \`paused\` after you paused the endpoint or secured the account, after it responded with 410, or after every delivery failed for ${webhookFailingDays} days.`,
    output: schemas.webhookEndpoint,
    example: { id: endpoint.id, response: endpoint },
  },
  updateWebhookEndpoint: {
    method: "PATCH",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Update a webhook endpoint",
    description:
      "Only the fields in the request change; an empty `description` removes it. Pending deliveries of a paused endpoint are sent when it is enabled again. Like the URL of a new endpoint, a new `url` must respond to a test ping with 2xx before it receives events.",
    input: { from: "json", schema: schemas.webhookEndpointChange },
    output: schemas.webhookEndpoint,
    example: {
      id: endpoint.id,
      request: { events: endpoint.events, status: endpoint.status },
      response: endpoint,
      invalid: badUrl,
    },
  },
  deleteWebhookEndpoint: {
    method: "DELETE",
    path: "/api/v1/webhook-endpoints/{id}",
    summary: "Delete a webhook endpoint",
    description: `Stops all deliveries; a delivery in progress may still arrive. The deliveries of the last ${keptDeletedEndpoints} deleted endpoints remain readable for ${webhookHistoryDays} days.`,
    output: schemas.deletedWebhookEndpoint,
    example: { id: endpoint.id, response: { id: endpoint.id, deleted: true } },
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/api/v1/webhook-endpoints/{id}/rotate-secret",
    summary: "Rotate a webhook secret",
    description: `Returns a new \`secret\`. For ${secretOverlapHours} hours, deliveries are signed with both secrets, so that you can deploy the new one without rejected deliveries.`,
    output: schemas.webhookEndpointWithSecret,
    example: { id: endpoint.id, response: endpointWithSecret },
  },
  testWebhookEndpoint: {
    method: "POST",
    path: "/api/v1/webhook-endpoints/{id}/test",
    summary: "Send a test event",
    description: `Sends \`${pingEvent}\` to this endpoint only, regardless of its event types. Its deliveries show the outcome. An account can cause ${unansweredWebhooksPerMinute} POSTs per minute to a host that has not yet responded with 2xx; beyond that, and until the previous test has been sent, the response is 429.`,
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
    },
    errors: ["endpoint_paused"],
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/api/v1/webhook-endpoints/{id}/deliveries",
    summary: "List the deliveries of a webhook endpoint",
    description: `Returns the deliveries, newest first, page by page. An endpoint must respond with any 2xx within ${webhookTimeoutSeconds} seconds; otherwise the delivery is retried up to ${webhookRetrySeconds.length} times, at increasing intervals. Deliveries are kept for ${webhookHistoryDays} days, at most the newest ${webhookHistoryDeliveries.toLocaleString("en")} per endpoint.`,
    input: { from: "query", schema: schemas.webhookDeliveryQuery },
    output: schemas.webhookDeliveryList,
    example: {
      id: endpoint.id,
      response: { data: [delivery], next_cursor: null },
    },
  },
  getWebhookDelivery: {
    method: "GET",
    path: "/api/v1/webhook-deliveries/{id}",
    summary: "Get a delivery",
    description: "Returns the delivery with its `payload`, the request body of every attempt.",
    output: schemas.webhookDeliveryWithPayload,
    example: {
      id: delivery.id,
      response: {
        ...delivery,
        payload: { id: event.id, type: event.type, timestamp: event.timestamp, data: event.data },
      },
    },
  },
  replayWebhooks: {
    method: "POST",
    path: "/api/v1/webhook-endpoints/{id}/replay",
    summary: "Replay events to a webhook endpoint",
    description: `Sends the events since a given time again, oldest first, with the same \`webhook-id\`, whether or not they were received before. This includes events from before the endpoint was created and from while it was paused. Events that are already pending are not counted. The rate limit of the host applies. After the call, at most ${maxReplayedEvents.toLocaleString("en")} events may be pending for the endpoint, or ${maxHeldWebhooks.toLocaleString("en")} before its first 2xx; otherwise the response is 400 and nothing is sent.`,
    input: { from: "json", schema: schemas.replayRequest },
    output: schemas.replay,
    status: 202,
    example: {
      id: endpoint.id,
      request: { since: "2026-11-21T09:00:00Z", types: ["generation.succeeded"] },
      response: { events: 12 },
      invalid: { path: "since", message: "since is required" },
    },
    errors: ["endpoint_paused"],
  },
  listEvents: {
    ...ofEvents,
    method: "GET",
    path: "/api/v1/events",
    summary: "List events",
    description: `Returns the events of the account, newest first, page by page, whether or not a webhook endpoint subscribes to them. Events are kept for ${webhookHistoryDays} days, per account the newest ${eventHistory.events.toLocaleString("en")}, up to ${eventHistory.megabytes} MB. Items that were canceled with their batch, and reused results (\`reuse\`) unless an endpoint has \`reused_items\`, have no event besides \`batch.completed\`.`,
    input: { from: "query", schema: schemas.eventQuery },
    output: schemas.eventList,
    example: { response: { data: [event], next_cursor: null } },
  },
  getEvent: {
    ...ofEvents,
    method: "GET",
    path: "/api/v1/events/{id}",
    summary: "Get an event",
    description:
      "Returns the body as it is sent to endpoints, with `object_id`, `livemode` and `created_at`.",
    output: schemas.event,
    example: { id: event.id, response: event },
  },
  redeliverWebhook: {
    method: "POST",
    path: "/api/v1/webhook-deliveries/{id}/redeliver",
    summary: "Redeliver an event",
    description:
      "Sends the event again immediately, or as soon as the rate limit of the host allows, with the same `webhook-id`, even if it was received before. A pending delivery no longer waits for its next attempt.",
    output: schemas.webhookDelivery,
    example: {
      id: delivery.id,
      response: { ...delivery, status: "pending", next_attempt_at: endpoint.created_at },
    },
    errors: ["endpoint_paused"],
  },
});
