import { inEveryLanguage } from "../mail/content.ts";
import { sendNow } from "../mail/send-now.ts";
import { env } from "../platform/env.ts";

const page = (path: string) => `${env().BASE_URL}${path}`;
const service = "Photo Generation Service";

/** Mails the link with which a forgotten password is replaced. */
export async function sendResetMail(to: string, token: string): Promise<void> {
  const url = page(`/reset-password?${new URLSearchParams({ token })}`);
  const content = inEveryLanguage(({ t }) => ({
    subject: t("Choose a new password"),
    blocks: [
      {
        text: t("Somebody, hopefully you, asked for a new password for your account at {service}.", {
          service,
        }),
      },
      { link: t("Choose it here within the hour"), url },
      {
        note: t(
          "Only the newest of these links works. If it was not you, there is nothing to do: your password stays as it is.",
        ),
      },
    ],
  }));
  await sendNow(to, content);
}

/** Mails the link that proves an address. */
export async function sendProofMail(to: string, token: string): Promise<void> {
  const query = new URLSearchParams({ token, callbackURL: "/sign-in?address=confirmed" });
  const content = inEveryLanguage(({ t }) => ({
    subject: t("Confirm your mail address"),
    blocks: [
      { text: t("Welcome to {service}.", { service }) },
      {
        link: t("Confirm that this address is yours, and your trial begins"),
        url: page(`/api/auth/verify-email?${query}`),
      },
      {
        note: t(
          "The link is good for a day. If you did not sign up, do not open it: nothing happens without it.",
        ),
      },
    ],
  }));
  await sendNow(to, content);
}

/** Tells the owner of an account that somebody tried to sign up with its address; the sign-up page tells nobody. */
export async function sendKnownAddressMail(to: string): Promise<void> {
  const content = inEveryLanguage(({ t }) => ({
    subject: t("You have an account already"),
    blocks: [
      {
        text: t(
          "Somebody, hopefully you, tried to sign up at {service} with this address. There is an account already.",
          { service },
        ),
      },
      { link: t("Sign in"), url: page("/sign-in") },
      { note: `${t("Forgotten your password?")} ${page("/forgot-password")}` },
      { note: t("If it was not you, there is nothing to do.") },
    ],
  }));
  await sendNow(to, content);
}
