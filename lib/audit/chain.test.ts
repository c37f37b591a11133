import { beforeEach, describe, expect, test } from "vitest";
import { auditActionNames } from "#lib/contract/audit/actions.ts";
import { retention } from "#lib/contract/retention.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { db, Prisma, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { runInRequest } from "#lib/platform/requests.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { sealAuditEvents } from "./chain.ts";
import { recordAudit } from "./record.ts";
import { eraseAuditDetails, purgeAuditEvents } from "./retention.ts";
import { findAuditLogProblems } from "./verify.ts";

await useDatabase();
beforeEach(async () => {
  await withoutGuards(() => db().auditEvent.deleteMany());
  await db().auditMark.deleteMany();
});

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const { problem } of findAuditLogProblems()) found.push(problem);
  return found;
}

/** Makes a change that only the owner of the database can make; reverted afterwards. */
async function tamper<T>(statement: Prisma.Sql, look: () => Promise<T>): Promise<T> {
  const rows = await db().auditEvent.findMany();
  const marks = await db().auditMark.findMany();
  await withoutGuards(() => db().$executeRaw(statement));
  const seen = await look();
  await withoutGuards(async () => {
    await db().auditEvent.deleteMany();
    await db().auditEvent.createMany({ data: rows });
    await db().auditMark.deleteMany();
    await db().auditMark.createMany({ data: marks });
  });
  return seen;
}

async function withoutGuards(run: () => Promise<unknown>): Promise<void> {
  await db().$executeRaw(sql`ALTER TABLE audit_event DISABLE TRIGGER USER`);
  await run();
  await db().$executeRaw(sql`ALTER TABLE audit_event ENABLE TRIGGER USER`);
}

async function write(count: number, random: () => number): Promise<void> {
  const accounts = ["usr_a", "usr_b", "usr_a_test"];
  const one = async () => {
    const entry = () => ({
      accountId: pick(random, accounts),
      action: pick(random, auditActionNames),
      object: { type: "key" as const, id: newId("key") },
      before: { name: `was ${random()}` },
      after: { name: `is ${random()}`, scopes: ["a"] },
    });
    if (random() < 0.3) await recordAudit([entry(), entry()]);
    else await recordAudit(entry());
    if (random() < 0.2) await sealAuditEvents();
  };
  for (let left = count; left > 0; left -= 8) {
    await Promise.all(Array.from({ length: Math.min(8, left) }, one));
  }
}

test("concurrent events form one complete chain, and a change or removal of any row is detected and named", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  await write(60, random);
  await Promise.all([sealAuditEvents(), sealAuditEvents(), sealAuditEvents()]);
  expect(await problems(), `seed ${seed}`).toEqual([]);
  const rows = await db().auditEvent.findMany({ orderBy: { position: "asc" } });
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));

  const texts = ["account_id", "action", "actor_type", "actor_id", "object_type", "object_id"];
  const changes: Record<string, Prisma.Sql> = {
    ...Object.fromEntries(
      [...texts, "details", "details_hash", "key", "digest", "hash"].map((column) => [
        column,
        Prisma.raw(`"${column}" = COALESCE("${column}", '') || 'x'`),
      ]),
    ),
    id: Prisma.raw(`"id" = left("id", 25) || '-'`),
    created_at: Prisma.raw(`"created_at" = "created_at" - interval '1 ms'`),
    position: Prisma.raw(`"position" = 1000000`),
    erased: Prisma.raw(`"details" = NULL`),
  };
  const columns = Object.keys(Prisma.AuditEventScalarFieldEnum).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(Object.keys(changes)).toEqual(expect.arrayContaining(columns));
  for (const [column, change] of Object.entries(changes)) {
    const victim = pick(random, rows);
    const label = `seed ${seed}, ${column} of ${victim.id}`;
    const found = await tamper(sql`UPDATE audit_event SET ${change} WHERE id = ${victim.id}`, problems);
    const names: Record<string, string> = {
      id: `${victim.id.slice(0, 25)}-`,
      position: `number ${victim.position} `,
    };
    const name = names[column] ?? victim.id;
    expect(found.join("\n"), label).toContain(name);
    expect(found.length, `${label}: ${found.join("; ")}`).toBeLessThanOrEqual(3);
  }
  const removed = pick(random, rows);
  const gone = await tamper(sql`DELETE FROM audit_event WHERE id = ${removed.id}`, problems);
  expect(gone, `seed ${seed}`).toEqual([`event number ${removed.position} is gone`]);
  expect(await problems()).toEqual([]);
});

test("an audit beside concurrent writes and seals finds no problem", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  let isOver = false;
  const audits = async () => {
    const found: string[] = [];
    while (!isOver) found.push(...(await problems()));
    return found;
  };
  const seals = async () => {
    while (!isOver) await sealAuditEvents();
  };
  const watching = Promise.all([audits(), audits(), seals()]);
  await write(120, random).finally(() => {
    isOver = true;
  });
  const [one, other] = await watching;
  expect([...one, ...other], `seed ${seed}`).toEqual([]);
});

