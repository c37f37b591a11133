import type { Queryable } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import type { MailWriter } from "./content.ts";
import { queueMail } from "./queue.ts";

/** What was ended when an account was secured. */
export interface Secured {
  sessions: number;
  apiKeys: number;
  /** Paused, each with a new secret. */
  webhookEndpoints: number;
  /** Whether a recently added second step was removed. */
  secondStep: boolean;
  /** Number of recently added sign-in providers that were removed. */
  providers: number;
}

/**
 * Queues the mail about what securing an account ended and the next steps, in the same transaction. `isPasswordKept`:
 * the previous password still works, because its owner has just set it.
 */
export async function queueSecuredMail(
  userId: string,
  ended: Secured & { isPasswordKept: boolean },
  tx: Queryable,
): Promise<void> {
  const write: MailWriter = ({ t }) => ({
    subject: t("Your account was secured"),
    blocks: [
      {
        text: t(
          "Every way into your account at {service} was ended, except for this mailbox. Your photos, credits and plan are kept.",
        ),
      },
      {
        facts: [
          [t("Sessions ended"), String(ended.sessions)],
          [t("API keys revoked"), String(ended.apiKeys)],
          [t("Webhook endpoints paused"), String(ended.webhookEndpoints)],
          [t("New sign-in providers removed"), String(ended.providers)],
          [t("Two-step sign-in"), ended.secondStep ? t("removed") : t("unchanged")],
        ],
      },
      {
        text: ended.isPasswordKept
          ? t("Sign in with your new password.")
          : t("Your former password does not work any more. If you have not set a new one yet, do it now."),
      },
      ended.isPasswordKept
        ? { link: t("Sign in"), path: "/sign-in" }
        : { link: t("Choose a new password"), path: "/forgot-password" },
      {
        text: t(
          "Then create new API keys for your programs. Check the address of each webhook endpoint, rotate its secret, and enable it again.",
        ),
      },
      {
        note: t(
          "Two-step sign-in and sign-in providers are removed if they were set up during the seven days before, because they may be someone else's. Older ones stay; create new recovery codes for two-step sign-in.",
        ),
      },
    ],
  });
  await queueMail({ reference: `account-secured:${newId("row")}`, userId, write }, tx);
}
