import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { locales, parseLocale } from "../contract/locales.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { liveAccountOf } from "../platform/ids.ts";
import { retryConnecting } from "../platform/network-fault.ts";
import { enqueueStatement, wakeWorkers } from "../queue/enqueue.ts";
import { mailRetries } from "../queue/queues.ts";
import { NotDoneYet, type Task } from "../queue/tasks.ts";
import type { MailWriter } from "./content.ts";
import { outboxFolder, sendMail } from "./index.ts";
import { renderMail } from "./template.ts";

export interface QueuedMail {
  /** Identifies the business object; only one mail is sent per reference. */
  reference: string;
  userId: string;
  write: MailWriter;
}

/** Sends queued mails. Mails that the server rejects are retried with increasing delays. */
export const mailTask: Task<{ mailId: string }> = { queue: "mail", run: sendQueued };

/** Queues a mail to a user in the user's language; `on` is the transaction of the event that it reports. */
export async function queueMail(
  { reference, userId, write }: QueuedMail,
  on: Queryable = db(),
): Promise<void> {
  const rendered = Object.fromEntries(locales.map((locale) => [locale, renderMail(write, locale)]));
  const written = sql`
    INSERT INTO outgoing_mail (reference, recipient, subject, text, html)
    SELECT ${reference}, u.email, own->>'subject', own->>'text', own->>'html'
    FROM "user" u
    CROSS JOIN (SELECT ${JSON.stringify(rendered)}::jsonb AS mails) every
    CROSS JOIN LATERAL (SELECT COALESCE(every.mails->u.locale, every.mails->'en') AS own) chosen
    WHERE u.id = ${liveAccountOf(userId)}
    ON CONFLICT (reference) DO NOTHING RETURNING id`;
  await on.$queryRaw(sql`
    WITH mail AS (${written}), job AS (${await jobsForMails()}) SELECT ${wakeWorkers("mail")} FROM mail`);
}

/** Queues a mail again, even if it was sent before; null if no account has its address now. */
export async function resendMail(
  id: string,
  on: Queryable,
): Promise<{ userId: string; subject: string } | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const [sent] = await on.$queryRaw<{ userId: string; subject: string }[]>(sql`
    WITH mail AS (
      UPDATE outgoing_mail m SET sent_at = NULL, attempts = 0 FROM "user" u
      WHERE m.id = ${id}::bigint AND u.email = m.recipient RETURNING m.id, m.subject, u.id AS user_id
    ), job AS (${await jobsForMails()})
    SELECT user_id AS "userId", subject, ${wakeWorkers("mail")} FROM mail`);
  return sent ? { userId: sent.userId, subject: sent.subject } : null;
}

/** Creates the missing jobs of unsent mails: a backup contains no jobs. Returns the number of unsent mails. */
export async function requeueMails(): Promise<number> {
  // Mails that have a job get no second one: the queue accepts one job per singleton key.
  const found = await db().$queryRaw<unknown[]>(sql`
    WITH mail AS (
      SELECT id FROM outgoing_mail
      WHERE sent_at IS NULL AND attempts <= ${mailRetries} AND created_at < now() - interval '1 minute'
    ), job AS (${await jobsForMails()})
    SELECT ${wakeWorkers("mail")} FROM mail`);
  return found.length;
}

/** The INSERT of a job for each row of `mail`. */
function jobsForMails(): Promise<Prisma.Sql> {
  return enqueueStatement(
    "mail",
    sql`SELECT json_agg(json_build_object('data', json_build_object('mailId', id::text), 'singletonKey', id::text))::text
        FROM mail`,
  );
}

interface WaitingMail {
  id: bigint;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
}

async function sendQueued({ mailId }: { mailId: string }): Promise<void> {
  const [mail] = await db().$queryRaw<WaitingMail[]>(sql`
    UPDATE outgoing_mail SET attempts = attempts + 1 WHERE id = ${mailId}::bigint AND sent_at IS NULL
    RETURNING id, recipient, subject, text, html`);
  // The account may have been deleted in the meantime.
  if (!mail) return;
  const { id, recipient, subject, text, html } = mail;
  try {
    await sendMail({ to: recipient, subject, text, ...(html !== null && { html }) });
  } catch (cause) {
    throw new NotDoneYet(`mail ${id} was not taken: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
  await db().$executeRaw(sql`UPDATE outgoing_mail SET sent_at = now() WHERE id = ${id}`);
}

/** Deletes all mails to an address: queued, sent, and their files in the outbox. */
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

/**
 * Sends a mail immediately, without the queue: its link is a credential that must not be stored in a table. Throws if
 * the server rejects it. The language is that of the account with address `to`, or of `userId` if given.
 */
export async function sendNow(
  { to, userId }: { to: string; userId?: string },
  write: MailWriter,
): Promise<void> {
  const where = userId === undefined ? { email: to.toLowerCase() } : { id: userId };
  const user = await db().user.findUnique({ where, select: { locale: true } });
  const mail = { to, ...renderMail(write, parseLocale(user?.locale) ?? "en") };
  await retryConnecting(() => sendMail(mail));
}
