import type { Queryable } from "../db/index.ts";
import type { MailWriter } from "./content.ts";
import { queueMail } from "./queue.ts";

/** Queues the mail about a finished export, in the transaction that completes it. The link requires a sign-in. */
export async function queueExportMail(
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  tx: Queryable,
): Promise<void> {
  const write: MailWriter = ({ t, day }) => ({
    subject: t("The export of your data is ready"),
    blocks: [
      { text: t("Everything in your account at {service} is in one file now: data, photos, uploads.") },
      { link: t("Download it"), path: `/account/export/${id}` },
      { note: t("You have to be signed in. The file is removed on {date}.", { date: day(expiresAt) }) },
      {
        note: t(
          "If you did not ask for it, somebody else may be in your account. Choose a new password now.",
        ),
      },
      { note: t("Choose a new password"), path: "/forgot-password" },
    ],
  });
  await queueMail({ reference: `export:${id}`, userId, write }, tx);
}
