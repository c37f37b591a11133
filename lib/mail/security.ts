import type { Queryable } from "../db/index.ts";
import type { Translate } from "../language/translate.ts";
import { newId } from "../platform/ids.ts";
import type { MailBlock, MailWriter } from "./content.ts";
import { queueMail } from "./queue.ts";

function notYou(t: Translate): MailBlock[] {
  return [
    {
      note: t(
        "If it was not you, somebody else may be in your account. Choose a new password now, and have API keys revoked and webhooks paused with it.",
      ),
    },
    { link: t("Choose a new password"), path: "/forgot-password" },
    { note: t("Your API keys"), path: "/developers/keys" },
  ];
}

/** Queues the mail about a new password, in the transaction that sets it. */
export async function queuePasswordMail(userId: string, tx: Queryable): Promise<void> {
  const write: MailWriter = ({ t }) => ({
    subject: t("Your password was changed"),
    blocks: [
      {
        text: t("The password of your account at {service} was changed. You are signed out everywhere else."),
      },
      ...notYou(t),
    ],
  });
  await queueMail({ reference: `password-changed:${newId("row")}`, userId, write }, tx);
}

/** Queues the mail about a new API key, in the transaction that creates it. */
export async function queueKeyMail(
  userId: string,
  key: { id: string; name: string; first8: string },
  tx: Queryable,
): Promise<void> {
  const write: MailWriter = ({ t }) => ({
    subject: t("A new API key was made"),
    blocks: [
      {
        text: t("A new API key was made in your account at {service}: “{name}”, {first8}…", {
          name: key.name,
          first8: key.first8,
        }),
      },
      ...notYou(t),
    ],
  });
  await queueMail({ reference: `key-made:${key.id}`, userId, write }, tx);
}

/** Queues the mail about turning the second step on or off, in the same transaction. */
export async function queueSecondStepMail(userId: string, isOn: boolean, tx: Queryable): Promise<void> {
  const write: MailWriter = ({ t }) => ({
    subject: isOn ? t("Signing in asks for a code now") : t("Signing in no longer asks for a code"),
    blocks: [
      {
        text: isOn
          ? t(
              "Two-step sign-in was turned on for your account at {service}. Keep your recovery codes: they let you in without your phone.",
            )
          : t(
              "Two-step sign-in was turned off for your account at {service}. You sign in with your password alone again.",
            ),
      },
      ...notYou(t),
    ],
  });
  await queueMail({ reference: `second-step:${newId("row")}`, userId, write }, tx);
}

/** Queues the mail about a sign-in from an unknown device or network, in the transaction of the session. */
export async function queueSignInMail(
  userId: string,
  {
    sessionId,
    nameDevice,
    address,
    at,
  }: { sessionId: string; nameDevice: (t: Translate) => string; address: string | null; at: Date },
  tx: Queryable,
): Promise<void> {
  const write: MailWriter = ({ t, moment }) => ({
    subject: t("New sign-in to your account"),
    blocks: [
      { text: t("Somebody signed in to your account at {service}. Was this you?") },
      {
        facts: [
          [t("Device"), nameDevice(t)],
          ...(address ? [[t("Address"), address] as const] : []),
          [t("Time"), `${moment(at)} UTC`],
        ],
      },
      {
        text: t("If it was you, there is nothing to do. If not, end that session and choose a new password."),
      },
      { link: t("See and end sessions"), path: "/account#sessions" },
      { note: t("Choose a new password"), path: "/forgot-password" },
    ],
  });
  await queueMail({ reference: `sign-in:${sessionId}`, userId, write }, tx);
}
