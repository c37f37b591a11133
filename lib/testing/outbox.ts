import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { vi } from "vitest";
import { env } from "#lib/platform/env.ts";

/** The mails to an address in the outbox, oldest first, as plain text. */
export async function readOutbox(to: string): Promise<string[]> {
  const folder = path.join(env().DATA_DIR, "outbox");
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map((name) => readFile(path.join(folder, name), "utf8")),
  );
  return mails.filter((mail) => mail.includes(`To: ${to}\r\n`)).map(decode);
}

/** Mails are written in the background, which takes seconds on a busy machine. */
const waiting = { timeout: 20_000 };

/** The newest mail to an address; waits until there are `count`. */
export async function mailTo(to: string, count = 1): Promise<string> {
  return await vi.waitFor(async () => {
    const mails = await readOutbox(to);
    if (mails.length < count) throw new Error(`${mails.length} mails to ${to}, not ${count}`);
    return mails.at(-1) ?? "";
  }, waiting);
}

/** The newest mail to an address that contains this text; waits until there are `count`. */
export async function mailWith(to: string, text: string, count = 1): Promise<string> {
  return await vi.waitFor(async () => {
    const found = (await readOutbox(to)).filter((mail) => mail.includes(text));
    if (found.length < count) throw new Error(`${found.length} mails to ${to} contain ${text}, not ${count}`);
    return found.at(-1) ?? "";
  }, waiting);
}

function decode(mail: string): string {
  return mail
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The token of the reset link in a mail. */
export function tokenIn(mail: string): string {
  const token = /[?&]token=([^&\s]+)/.exec(mail)?.[1];
  if (!token) throw new Error(`no link in this mail:\n${mail}`);
  return token;
}
