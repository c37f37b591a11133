import type { Queryable } from "../db/index.ts";
import type { Language, Translate } from "../language/translate.ts";
import { getBrand } from "../platform/brand.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { inEveryLanguage, type MailBlock } from "./content.ts";
import { queueMail } from "./queue.ts";

const page = (path: string) => `${env().BASE_URL}${path}`;

function notYou({ t }: Language): MailBlock[] {
  return [
    {
      note: t(
        "If it was not you, somebody else may be in your account. Choose a new password now, and have API keys revoked and webhooks paused with it.",
      ),
    },
    { link: t("Choose a new password"), url: page("/forgot-password") },
    { note: t("Your API keys"), url: page("/developers/keys") },
  ];
}

/** Queues the mail about a new password, in the transaction that sets it. */
export async function queuePasswordMail(userId: string, tx: Queryable): Promise<void> {
  const content = inEveryLanguage((language) => ({
    subject: language.t("Your password was changed"),
    blocks: [
      {
        text: language.t(
          "The password of your account at {service} was changed. You are signed out everywhere else.",
          { service: getBrand().name },
        ),
      },
      ...notYou(language),
    ],
  }));
  await queueMail({ reference: `password-changed:${newId("row")}`, userId, content }, tx);
}

/** Queues the mail about a new API key, in the transaction that creates it. */
export async function queueKeyMail(
  userId: string,
  key: { id: string; name: string; first8: string },
  tx: Queryable,
): Promise<void> {
  const content = inEveryLanguage((language) => ({
    subject: language.t("A new API key was made"),
    blocks: [
      {
        text: language.t("A new API key was made in your account at {service}: “{name}”, {first8}…", {
          service: getBrand().name,
          name: key.name,
          first8: key.first8,
        }),
      },
      ...notYou(language),
    ],
  }));
  await queueMail({ reference: `key-made:${key.id}`, userId, content }, tx);
}

/** Queues the mail about turning the second step on or off, in the same transaction. */
export async function queueSecondStepMail(userId: string, isOn: boolean, tx: Queryable): Promise<void> {
  const content = inEveryLanguage((language) => ({
    subject: isOn
      ? language.t("Signing in asks for a code now")
      : language.t("Signing in no longer asks for a code"),
    blocks: [
      {
        text: isOn
          ? language.t(
              "Two-step sign-in was turned on for your account at {service}. Keep your recovery codes: they let you in without your phone.",
              { service: getBrand().name },
            )
          : language.t(
              "Two-step sign-in was turned off for your account at {service}. You sign in with your password alone again.",
              { service: getBrand().name },
            ),
      },
      ...notYou(language),
    ],
  }));
  await queueMail({ reference: `second-step:${newId("row")}`, userId, content }, tx);
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
  const content = inEveryLanguage((language) => {
    const { t, locale } = language;
    const time = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
    return {
      subject: t("New sign-in to your account"),
      blocks: [
        {
          text: t("Somebody signed in to your account at {service}. Was this you?", {
            service: getBrand().name,
          }),
        },
        {
          facts: [
            [t("Device"), nameDevice(t)],
            ...(address ? [[t("Address"), address] as const] : []),
            [t("Time"), `${time.format(at)} UTC`],
          ],
        },
        {
          text: t(
            "If it was you, there is nothing to do. If not, end that session and choose a new password.",
          ),
        },
        { link: t("See and end sessions"), url: page("/account#sessions") },
        { note: t("Choose a new password"), url: page("/forgot-password") },
      ],
    };
  });
  await queueMail({ reference: `sign-in:${sessionId}`, userId, content }, tx);
}
