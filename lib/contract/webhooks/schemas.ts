import { z } from "zod";
import { WebhookDeliveryStatus, WebhookEndpointStatus } from "../../db/generated/enums.ts";
import { creditBalance } from "../accounts/schemas.ts";
import { batch } from "../batches/schemas.ts";
import { createdRange, listOf, livemode, open, optional, page, text, time } from "../fields.ts";
import { generation } from "../generations/schemas.ts";
import { apiKey } from "../keys/schemas.ts";
import { maxObjectIdLength, maxUrlLength, maxWebhookDescriptionLength } from "../limits.ts";
import { allEvents, pingEvent, type WebhookEventType, webhookEventTypes } from "./events.ts";

/** Fields of webhook endpoints, deliveries and events. */

const eventNames = z
  .array(z.enum([...webhookEventTypes, allEvents]))
  .min(1)
  .max(webhookEventTypes.length + 1)
  .describe(`Event types to send; \`${allEvents}\` for all types.`);
const targetUrl = text
  .min(1)
  .max(maxUrlLength)
  .describe("Public URL that receives the POST requests: http or https on port 80 or 443.");
const description = optional(text.max(maxWebhookDescriptionLength)).describe("A description of your choice.");
const endpointStatus = z
  .enum(WebhookEndpointStatus)
  .describe("Nothing is sent to a paused endpoint; pending deliveries are sent when it is enabled again.");

const reusedItems = z
  .boolean()
  .describe(
    "Whether an event is sent for each reused result of a batch (`reuse`); otherwise only `batch.completed` is sent.",
  );

export const webhookEndpointRequest = z
  .object({ url: targetUrl, events: eventNames, description, reused_items: optional(reusedItems) })
  .meta({ id: "WebhookEndpointRequest" });

export const webhookEndpointChange = z
  .object({
    url: optional(targetUrl),
    events: optional(eventNames),
    status: optional(endpointStatus),
    description,
    reused_items: optional(reusedItems),
  })
  .meta({ id: "WebhookEndpointChange" });

const endpointFields = {
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  status: endpointStatus,
  description: z.string().nullable(),
  reused_items: reusedItems,
  verified_at: z.iso
    .datetime()
    .nullable()
    .describe(
      `When the URL first responded with 2xx. Until then the endpoint receives only \`${pingEvent}\`, and events are held.`,
    ),
};

export const webhookEndpoint = z
  .object({ ...endpointFields, livemode, created_at: z.iso.datetime() })
  .meta({ id: "WebhookEndpoint" });

export const webhookEndpointWithSecret = z
  .object({
    ...endpointFields,
    secret: z
      .string()
      .describe("Secret that signs the deliveries: `whsec_…`. Store it safely; it is not shown again."),
    livemode,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export const webhookEndpointList = listOf(webhookEndpoint).meta({ id: "WebhookEndpointList" });
export const webhookEndpointQuery = z.object(page);

export const deletedWebhookEndpoint = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: "DeletedWebhookEndpoint" });

const attempt = z
  .object({
    at: z.iso.datetime(),
    status_code: z.int().nullable().describe("Status of the response; null if there was none."),
    ms: z.int().min(0).describe("Duration in milliseconds."),
    error: z.string().nullable().describe("Why the attempt failed; null if it succeeded."),
  })
  .meta({ id: "WebhookAttempt" });

const objectId = z
  .string()
  .nullable()
  .describe("Id of the generation, batch, key or endpoint that the event is about; null: the account.");

export const webhookDelivery = z
  .object({
    id: z.string(),
    event: z.string().describe("Type of the event."),
    event_id: z.string().describe("Id of the event; also in the header `webhook-id`."),
    object_id: objectId,
    url: z.string().describe("URL of the endpoint, or the `webhook_url` of the work."),
    status: z.enum(WebhookDeliveryStatus),
    attempts: z.array(attempt).describe("Oldest first."),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .describe("Null if the delivery has ended, and while it is held."),
    held_because: open(z.enum(["endpoint_unverified", "endpoint_paused"]))
      .nullable()
      .describe(
        "Why the delivery has no scheduled attempt: the endpoint must first respond to a test ping with 2xx, or be enabled.",
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookDelivery" });

export const webhookDeliveryList = listOf(webhookDelivery).meta({ id: "WebhookDeliveryList" });
export const webhookDeliveryQuery = z.object({
  ...page,
  status: z.enum(WebhookDeliveryStatus).optional().describe("Only deliveries with this status."),
});

export const webhookEventData = {
  "generation.succeeded": generation,
  "generation.failed": generation,
  "generation.canceled": generation,
  "batch.completed": batch,
  "credits.low": creditBalance,
  "key.budget_reached": apiKey,
  "subscription.updated": creditBalance,
  [pingEvent]: z.object({ endpoint_id: z.string() }),
} satisfies Record<WebhookEventType | typeof pingEvent, z.ZodType>;

export type SentEventType = keyof typeof webhookEventData;

/** Fields of every event besides its data, in the log and in the POST that delivers it. */
const eventFields = {
  id: z.string().describe("Id of the event, the same in every attempt; also in the header `webhook-id`."),
  timestamp: z.iso.datetime().describe("When the event occurred."),
};
const sentBody = z.object({
  id: eventFields.id,
  type: z.string(),
  timestamp: eventFields.timestamp,
  data: z
    .record(z.string(), z.unknown())
    .describe("The object as the API returned it when the event occurred."),
});

export const event = sentBody
  .extend({
    livemode,
    object_id: objectId,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AccountEvent" });

export const eventList = listOf(event).meta({ id: "AccountEventList" });
export const eventQuery = z.object({
  ...page,
  type: z
    .enum([...webhookEventTypes, pingEvent])
    .optional()
    .describe("Only events of this type."),
  object_id: text.max(maxObjectIdLength).optional().describe("Only events about this object."),
  ...createdRange,
});

export const webhookDeliveryWithPayload = webhookDelivery
  .extend({ payload: sentBody.describe("The request body.") })
  .meta({ id: "WebhookDeliveryWithPayload" });

export const replayRequest = z
  .object({
    since: time.describe("Only events from this time on, inclusive."),
    types: optional(z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length)).describe(
      "Only events of these types, including types that the endpoint does not subscribe to. Default: the types that it subscribes to.",
    ),
  })
  .meta({ id: "WebhookReplayRequest" });

export const replay = z
  .object({ events: z.int().min(0).describe("Number of events that are sent again.") })
  .meta({ id: "WebhookReplay" });

/** The body of the POST that delivers an event. */
export function webhookBody(type: SentEventType): z.ZodType {
  return bodies[type];
}

const bodies = Object.fromEntries(
  Object.entries(webhookEventData).map(([type, data]) => {
    const schema = z.object({
      id: eventFields.id,
      type: z.literal(type),
      timestamp: eventFields.timestamp,
      data,
    });
    const name = type.replace(/(?:^|\W)(\w)/g, (_all, letter: string) => letter.toUpperCase());
    return [type, schema.meta({ id: `${name}Event` })];
  }),
) as unknown as Record<SentEventType, z.ZodType>;
