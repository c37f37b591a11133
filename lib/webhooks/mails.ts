import { webhookFailingDays } from "../contract/limits.ts";
import type { MailWriter } from "../mail/content.ts";
import type { QueuedMail } from "../mail/queue.ts";

/** Mails the owner that an endpoint was paused because it received nothing for days; once per such period. */
export function failingMail(endpoint: {
  endpointId: string;
  userId: string;
  url: string;
  failingSince: Date | null;
}): QueuedMail {
  const { endpointId, userId, url, failingSince } = endpoint;
  const write: MailWriter = ({ t }) => ({
    subject: t("Your webhook endpoint was paused"),
    blocks: [
      {
        text: t(
          "Your webhook endpoint has received nothing for {days} days, so nothing more is sent to it:\n{url}",
          { days: webhookFailingDays, url },
        ),
      },
      { text: t("What waits for it is kept. See what it answered, and enable it again once it works.") },
      { link: t("Open the endpoint"), path: `/developers/webhooks/${endpointId}` },
    ],
  });
  return { reference: `webhook-paused:${endpointId}:${failingSince?.getTime()}`, userId, write };
}
