/** Every type of event that the service emits, and what it means. */
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

/** Sent when asked for, to one endpoint, whatever types that takes. */
export const pingEvent = "test.ping";

/** Takes the place of every type in the list of an endpoint. */
export const allEvents = "*";

/** From this share of the plan's monthly credits downward the balance is low. */
export const lowCreditsShare = 0.1;
