import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { guessMs } from "#lib/imaging/worker/pace.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { serveProvider } from "#lib/testing/models/index.ts";
import { estimateDuration } from "./duration.ts";
import { repeatWork } from "./repeat.ts";

await useDatabase();
const server = await serveProvider("openai-compatible");
beforeAll(() => useModelsOf([server]));
afterAll(() => server.close());

const guess = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + guessMs(kind), 0);

test.each([
  ["studio", "studio", { queue: "work", expectedMs: guess("photo 2K") }],
  ["studio", "scene", { queue: "work-hosted", expectedMs: guess("plan 2K", "compose 2K") }],
  ["studio", "edit", { queue: "work-hosted", expectedMs: guess("compare 2K") }],
  ["luxury", null, { queue: "work-hosted", expectedMs: guess("plan 2K", "compose 2K") }],
  ["amazon", "scene", { queue: "work", expectedMs: guess("photo 2K") }],
] as const)(
  "a photo in the style %s, requested as %s, has the queue and estimated duration of its mode",
  async (style, wantedMode, effort) => {
    expect(await estimateDuration({ operation: "generate", style, resolution: "2K", wantedMode })).toEqual(
      effort,
    );
  },
);

test("a photo on the caller's own background has the queue of the pixel workers", async () => {
  const work = { operation: "generate", style: "luxury", resolution: "2K", wantedMode: "scene" } as const;
  const options = { background: { color: "#224466" } };
  expect(await estimateDuration({ ...work, options })).toEqual({
    queue: "work",
    expectedMs: guess("photo 2K"),
  });
});

test("a retry has the mode, queue and estimated duration of its original", async () => {
  const { userId } = await makeAccount({ monthly: 5 });
  const work = onePhoto(userId);
  const { id } = work;
  await queueOne({ ...work, style: "luxury", resolution: "1K", wantedMode: "edit" }, 1);
  const row = await db().generation.findUniqueOrThrow({ where: { id } });
  expect(row.wantedMode).toBe("edit");
  const by = { userId, apiKeyId: null, account: { tier: "pro", total: 4 } } as const;
  const [again = ""] = await db().$transaction((tx) =>
    repeatWork([row], { by, lane: "batch", batchId: null }, tx),
  );
  const repeated = await db().generation.findUniqueOrThrow({ where: { id: again } });
  expect(repeated).toMatchObject({ wantedMode: "edit", expectedMs: guess("compare 1K") });
  const jobs = await db().$queryRaw<{ name: string }[]>`
    SELECT name FROM pgboss.job WHERE data ->> 'id' = ${again}`;
  expect(jobs).toEqual([{ name: "work-hosted" }]);
});
