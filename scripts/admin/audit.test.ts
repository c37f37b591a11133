import { afterEach, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { run } from "../admin.ts";
import { runCommand } from "./said.ts";

await useDatabase();
afterEach(() => db().generation.deleteMany());

const audit = (...words: string[]) => runCommand("credits", "audit", ...words);

/** Adds work that was never charged. */
async function addUnpaidWork(userId: string, count: number): Promise<void> {
  await db().$executeRaw(sql`
    INSERT INTO generation (id, user_id, operation, source_ref, status, from_monthly, from_topup, period, expires_at)
    SELECT 'gen_' || n, ${userId}, 'generate', 'x', 'succeeded', 1, 0, 0, now() FROM generate_series(1, ${count}::int) AS n`);
}

test("an audit without problems reports so and succeeds", async () => {
  await makeAccount();
  const accounts = await db().user.count();
  const line = new RegExp(`^${accounts} accounts, \\d+ ledger entries, 0 problems$`);
  expect(await audit()).toEqual({ code: 0, error: [], log: [expect.stringMatching(line)] });
  const { code, log } = await audit("--json");
  expect([code, JSON.parse(log.join("\n"))]).toMatchObject([0, { findings: [], problems: 0 }]);
});

test("many problems are printed as one line per kind, or completely with --json, in parts", async ({
  onTestFinished,
}) => {
  const { userId } = await makeAccount();
  const { userId: other } = await makeAccount();
  await addUnpaidWork(userId, 2_500);
  await db().$executeRaw(sql`UPDATE balance SET topup = topup + 1 WHERE user_id = ${other}`);
  onTestFinished(async () => {
    await db().$executeRaw(sql`UPDATE balance SET topup = topup - 1 WHERE user_id = ${other}`);
  });
  const result = await audit();
  expect(result.code).toBe(1);
  expect(result.error).toEqual([
    `1 balances that differ from the sum of their ledger. First: ${other}: balance 400 monthly + 1 top-up, ledger sums to 400 + 0`,
    `2500 pieces of work without a matching charge. First: ${userId}: gen_1 has no matching charge`,
  ]);
  expect(result.log).toEqual([expect.stringContaining("2501 problems"), expect.stringContaining("--json")]);

  const { code, error, log } = await audit("--json");
  const all = JSON.parse(log.join("\n"));
  expect([code, error, all.problems, all.findings.length]).toEqual([1, [], 2_501, 2_501]);
  expect(all.findings).toContainEqual({
    kind: "charge_missing",
    account_id: userId,
    problem: "gen_2500 has no matching charge",
  });
  expect(Math.max(...log.map((piece) => piece.split("\n").length))).toBeLessThanOrEqual(1_000);
});

test("operator commands for an account are in its audit log", async () => {
  const { userId } = await makeAccount();
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await run(["account", "suspend", "--email", email]);
  await run(["account", "resume", "--email", email]);
  await run(["credits", "grant", "--email", email, "--topup", "5", "--note", "for the outage"]);
  await run(["key", "create", "--email", email, "--name", "made for you"]);
  await run(["account", "secure", "--email", email]);
  await run(["account", "delete", "--email", email]);
  vi.restoreAllMocks();
  const events = await db().auditEvent.findMany({ where: { accountId: userId, actorType: "operator" } });
  expect(events.map(({ action }) => action).toSorted()).toEqual([
    "account.deleted",
    "account.resumed",
    "account.secured",
    "account.suspended",
    "credits.granted",
    "key.created",
    "key.deleted",
    "key.deleted",
  ]);
});