describe("the audit log check finds", () => {
  beforeEach(() => write(8, seededRandom(1)));

  const columns =
    "account_id, created_at, action, actor_type, object_type, details, details_hash, key, digest";
  const copyOf = (id: string) =>
    sql`INSERT INTO audit_event (id, ${Prisma.raw(columns)}) SELECT 'aud_forged', ${Prisma.raw(columns)} FROM audit_event WHERE id = ${id}`;
  const last = async () => {
    await sealAuditEvents();
    const row = await db().auditEvent.findFirst({ orderBy: { position: "desc" } });
    if (!row?.position) throw new Error("the test has written no events");
    return { ...row, position: row.position };
  };

  test("a forged event, before and after it is sealed", async () => {
    const { id } = await last();
    expect(await tamper(copyOf(id), problems)).toEqual(["aud_forged has other contents"]);
    const sealed = async () => {
      await sealAuditEvents();
      return await problems();
    };
    expect(await tamper(copyOf(id), sealed)).toEqual(["aud_forged has other contents"]);
    const inFront = sql`UPDATE audit_event SET position = -1 WHERE id = ${id}`;
    expect((await tamper(inFront, problems))[0]).toContain(`${id} lies before the beginning`);
  });

  test("a removed last event, also when the mark of the end is moved back or deleted", async () => {
    const { id, position } = await last();
    const cut = sql`DELETE FROM audit_event WHERE id = ${id}`;
    expect(await tamper(cut, problems)).toEqual([`event number ${position} is gone`]);
    const back = sql`
      WITH cut AS (${cut}) UPDATE audit_mark SET position = e.position, hash = e.hash
      FROM audit_event e WHERE name = 'end' AND e.position = ${position - 1n}`;
    const wrong = ["the mark of the end of the log is not the one that this service left"];
    expect(await tamper(back, problems)).toEqual(wrong);
    // Nothing is appended to such a chain, because that would hide the fault.
    const refused = async () => {
      await recordAudit({ accountId: "usr_a", action: "password.changed" });
      await expect(sealAuditEvents()).rejects.toThrow("credits audit");
    };
    await tamper(back, refused);
    const away = sql`WITH cut AS (${cut}) DELETE FROM audit_mark`;
    expect(await tamper(away, problems)).toEqual(wrong);
  });

  test("a changed event, which the operator's credits audit counts too", async () => {
    const { id, accountId } = await last();
    const change = sql`UPDATE audit_event SET action = 'key.deleted', object_id = 'x' WHERE id = ${id}`;
    const audit = await tamper(change, auditCredits);
    expect(audit.findings).toEqual([
      {
        kind: "audit_event_changed",
        count: 1,
        userId: accountId,
        problem: `${id} has other contents`,
      },
    ]);
    expect((await auditCredits()).problems).toBe(0);
  });
});

test("the database rejects changes to audit events", async () => {
  await write(1, seededRandom(1));
  await sealAuditEvents();
  const refused = [
    sql`UPDATE audit_event SET action = 'key.created'`,
    sql`UPDATE audit_event SET details = NULL`,
    sql`UPDATE audit_event SET position = position + 1000`,
    sql`DELETE FROM audit_event`,
    sql`TRUNCATE audit_event`,
  ];
  for (const statement of refused) {
    await expect(db().$executeRaw(statement)).rejects.toThrow("audit events are never changed or removed");
  }
});

test("events of a deleted account stay verifiable after their personal details are erased", async () => {
  const actor = { type: "user", id: "usr_gone", name: "grace@example.com" } as const;
  await runInRequest({ route: "test", address: "192.0.2.7" }, () =>
    recordAudit({
      accountId: "usr_gone",
      action: "account.changed",
      actor,
      before: { email: "grace@example.com" },
    }),
  );
  await sealAuditEvents();
  expect(await eraseAuditDetails("usr_gone")).toBe(0);
  await db().closedAccount.create({ data: { userId: "usr_gone" } });
  expect(await eraseAuditDetails()).toBe(1);
  const [row] = await db().auditEvent.findMany({ where: { accountId: "usr_gone" } });
  expect(row).toMatchObject({ action: "account.changed", actorId: "usr_gone", details: null });
  expect(await problems()).toEqual([]);
});

test("the purge removes expired events, leaves a valid chain, and does not remove an event with a forged time", async () => {
  await write(60, seededRandom(1));
  await sealAuditEvents();
  const rows = await db().auditEvent.findMany({ orderBy: { position: "asc" } });
  const expiryOf = (createdMs: number) => new Date(createdMs + retention.auditEvents.days * 86_400_000);
  expect(await purgeAuditEvents()).toBe(0);
  const half = rows[Math.floor(rows.length / 2)];
  const halfExpired = expiryOf(Number(half?.createdAt));
  const removed = await purgeAuditEvents(halfExpired);
  expect(removed).toBeGreaterThan(0);
  expect(await problems()).toEqual([]);
  // An event with a forged time is not removed before it is reported.
  const next = await db().auditEvent.findFirst({ orderBy: { position: "asc" } });
  const forged = sql`UPDATE audit_event SET created_at = created_at - interval '10 years' WHERE id = ${next?.id}`;
  expect(await tamper(forged, () => purgeAuditEvents(halfExpired))).toBe(0);
  const startBack = sql`UPDATE audit_mark SET position = position - 1 WHERE name = 'start'`;
  expect((await tamper(startBack, problems))[0]).toContain("the mark of the start");
  await recordAudit({ accountId: "usr_a", action: "password.changed" });
  await sealAuditEvents();
  expect(await purgeAuditEvents(expiryOf(Date.now() + 60_000))).toBe(
    await db()
      .auditEvent.count()
      .then((left) => rows.length + 1 - removed - left),
  );
  expect(await db().auditEvent.count()).toBe(0);
  await recordAudit({ accountId: "usr_a", action: "password.changed" });
  await sealAuditEvents();
  expect(await problems()).toEqual([]);
});
