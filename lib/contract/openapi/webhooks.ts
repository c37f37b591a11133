import { sections } from "../sections.ts";
import { pingEvent, webhookEvents, webhookEventTypes } from "../webhooks/events.ts";
import { type SentEventType, webhookBody } from "../webhooks/schemas.ts";
import { type Json, reference } from "./schemas.ts";

/** All events that endpoints receive, including test events. */
export const sentEvents: readonly SentEventType[] = [...webhookEventTypes, pingEvent];

const signatureHeaders = {
  "webhook-id": "Id of the event, the same in every attempt; use it to ignore duplicates.",
  "webhook-timestamp": "Time of this attempt, as Unix time in seconds.",
  "webhook-signature": "One or more signatures `v1,…`, separated by spaces; one of them must match.",
};

/** The requests to webhook endpoints, by event type. */
export function describeEvents(): Json {
  return Object.fromEntries(sentEvents.map((type) => [type, { post: describeEvent(type) }]));
}

function describeEvent(type: SentEventType): Json {
  const meaning =
    type === pingEvent ? "A test event, sent on request and to verify a URL." : webhookEvents[type];
  return {
    operationId: `on ${type}`.replace(/\W(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    tags: [sections.webhooks.title],
    summary: meaning.replace(/[.;].*$/s, ""),
    description: `${meaning} Signed according to the Standard Webhooks specification.`,
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
      "2XX": { description: "The delivery succeeded." },
      "410": { description: "The endpoint is paused." },
      "4XX": { description: "The delivery is retried later." },
      "5XX": { description: "The delivery is retried later." },
    },
  };
}
