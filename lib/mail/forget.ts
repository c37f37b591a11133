import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { db } from "../db/index.ts";
import { outboxFolder } from "./index.ts";

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
