import { webhookFailingDays } from "../contract/limits.ts";
import type { QueuedMail } from "../mail/queue.ts";
import { env } from "../platform/env.ts";

/** Tells an owner that an endpoint was paused because it received nothing for days; once for each such time. */
export function failingMail(endpoint: {
  endpointId: string;
  userId: string;
  url: string;
  failingSince: Date | null;
}): QueuedMail {
  const { endpointId, userId, url, failingSince } = endpoint;
  return {
    reference: `webhook-paused:${endpointId}:${failingSince?.getTime()}`,
    userId,
    subject: "Your webhook endpoint was paused",
    text: `Your webhook endpoint has received nothing for ${webhookFailingDays} days, so nothing more is sent to it:
${url}

What waits for it is kept. See what it answered, and enable it again once it works:
${env().BASE_URL}/webhooks/${endpointId}
`,
  };
}
