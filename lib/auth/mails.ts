import { retention } from "../contract/retention.ts";
import { sendNow } from "../mail/queue.ts";

/** For this long the old address can undo a change of address, and is reserved for the account. */
export const undoDays = retention.emailChanges.days;

/** Mails the link that resets a forgotten password. */
export async function sendResetMail(to: string, token: string): Promise<void> {
  const path = `/reset-password?${new URLSearchParams({ token })}`;
  await sendNow({ to }, ({ t }) => ({
    subject: t("Choose a new password"),
    blocks: [
      { text: t("Somebody, hopefully you, asked for a new password for your account at {service}.") },
      { link: t("Choose a new password"), path },
      {
        note: t(
          "The link is valid for an hour, and only the newest one works. If it was not you, there is nothing to do: your password stays as it is.",
        ),
      },
    ],
  }));
}

/** Mails the link that verifies an address. */
export async function sendProofMail(to: string, token: string): Promise<void> {
  const query = new URLSearchParams({ token, callbackURL: "/sign-in?address=confirmed" });
  await sendNow({ to }, ({ t }) => ({
    subject: t("Confirm your mail address"),
    blocks: [
      { text: t("Welcome to {service}. Your trial begins when you confirm this address.") },
      { link: t("Confirm this address"), path: `/api/auth/verify-email?${query}` },
      {
        note: t(
          "The link is valid for a day. If you did not sign up, do not open it: nothing happens without it.",
        ),
      },
    ],
  }));
}

/** Notifies the owner of an account of a sign-up with the same address, which the sign-up page does not reveal. */
export async function sendKnownAddressMail(to: string): Promise<void> {
  await sendNow({ to }, ({ t }) => ({
    subject: t("You have an account already"),
    blocks: [
      {
        text: t(
          "Somebody, hopefully you, tried to sign up at {service} with this address. There is an account already.",
        ),
      },
      { link: t("Sign in"), path: "/sign-in" },
      { note: t("Forgotten your password?"), path: "/forgot-password" },
      { note: t("If it was not you, there is nothing to do.") },
    ],
  }));
}

/** Mails the link that moves an account to a new address. */
export async function sendNewAddressMail(
  to: string,
  { token, userId }: { token: string; userId: string },
): Promise<void> {
  await sendNow({ to, userId }, ({ t }) => ({
    subject: t("Confirm your new mail address"),
    blocks: [
      { text: t("Somebody, hopefully you, wants to use this address for an account at {service}.") },
      { link: t("Confirm this address"), path: `/confirm-address?${new URLSearchParams({ token })}` },
      {
        note: t(
          "The link is valid for a day. If it was not you, do not open it: nothing happens without it.",
        ),
      },
    ],
  }));
}

/** Notifies the owner of an account of an attempt to move another account to the same address. */
export async function sendAddressTakenMail(to: string): Promise<void> {
  await sendNow({ to }, ({ t }) => ({
    subject: t("This address has an account already"),
    blocks: [
      {
        text: t(
          "Somebody, hopefully you, wanted to move another account at {service} to this address. It has an account already, so nothing was changed.",
        ),
      },
      { note: t("If it was not you, there is nothing to do.") },
    ],
  }));
}

/** Notifies the old address of the imminent change, with the link that undoes it. */
export async function sendOldAddressMail(
  to: string,
  { token, newEmail, userId }: { token: string; newEmail: string; userId: string },
): Promise<void> {
  const until = new Date(Date.now() + undoDays * 24 * 60 * 60 * 1000);
  await sendNow({ to, userId }, ({ t, day }) => ({
    subject: t("The mail address of your account was changed"),
    blocks: [
      {
        text: t("Your account at {service} now uses {address}. This address no longer signs you in.", {
          address: newEmail,
        }),
      },
      {
        text: t(
          "If it was not you, undo it: your old address comes back, sessions, links and API keys end, webhooks are paused, and two-step sign-in that was set up in the last seven days before the change is removed. Then you choose a new password.",
        ),
      },
      { link: t("Undo the change"), path: `/undo-address?${new URLSearchParams({ token })}` },
      { note: t("This works until {date}.", { date: day(until) }) },
    ],
  }));
}
