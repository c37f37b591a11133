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
  .describe(`Types of events to send; \`${allEvents}\` for all of them.`);
const targetUrl = text
  .min(1)
  .max(maxUrlLength)
  .describe("Public address that takes the POST: http or https on port 80 or 443.");
const description = optional(text.max(maxWebhookDescriptionLength)).describe("Your own words for it.");
const endpointStatus = z
  .enum(WebhookEndpointStatus)
  .describe("Nothing is sent to a paused endpoint; what waits for it goes out when it is enabled again.");

const reusedItems = z
  .boolean()
  .describe(
    "Whether results that a batch took again for nothing (`reuse`) are sent one by one; otherwise `batch.completed` alone is.",
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
      `When its URL first answered with a 2xx. Until then it gets only \`${pingEvent}\`, and events wait for it.`,
    ),
};

export const webhookEndpoint = z
  .object({ ...endpointFields, livemode, created_at: z.iso.datetime() })
  .meta({ id: "WebhookEndpoint" });

export const webhookEndpointWithSecret = z
  .object({
    ...endpointFields,
    secret: z.string().describe("Signs what is sent: `whsec_…`. Keep it; it is not shown again."),
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
    status_code: z.int().nullable().describe("Null when there was no answer."),
    ms: z.int().min(0).describe("How long it took."),
    error: z.string().nullable().describe("Why it was not received; null when it was."),
  })
  .meta({ id: "WebhookAttempt" });

const objectId = z
  .string()
  .nullable()
  .describe("Id of the work, batch, key or endpoint that the event is about; null: the account.");

export const webhookDelivery = z
  .object({
    id: z.string(),
    event: z.string().describe("Type of the event."),
    event_id: z.string().describe("Of the event; also in the header `webhook-id`."),
    object_id: objectId,
    status: z.enum(WebhookDeliveryStatus),
    attempts: z.array(attempt).describe("Oldest first."),
    next_attempt_at: z.iso.datetime().nullable().describe("Null when it is over, and while it is held."),
    held_because: open(z.enum(["endpoint_unverified", "endpoint_paused"]))
      .nullable()
      .describe(
        "Why it waits without a time: its endpoint has to answer a test ping with 2xx first, or to be enabled.",
      ),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookDelivery" });

export const webhookDeliveryList = listOf(webhookDelivery).meta({ id: "WebhookDeliveryList" });
export const webhookDeliveryQuery = z.object({
  ...page,
  status: z.enum(WebhookDeliveryStatus).optional().describe("Only deliveries in this state."),
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
  id: z.string().describe("Of the event, the same in every attempt; also in the header `webhook-id`."),
  timestamp: z.iso.datetime().describe("When it happened."),
};
const sentBody = z.object({
  id: eventFields.id,
  type: z.string(),
  timestamp: eventFields.timestamp,
  data: z.record(z.string(), z.unknown()).describe("As the API answered the object when it happened."),
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
  .extend({ payload: sentBody.describe("The body that is sent.") })
  .meta({ id: "WebhookDeliveryWithPayload" });

export const replayRequest = z
  .object({
    since: time.describe("Events from this time on, the time itself included."),
    types: optional(z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length)).describe(
      "Only events of these types, also of those that the endpoint does not take otherwise. Default: the types that it takes.",
    ),
  })
  .meta({ id: "WebhookReplayRequest" });

export const replay = z
  .object({ events: z.int().min(0).describe("How many events are sent again.") })
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
