// Guards that a large account, concurrent deletions and one that outlasts its caller end in a complete deletion.

import { expect, test, vi } from "vitest";
import { creditsWith, makeResident } from "#lib/testing/closing/residents.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { authStore } from "../auth/store.ts";
import { auditCredits } from "../credits/audit.ts";
import { db, sql } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { findRowsWith } from "../testing/rows.ts";
import { closeAccount } from "./close-account.ts";

everyTestTries("deletion");

await useDatabase();

test("a deletion that outlasts its caller continues in the background, with the account disabled", async () => {
  const { email, visitor, userId, key } = await makeResident();
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`SELECT FROM balance WHERE user_id = ${userId} FOR UPDATE`);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await closeAccount(userId, { waitMs: 50 });
  expect((await creditsWith(key)).status).toBe(401);
  // The library's own deletion of the user, right after, leaves the rows to the deletion that is under way.
  await authStore().user.delete({ where: { id: userId } });
  expect(await db().user.count({ where: { id: userId } })).toBe(1);
  release.resolve();
  await holder;
  await vi.waitFor(async () => expect(await db().user.count({ where: { id: userId } })).toBe(0), 10_000);
  expect(await visitor.isSignedIn()).toBe(false);
  await vi.waitFor(async () => expect((await findRowsWith([email])).join("\n")).toBe(""), 10_000);
  expect((await auditCredits()).findings).toEqual([]);
});

test("concurrent deletions of one account succeed, and the credits audit finds no problem", async () => {
  const { email, userId } = await makeResident();
  await Promise.all([closeAccount(userId), closeAccount(userId), closeAccount(userId)]);
  expect(await findRowsWith([email])).toEqual([]);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a large account is deleted completely, in statements of limited size", async () => {
  const { userId } = await makeResident();
  await db().$executeRaw(sql`
    WITH work AS (
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              finished_at, deleted_at)
      SELECT 'gen_' || left(md5(n::text), 22), ${userId}, 'generate', 'failed', '', 0, 0, 0, now(), now(), now()
      FROM generate_series(1, 5000) n RETURNING id
    )
    INSERT INTO webhook_event (id, user_id, type, data, reference)
    SELECT 'evt_' || id, ${userId}, 'generation.failed', '{}', id FROM work`);
  const sent = vi.spyOn(db(), "$executeRaw");
  await closeAccount(userId);
  const changed = await Promise.all(sent.mock.results.map(({ value }) => value));
  expect(Math.max(...changed)).toBe(2_000);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
  expect(await db().webhookEvent.count({ where: { userId } })).toBe(0);
  expect(await db().user.count({ where: { id: userId } })).toBe(0);
});
