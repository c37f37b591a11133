import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runWaiting } from "#lib/testing/run-waiting.ts";
import { createUser } from "../account-lifecycle/open.ts";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { queue } from "../queue/boss.ts";
import { mailRetries } from "../queue/queues.ts";
import { useDatabase } from "../testing/database.ts";
import { plainMail } from "../testing/mail.ts";
import { endWaits } from "../testing/queue/waits.ts";
import { sendMail } from "./index.ts";
import { mailTask, queueMail, requeueMails } from "./queue.ts";

await useDatabase();
beforeEach(async () => {
  await db().outgoingMail.deleteMany();
  await (await queue()).deleteAllJobs("mail");
});

async function outbox(): Promise<string[]> {
  const folder = path.join(env().DATA_DIR, "outbox");
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(names.sort().map((name) => readFile(path.join(folder, name), "utf8")));
}

test("without SMTP a mail is written as a mail file to the outbox folder", async () => {
  await sendMail({ to: "a@example.com", subject: "Grüße", text: "Line one\nLine two\n" });
  const mail = (await outbox()).at(-1);
  expect(mail).toContain("To: a@example.com\r\n");
  expect(mail).toMatch(/^From: Photo Generation Service <no-reply@localhost>\r$/m);
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(mail).toContain("Line one\r\nLine two");
});

test("a subject cannot inject another header", async () => {
  await sendMail({ to: "a@example.com", subject: "x\r\nBcc: everyone@example.com", text: "" });
  for (const mail of await outbox()) expect(mail).not.toMatch(/^Bcc:/m);
});

test("a queued mail is sent once for its reference, even by concurrent senders", async () => {
  const userId = await createUser("queue@example.com", "Queue");
  const before = (await outbox()).length;
  const mail = { reference: "test:1", userId, write: plainMail("Once", "Once.") };
  await Promise.all([queueMail(mail), queueMail(mail), queueMail(mail)]);
  await Promise.all([runWaiting(mailTask), runWaiting(mailTask), runWaiting(mailTask)]);
  await runWaiting(mailTask);
  expect((await outbox()).length).toBe(before + 1);
  expect(await db().outgoingMail.count({ where: { reference: "test:1", sentAt: { not: null } } })).toBe(1);
});

test("a mail whose transaction is rolled back is never sent", async () => {
  const userId = await createUser("undone@example.com", "Undone");
  const mail = { reference: "test:undone", userId, write: plainMail("Never", "Never.") };
  const undone = db().$transaction(async (tx) => {
    await queueMail(mail, tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await runWaiting(mailTask)).toBe(0);
});

test("an unsent mail without a job gets one and is sent once", async () => {
  const mail = (reference: string, facts: object) => ({
    reference,
    recipient: "late@example.com",
    subject: "Late",
    text: "Late.",
    createdAt: new Date(0),
    ...facts,
  });
  await db().outgoingMail.createMany({
    data: [
      mail("waits", {}),
      mail("given up", { attempts: mailRetries + 1 }),
      mail("sent", { sentAt: new Date() }),
    ],
  });
  const before = (await outbox()).length;
  expect([await requeueMails(), await requeueMails()]).toEqual([1, 1]);
  expect(await runWaiting(mailTask)).toBe(1);
  expect((await outbox()).length).toBe(before + 1);
  expect(await requeueMails()).toBe(0);
});

test("a mail that cannot be sent waits for a retry, which sends it once", async () => {
  const folder = path.join(env().DATA_DIR, "outbox");
  const userId = await createUser("refused@example.com", "Refused");
  await queueMail({ reference: "test:refused", userId, write: plainMail("Again", "Again.") });
  await mkdir(folder, { recursive: true });
  await rename(folder, `${folder}-away`);
  await writeFile(folder, "no folder");
  expect(await runWaiting(mailTask)).toBe(0);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  const before = (await outbox()).length;
  expect(await runWaiting(mailTask)).toBe(0);
  await endWaits("mail");
  expect(await runWaiting(mailTask)).toBe(1);
  expect((await outbox()).length).toBe(before + 1);
  const row = await db().outgoingMail.findUniqueOrThrow({ where: { reference: "test:refused" } });
  expect([row.attempts, row.sentAt !== null]).toEqual([2, true]);
});
