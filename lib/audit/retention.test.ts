import { expect, test } from "vitest";
import { retention } from "#lib/contract/retention.ts";
import { db, sql } from "#lib/db/index.ts";
import { runInRequest } from "#lib/platform/requests.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { recordAudit } from "./record.ts";
import { eraseAuditDetails, purgeAuditEvents } from "./retention.ts";

await useDatabase();

const keptMs = retention.auditEvents.days * 86_400_000;
const count = (accountId: string) => db().auditEvent.count({ where: { accountId } });

test("the database rejects changes to audit events", async () => {
  await recordAudit({ accountId: "usr_a", action: "password.changed" });
  // Neither a closed account nor an earlier purge makes its events changeable.
  await recordAudit({ accountId: "usr_closed", action: "key.created", after: { name: "Shop" } });
  await db().closedAccount.create({ data: { userId: "usr_closed" } });
  await purgeAuditEvents();
  const refused = [
    sql`UPDATE audit_event SET action = 'key.created' WHERE account_id = 'usr_a'`,
    sql`UPDATE audit_event SET details = NULL WHERE account_id = 'usr_a'`,
    sql`UPDATE audit_event SET details = '{}' WHERE account_id = 'usr_closed'`,
    sql`UPDATE audit_event SET details = NULL, created_at = now() WHERE account_id = 'usr_closed'`,
    sql`DELETE FROM audit_event`,
    sql`TRUNCATE audit_event`,
  ];
  for (const statement of refused) {
    await expect(db().$executeRaw(statement)).rejects.toThrow("audit events are never changed or removed");
  }
});

test("events of a deleted account lose their personal details, and nothing else", async () => {
  const actor = { type: "user", id: "usr_gone", name: "grace@example.com" } as const;
  await runInRequest({ route: "test", address: "192.0.2.7" }, () =>
    recordAudit({
      accountId: "usr_gone",
      action: "account.changed",
      actor,
      before: { email: "grace@example.com" },
    }),
  );
  const [before] = await db().auditEvent.findMany({ where: { accountId: "usr_gone" } });
  expect(before?.details).toContain("192.0.2.7");
  expect(await eraseAuditDetails("usr_gone")).toBe(0);
  await db().closedAccount.create({ data: { userId: "usr_gone" } });
  expect(await eraseAuditDetails("usr_gone")).toBe(1);
  expect(await eraseAuditDetails("usr_gone")).toBe(0);
  const [after] = await db().auditEvent.findMany({ where: { accountId: "usr_gone" } });
  expect(after).toEqual({ ...before, details: null });
});

test("the purge removes expired events and keeps the others", async () => {
  const now = new Date();
  const event = { actorType: "system", action: "key.created", objectType: "account", accountId: "usr_old" };
  const at = (ageMs: number) => new Date(now.getTime() - ageMs);
  const expired = Array.from({ length: 2_500 }, (_, index) => ({
    ...event,
    id: `aud_${index}`,
    createdAt: at(keptMs + 1 + index),
  }));
  await db().auditEvent.createMany({
    data: [...expired, { ...event, id: "aud_kept", createdAt: at(keptMs) }],
  });
  expect(await purgeAuditEvents(now)).toBe(2_500);
  expect(await count("usr_old")).toBe(1);
  expect(await purgeAuditEvents(new Date(now.getTime() + 1))).toBe(1);
  expect(await count("usr_old")).toBe(0);
});

test("an event whose change is rolled back is not recorded", async () => {
  const failed = db().$transaction(async (tx) => {
    await recordAudit({ accountId: "usr_rolled_back", action: "password.changed" }, tx);
    throw new Error("the change failed");
  });
  await expect(failed).rejects.toThrow("the change failed");
  expect(await count("usr_rolled_back")).toBe(0);
});
