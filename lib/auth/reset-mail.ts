import { env } from "../env.ts";
import { sendMail } from "../mail/index.ts";

/** Mails the link with which a forgotten password is replaced. */
export async function sendResetMail(to: string, token: string): Promise<void> {
  const link = `${env().BASE_URL}/reset-password?${new URLSearchParams({ token })}`;
  await sendMail({
    to,
    subject: "Choose a new password",
    text: [
      "Somebody, hopefully you, asked for a new password for your account at Photo Generation Service.",
      "",
      "Choose it here within the hour:",
      link,
      "",
      "If it was not you, there is nothing to do: your password stays as it is.",
    ].join("\n"),
  });
}
