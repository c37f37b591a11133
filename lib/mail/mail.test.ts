import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createUser } from "../accounts/open.ts";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { useDatabase } from "../testing/database.ts";
import { sendMail } from "./index.ts";
import { queueMail, sendQueuedMail } from "./queue.ts";

await useDatabase();

async function outbox(): Promise<string[]> {
  const folder = path.join(env().DATA_DIR, "outbox");
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(names.sort().map((name) => readFile(path.join(folder, name), "utf8")));
}

test("without SMTP a mail becomes a file that a mail program opens", async () => {
  await sendMail({ to: "a@example.com", subject: "Grüße", text: "Line one\nLine two\n" });
  const [mail = ""] = await outbox();
  expect(mail).toContain("To: a@example.com\r\n");
  expect(mail).toMatch(/^From: Photo Generation Service <no-reply@localhost>\r$/m);
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(mail).toContain("Line one\r\nLine two");
});

test("a subject cannot smuggle in another header", async () => {
  await sendMail({ to: "a@example.com", subject: "x\r\nBcc: everyone@example.com", text: "" });
  for (const mail of await outbox()) expect(mail).not.toMatch(/^Bcc:/m);
});

test("a queued mail goes out once for its reference, whoever sends", async () => {
  const userId = await createUser("queue@example.com", "Queue");
  const before = (await outbox()).length;
  const mail = { reference: "test:1", userId, subject: "Once", text: "Once." };
  await Promise.all([queueMail(mail), queueMail(mail), queueMail(mail)]);
  await Promise.all([sendQueuedMail(), sendQueuedMail(), sendQueuedMail()]);
  await sendQueuedMail();
  expect((await outbox()).length).toBe(before + 1);
  expect(await db().outgoingMail.count({ where: { reference: "test:1", sentAt: { not: null } } })).toBe(1);
});

test("a mail whose transaction is undone never goes out", async () => {
  const userId = await createUser("undone@example.com", "Undone");
  const mail = { reference: "test:undone", userId, subject: "Never", text: "Never." };
  const undone = db().$transaction(async (tx) => {
    await queueMail(mail, tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await sendQueuedMail()).toBe(0);
});
