import { beforeEach, expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { restartWithSecrets } from "#lib/testing/secrets.ts";
import { adoptAuditLog } from "./adopt.ts";
import { sealAuditEvents } from "./chain.ts";
import { recordAudit } from "./record.ts";
import { findAuditLogProblems } from "./verify.ts";

await useDatabase();
beforeEach(async () => {
  await change(sql`DELETE FROM audit_event`);
  await db().auditMark.deleteMany();
});

const lost = "a secret that is lost one day, of some length";
const current = "the secret after it, which is known here too";

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const { problem } of findAuditLogProblems()) found.push(problem);
  return found;
}

const record = async (name: string) =>
  await recordAudit({ accountId: "usr_a", action: "key.created", after: { name } });

async function change(statement: ReturnType<typeof sql>): Promise<void> {
  await db().$executeRaw(sql`ALTER TABLE audit_event DISABLE TRIGGER USER`);
  await db().$executeRaw(statement);
  await db().$executeRaw(sql`ALTER TABLE audit_event ENABLE TRIGGER USER`);
}

test("adoption signs a log anew whose secret is lost, and later changes to any event are detected", async () => {
  restartWithSecrets({ current: lost });
  await record("sealed");
  await record("sealed too");
  await sealAuditEvents();
  await record("not sealed");
  restartWithSecrets({ current });
  await record("after");
  expect(await problems()).toHaveLength(4);
  expect((await problems())[0]).toContain("npm run admin -- secrets adopt");

  expect(await adoptAuditLog()).toBe(3);
  expect(await problems()).toEqual([]);
  expect(await adoptAuditLog()).toBe(0);
  await sealAuditEvents();
  expect(await problems()).toEqual([]);

  const rows = await db().auditEvent.findMany({ orderBy: { position: "asc" } });
  expect(rows.map(({ position }) => Number(position))).toEqual([1, 2, 3, 4]);
  for (const { id } of rows) {
    await change(sql`UPDATE audit_event SET action = 'key.deleted' WHERE id = ${id}`);
    expect(await problems()).toEqual([`${id} has other contents`]);
    await change(sql`UPDATE audit_event SET action = 'key.created' WHERE id = ${id}`);
  }
});

test("adoption does not hide events that were changed or deleted", async () => {
  restartWithSecrets({ current: lost, previous: current });
  await record("of the lost secret");
  await record("of the lost secret, changed");
  await sealAuditEvents();
  const [changed] = await db().auditEvent.findMany({ orderBy: { position: "desc" }, take: 1 });
  await change(sql`UPDATE audit_event SET details = details || ' ' WHERE id = ${changed?.id}`);
  restartWithSecrets({ current });
  await adoptAuditLog();
  await record("first");
  await record("second");
  await record("third");
  await sealAuditEvents();
  const [, second, first] = await db().auditEvent.findMany({ orderBy: { position: "desc" }, take: 3 });
  await change(sql`UPDATE audit_event SET action = 'key.deleted' WHERE id = ${first?.id}`);
  await change(sql`DELETE FROM audit_event WHERE id = ${second?.id}`);
  const before = await problems();
  expect(before).toEqual([
    `${changed?.id} has other details`,
    `${first?.id} has other contents`,
    `event number ${second?.position} is gone`,
  ]);
  expect(await adoptAuditLog()).toBe(0);
  expect(await problems()).toEqual(before);
});
