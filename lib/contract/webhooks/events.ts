/** Every event type that the service emits, with its description. */
export const webhookEvents = {
  "generation.succeeded": "A photo or cut-out succeeded.",
  "generation.failed": "A photo or cut-out failed; its credits were refunded.",
  "generation.canceled": "A photo or cut-out was canceled before it started; its credits were refunded.",
  "batch.completed": "Every item of a batch has succeeded, failed or been canceled.",
  "credits.low": "The balance fell below 10 % of the plan's monthly credits; sent once per billing period.",
  "key.budget_reached":
    "An API key reached its monthly limit, or tried to exceed it; sent once per calendar month (UTC).",
  "subscription.updated": "The plan, status or limit of the account changed.",
} as const;

export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

/** Sent on request to one endpoint, regardless of the types it subscribes to. */
export const pingEvent = "test.ping";

/** Subscribes an endpoint to every type. */
export const allEvents = "*";

/** The balance is low below this share of the plan's monthly credits. */
export const lowCreditsShare = 0.1;
