import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { db, sql } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { nothingToWrite, syncUser } from "./sync.ts";
import { newUser } from "./testing/life.ts";

await useDatabase();

const event = (id: string) => ({ id, type: "invoice.paid", created: 1_790_000_000 });

/** What another process does when it writes a newer truth. */
async function writeElsewhere(userId: string): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE subscription SET stripe_version = stripe_version + 1, tier = 'max' WHERE user_id = ${userId}`);
}

test.each(["something to write", "nothing to write"])(
  "a truth that grew old while it was fetched is never written but fetched anew: %s",
  async (kind) => {
    const { userId } = await newUser();
    const truths = ["old", "new"];
    const written: string[] = [];
    const receipt = await syncUser(
      userId,
      event(`evt_stale_${kind.length}`),
      async () => {
        const truth = truths.shift() ?? "none";
        if (truth === "old") await writeElsewhere(userId);
        return truth;
      },
      (truth, { tier }) => {
        const nothing = nothingToWrite(`${truth} ${tier}`);
        if (kind === "nothing to write") return nothing;
        return { ...nothing, differs: true, write: async () => [`write ${written.push(truth)}`] };
      },
    );
    expect(receipt).toMatch(/^new max/);
    expect(written).toEqual(kind === "nothing to write" ? [] : ["new"]);
  },
);

test("what is written is undone whole when its event turns out to be known", async () => {
  tried("one-grant");
  const { userId } = await newUser();
  const run = () =>
    syncUser(
      userId,
      event("evt_known"),
      async () => null,
      () => ({
        words: "written",
        references: [],
        differs: true,
        write: async (tx) => {
          await tx.$executeRaw(sql`
            UPDATE subscription SET credits_limit = credits_limit + 1 WHERE user_id = ${userId}`);
          return [];
        },
      }),
    );
  expect(await run()).toBe("written");
  expect(await run()).toBeNull();
  const { creditsLimit } = await db().subscription.findUniqueOrThrow({ where: { userId } });
  expect(creditsLimit).toBe(101);
});

test("one account waits in line within a process, another does not wait for it", async () => {
  const [slow, other] = await Promise.all([newUser(), newUser()]);
  const order: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const visit = (userId: string, name: string, wait?: Promise<void>) =>
    syncUser(
      userId,
      null,
      async () => {
        await wait;
        order.push(name);
      },
      () => nothingToWrite(name),
    );
  const first = visit(slow.userId, "first", gate);
  const second = visit(slow.userId, "second");
  await visit(other.userId, "other");
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(["other", "first", "second"]);
});
