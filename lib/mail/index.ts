import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

const smtpTimeoutMs = 15_000;
const transport = lazy(() => connect(env().SMTP_URL ?? ""));

function connect(url: string): Transporter {
  return createTransport({
    url,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  });
}

/** Connects and authenticates to the server of SMTP_URL without sending a mail. Throws the server's error. */
export async function checkMailServer(): Promise<void> {
  const { SMTP_URL } = env();
  if (SMTP_URL) await connect(SMTP_URL).verify();
}

/**
 * Sends a mail through SMTP_URL; without one, writes it to DATA_DIR/outbox as an .eml file for any mail program.
 * Throws if the server rejects it.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = env();
  const message = { from: MAIL_FROM, ...mail };
  if (SMTP_URL) {
    await transport().sendMail(message);
    log.info({ subject: mail.subject }, "mail sent");
    return;
  }
  const file = await writeToOutbox(message);
  log.info({ subject: mail.subject, file }, "mail written to the outbox");
}

/** The folder of mails written without a mail server. */
export const outboxFolder = () => path.join(env().DATA_DIR, "outbox");

async function writeToOutbox(message: Mail & { from: string }): Promise<string> {
  const folder = outboxFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: bytes } = await composer.sendMail(message);
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 17);
  const file = path.join(folder, `${stamp}-${randomBytes(4).toString("hex")}.eml`);
  // Renamed when complete, so that a program watching the folder never reads half a mail.
  await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return file;
}
