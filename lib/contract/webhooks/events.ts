/** Every event type that the service emits, with its description. */
export const webhookEvents = {
  "generation.succeeded": "A photo or a cut-out is done.",
  "generation.failed": "A photo or a cut-out could not be made; its credits were refunded.",
  "generation.canceled": "A photo or a cut-out was canceled before it began; its credits were refunded.",
  "batch.completed": "Every item of a batch is done, failed or canceled.",
  "credits.low": "The balance fell below 10 % of the plan's monthly credits; once in a billing period.",
  "key.budget_reached":
    "An API key spent its monthly limit, or tried to spend more; once in a calendar month (UTC).",
  "subscription.updated": "Plan, status or limit of the account changed.",
} as const;

export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

/** Sent on request to one endpoint, regardless of the types it subscribes to. */
export const pingEvent = "test.ping";

/** Subscribes an endpoint to every type. */
export const allEvents = "*";

/** The balance is low from this share of the plan's monthly credits downward. */
export const lowCreditsShare = 0.1;
