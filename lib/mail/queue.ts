import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { db, type Queryable, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { outboxFolder, sendMail } from "./index.ts";

const claimMs = 60_000;
const maxAttempts = 8;
const firstRetryMs = 30_000;

export interface QueuedMail {
  /** The business object behind it: the same reference sends one mail. */
  reference: string;
  userId: string;
  subject: string;
  text: string;
}

/** Puts a mail to a user in the queue, in the transaction of what it tells about. */
export async function queueMail(mail: QueuedMail, on: Queryable = db()): Promise<void> {
  await on.$executeRaw(sql`
    INSERT INTO outgoing_mail (reference, recipient, subject, text)
    SELECT ${mail.reference}, u.email, ${mail.subject}, ${mail.text} FROM "user" u WHERE u.id = ${mail.userId}
    ON CONFLICT (reference) DO NOTHING`);
}

/** Sends what is due; a mail that fails is tried again later, ever more slowly. Returns how many went out. */
export async function sendQueuedMail(): Promise<number> {
  const due = await db().$queryRaw<
    { id: bigint; recipient: string; subject: string; text: string; attempts: number }[]
  >(sql`
    UPDATE outgoing_mail SET attempts = attempts + 1, next_attempt_at = now() + ${claimMs}::int * interval '1 ms'
    WHERE id IN (
      SELECT id FROM outgoing_mail
      WHERE sent_at IS NULL AND next_attempt_at <= now() AND attempts < ${maxAttempts}
      ORDER BY id LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING id, recipient, subject, text, attempts`);
  let sent = 0;
  for (const { id, recipient, subject, text, attempts } of due) {
    try {
      await sendMail({ to: recipient, subject, text });
      await db().$executeRaw(sql`UPDATE outgoing_mail SET sent_at = now() WHERE id = ${id}`);
      sent += 1;
    } catch (error) {
      const waitMs = firstRetryMs * 4 ** (attempts - 1);
      await db().$executeRaw(sql`
        UPDATE outgoing_mail SET next_attempt_at = now() + ${waitMs}::double precision * interval '1 ms' WHERE id = ${id}`);
      log.warn({ err: error, mail: String(id), attempts }, "mail was not taken; it is tried again");
    }
  }
  return sent;
}

const sentKeptDays = 30;
const failedKeptDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

/** Removes every mail to an address: those that wait, those that were sent, and their files in the outbox. */
export async function forgetMails(address: string): Promise<void> {
  await db().outgoingMail.deleteMany({ where: { recipient: address } });
  const names = await readdir(outboxFolder()).catch(() => []);
  for (const name of names.filter((file) => file.endsWith(".eml"))) {
    const file = path.join(outboxFolder(), name);
    const text = await readFile(file, "utf8").catch(() => "");
    const [head = ""] = text.split("\r\n\r\n", 1);
    const isTheirs = head.split("\r\n").some((line) => line.toLowerCase() === `to: ${address.toLowerCase()}`);
    if (isTheirs) await rm(file, { force: true });
  }
}

/** Removes mails of the queue that were sent 30 days ago, or were never taken for 90. */
export async function purgeMails(now = new Date()): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  const { count } = await db().outgoingMail.deleteMany({
    where: { OR: [{ sentAt: { lt: before(sentKeptDays) } }, { createdAt: { lt: before(failedKeptDays) } }] },
  });
  return count;
}
