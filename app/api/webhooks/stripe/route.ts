import { route } from "#lib/api/route.ts";
import { receiveWebhook } from "#lib/billing/webhook.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route({ POST: receiveWebhook });
