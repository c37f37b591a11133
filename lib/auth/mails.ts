import { sendMail } from "../mail/index.ts";
import { env } from "../platform/env.ts";

const page = (path: string) => `${env().BASE_URL}${path}`;
const service = "Photo Generation Service";

/** Mails the link with which a forgotten password is replaced. Sent at once, never queued: a queue would keep the link. */
export async function sendResetMail(to: string, token: string): Promise<void> {
  await sendMail({
    to,
    subject: "Choose a new password",
    text: `Somebody, hopefully you, asked for a new password for your account at ${service}.

Choose it here within the hour:
${page(`/reset-password?${new URLSearchParams({ token })}`)}

Only the newest of these links works. If it was not you, there is nothing to do: your password stays as it is.
`,
  });
}

/** Mails the link that proves an address. */
export async function sendProofMail(to: string, token: string): Promise<void> {
  const query = new URLSearchParams({ token, callbackURL: "/sign-in?address=confirmed" });
  await sendMail({
    to,
    subject: "Confirm your mail address",
    text: `Welcome to ${service}. Confirm that this address is yours, and your trial begins:
${page(`/api/auth/verify-email?${query}`)}

The link is good for a day. If you did not sign up, do not open it: nothing happens without it.
`,
  });
}

/** Tells the owner of an account that somebody tried to sign up with its address; the sign-up page tells nobody. */
export async function sendKnownAddressMail(to: string): Promise<void> {
  await sendMail({
    to,
    subject: "You have an account already",
    text: `Somebody, hopefully you, tried to sign up at ${service} with this address. There is an account already:

Sign in: ${page("/sign-in")}
Forgotten your password? ${page("/forgot-password")}

If it was not you, there is nothing to do.
`,
  });
}
