import { expect, test } from "vitest";
import { getAccount } from "#lib/accounts/state.ts";
import { chargeCredits } from "#lib/credits/charge.ts";
import { completeCharge, refundCharge } from "#lib/credits/resolve.ts";
import { db, sql } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { beginWork, chargeOf } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { run } from "../admin.ts";
import { runCommand } from "./said.ts";

await useDatabase();

/** Runs a command and returns its output, of both streams, and its exit code. */
async function print(...words: string[]) {
  const { code, log, error } = await runCommand(...words);
  return { code, lines: [...log, ...error] };
}

async function account() {
  const { userId } = await makeAccount({ monthly: 1_000 });
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, email };
}

/** Creates `count` pieces of work of an account; `end` ends each. */
async function orders(
  userId: string,
  count: number,
  end: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const charge = chargeOf(
    userId,
    Array.from({ length: count }, () => 1),
  );
  expect(await chargeCredits(charge)).toMatchObject({ kind: "charged" });
  const ids = charge.work.map(({ id }) => id);
  for (const id of ids) {
    await beginWork(id);
    await end(id);
  }
  return ids;
}

test("failures of the service and of callers are listed, and filtered by code, account, status and time", async () => {
  const { userId, email } = await account();
  const [empty = ""] = await orders(userId, 1, (id) =>
    refundCharge(id, "invalid_params", { message: "There is no product in it.", fault: "caller" }),
  );
  const [broken = ""] = await orders(userId, 1, (id) => refundCharge(id, "generation_failed"));
  await db().generation.update({ where: { id: broken }, data: { attempts: 1 } });
  const [kept = ""] = await orders(userId, 1, (id) => completeCharge(id, { url: "x", publicId: null }));
  const other = await account();
  const [others = ""] = await orders(other.userId, 1, (id) => refundCharge(id, "generation_failed"));

  const listed = async (...words: string[]) =>
    (await print("jobs", "list", ...words)).lines
      .flatMap((line) => /gen_\w+/.exec(line)?.[0] ?? [])
      .filter((id) => [empty, broken, kept, others].includes(id));
  expect(await listed()).toEqual([others, broken, empty]);
  expect(await listed("--email", email)).toEqual([broken, empty]);
  expect(await listed("--code", "invalid_params")).toEqual([empty]);
  expect(await listed("--status", "succeeded")).toEqual([kept]);
  await db().generation.update({
    where: { id: empty },
    data: { finishedAt: new Date(Date.now() - 3 * 60 * 60 * 1000) },
  });
  expect(await listed("--since", "2h", "--email", email)).toEqual([broken]);
  expect(await listed("--since", "4h", "--email", email)).toEqual([broken, empty]);
  await expect(run(["jobs", "list", "--since", "soon"])).rejects.toThrow("such as 30m, 2h or 7d");
  await expect(run(["jobs", "list", "--status", "gone"])).rejects.toThrow("--status must be one of");

  const { lines } = await print("jobs", "list", "--email", email);
  expect(lines[0]).toContain("generation_failed (service)  The image could not be made.  can be retried");
  expect(lines[1]).toContain("invalid_params (caller)  There is no product in it.  can be retried with --id");
  const queued = await print("jobs", "list", "--status", "queued", "--email", email);
  expect(queued.lines).toEqual(["No work is queued."]);
});

test("a long list is cut and ends with the number of omitted entries, and is complete as JSON lines", async () => {
  const { userId, email } = await account();
  await orders(userId, 3, (id) => refundCharge(id, "generation_failed"));
  // Copies of a real row, more than one page of the JSON output.
  await db().$executeRaw(sql`
    INSERT INTO generation
    SELECT copy.* FROM (SELECT * FROM generation WHERE user_id = ${userId} LIMIT 1) AS g, generate_series(1, 520) AS n,
         jsonb_populate_record(g::generation, jsonb_build_object('id', concat(g.id, n))) AS copy`);
  const { lines } = await print("jobs", "list", "--email", email);
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toContain("and 423 more");
  const all = (await print("jobs", "list", "--email", email, "--json")).lines.map((line) => JSON.parse(line));
  expect(new Set(all.map((job) => job.generation_id)).size).toBe(523);
  expect(all[0]).toMatchObject({
    email,
    status: "failed",
    fault: "service",
    error_code: "generation_failed",
  });
});

test("all failures of the service are retried, one of a caller only by its id, and each only once", async () => {
  await db().generation.deleteMany();
  const { userId, email } = await account();
  const failed = await orders(userId, 2, (id) => refundCharge(id, "generation_failed"));
  await db().generation.updateMany({ where: { id: { in: failed } }, data: { attempts: 1 } });
  const [empty = ""] = await orders(userId, 1, (id) =>
    refundCharge(id, "invalid_params", { fault: "caller" }),
  );
  const before = (await getAccount(email))?.monthly ?? 0;

  const all = await print("jobs", "retry", "--all");
  expect(all.code).toBe(0);
  expect(all.lines).toHaveLength(2);
  expect(all.lines[0]).toMatch(new RegExp(`^${failed[0]} is queued again as gen_`));
  expect((await print("jobs", "retry", "--all")).lines).toEqual([
    "No work has failed because of the service.",
  ]);
  expect((await print("jobs", "retry", "--id", empty)).code).toBe(0);
  expect(await print("jobs", "retry", "--id", empty)).toMatchObject({
    code: 1,
    lines: [expect.stringContaining("ordered again as gen_")],
  });
  expect((await getAccount(email))?.monthly).toBe(before - 3);

  await orders(userId, 1, (id) => refundCharge(id, "generation_failed"));
  const last = await db().generation.findFirstOrThrow({
    where: { userId, retriedId: null, status: "failed" },
  });
  await db().generation.update({ where: { id: last.id }, data: { attempts: 1 } });
  await db().balance.update({ where: { userId }, data: { monthly: 0 } });
  expect(await print("jobs", "retry", "--all")).toMatchObject({
    code: 1,
    lines: [expect.stringContaining("is not retried: This costs 1 credit")],
  });
});

test("a job and a batch are shown by their id, as text and as JSON", async () => {
  const { userId, email } = await account();
  const batch = { id: "bat_0000000000000000000001" };
  const charge = chargeOf(userId, [1, 1], { batch });
  await chargeCredits(charge);
  const id = charge.work[0]?.id ?? "";
  for (const words of [[id], ["--id", id]]) {
    const { lines } = await print("job", "show", ...words);
    const text = lines.join("\n");
    expect(text).toMatch(new RegExp(`email +${email}`));
    expect(text).toMatch(/reason +no_worker/);
    expect(text).toContain(`reference: charge:${id}; kind: charge; monthly_delta: -1`);
  }
  const [json = ""] = (await print("job", "show", id, "--json")).lines;
  expect(JSON.parse(json)).toMatchObject({
    work: { id, status: "queued" },
    waiting: { queue_position: expect.any(Number) },
  });

  const shown = (await print("batch", "show", batch.id)).lines.join("\n");
  expect(shown).toMatch(/queued +2/);
  expect(shown).toContain("reason: no_worker; count: 2; examples: id: ");
  await expect(run(["job", "show", "gen_x"])).rejects.toThrow("There is no work gen_x");
  await expect(run(["job", "show"])).rejects.toThrow("--id is missing");
  await expect(run(["batch", "show", "bat_x"])).rejects.toThrow("There is no batch bat_x");
  await expect(run(["job", "show", id, id])).rejects.toThrow("job show gen_…");
});
