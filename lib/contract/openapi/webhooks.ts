import { sections } from "../sections.ts";
import { pingEvent, webhookEvents, webhookEventTypes } from "../webhooks/events.ts";
import { type SentEventType, webhookBody } from "../webhooks/schemas.ts";
import { type Json, reference } from "./schemas.ts";

/** All events that endpoints receive, including test events. */
export const sentEvents: readonly SentEventType[] = [...webhookEventTypes, pingEvent];

const signatureHeaders = {
  "webhook-id": "Id of the event, the same in every attempt: what was seen before can be left aside.",
  "webhook-timestamp": "When this attempt was made, in seconds of Unix time.",
  "webhook-signature": "One or more signatures `v1,…`, parted by spaces: any that fits will do.",
};

/** The requests to webhook endpoints, by event type. */
export function describeEvents(): Json {
  return Object.fromEntries(sentEvents.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: SentEventType): Json {
  const meaning = type === pingEvent ? "Sent when asked for." : webhookEvents[type];
  return {
    operationId: `on ${type}`.replace(/\W(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    tags: [sections.webhooks.title],
    summary: meaning.replace(/[.;].*$/s, ""),
    description: `${meaning} Signed after the Standard Webhooks specification.`,
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, description]) => ({
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference(webhookBody(type)) } },
    },
    responses: {
      "2XX": { description: "Any status of success: received." },
      "410": { description: "Pauses the endpoint." },
      "4XX": { description: "Tried again later." },
      "5XX": { description: "Tried again later." },
    },
  };
}
