import type { Queryable } from "../db/index.ts";
import type { MailWriter } from "./content.ts";
import { queueMail } from "./queue.ts";

/** Queues the mail about an operator's view request, in its transaction. The link requires a sign-in. */
export async function queueLinkMail(
  link: { id: string; userId: string; operator: string; reason: string; expiresAt: Date },
  tx: Queryable,
): Promise<void> {
  const { id, userId, operator, reason, expiresAt } = link;
  const write: MailWriter = ({ t, moment }) => ({
    subject: t("May we look at your account?"),
    blocks: [
      {
        text: t("{operator} of {service} asks to see your account as you see it, to help you.", { operator }),
      },
      { facts: [[t("Reason"), reason]] },
      {
        text: t(
          "Nothing is shown before you accept, and nothing can be changed. You can end it at any time.",
        ),
      },
      { link: t("Answer in the dashboard"), path: "/photos" },
      { note: t("Without an answer it ends on {date} UTC.", { date: moment(expiresAt) }) },
    ],
  });
  await queueMail({ reference: `support-link:${id}`, userId, write }, tx);
}
