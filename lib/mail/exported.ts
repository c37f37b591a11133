import type { Queryable } from "../db/index.ts";
import { getBrand } from "../platform/brand.ts";
import { env } from "../platform/env.ts";
import { inEveryLanguage } from "./content.ts";
import { queueMail } from "./queue.ts";

/** Queues the mail about a finished export, in the transaction that completes it. The link requires a sign-in. */
export async function queueExportMail(
  { id, userId, expiresAt }: { id: string; userId: string; expiresAt: Date },
  tx: Queryable,
): Promise<void> {
  const content = inEveryLanguage(({ t, locale }) => {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(expiresAt);
    return {
      subject: t("The export of your data is ready"),
      blocks: [
        {
          text: t("Everything in your account at {service} is in one file now: data, photos, uploads.", {
            service: getBrand().name,
          }),
        },
        { link: t("Download it"), url: `${env().BASE_URL}/account/export/${id}` },
        { note: t("You have to be signed in. The file is removed on {date}.", { date }) },
        {
          note: t(
            "If you did not ask for it, somebody else may be in your account. Choose a new password now.",
          ),
        },
        { note: t("Choose a new password"), url: `${env().BASE_URL}/forgot-password` },
      ],
    };
  });
  await queueMail({ reference: `export:${id}`, userId, content }, tx);
}
