import { expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useMadeResults } from "#lib/testing/generations/made-results.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { POST as GENERATE } from "../../../app/api/v1/generate/route.ts";
import { deleteGenerations } from "../history/delete.ts";
import { fillFingerprints } from "./fill-fingerprints.ts";

await useDatabase();
useWorkers(2);
const results = useMadeResults();

test("work without a fingerprint can be reused, and the task adds the fingerprint of a new row", async () => {
  const account = await makeAccount({ monthly: 10 });
  const generate = (change: object = {}) =>
    callApi(operations.generate, GENERATE, {
      key: account.key,
      json: { image_url: results.imageUrl, type: "product", style: "studio", ...change },
    });
  const options = { prompt: "on marble", seed: 3, light: { warmth: 0.5 } };
  const made = await generate(options);
  const id = made.headers.get("x-generation-id") ?? "";
  const written = await db().generation.findUniqueOrThrow({ where: { id } });
  const forget = () => db().generation.updateMany({ where: { id }, data: { fingerprint: null } });

  await forget();
  expect((await generate({ ...options, reuse: true })).body.credits_used).toBe(0);

  await forget();
  expect(await fillFingerprints()).toBe(1);
  expect(await fillFingerprints()).toBe(0);
  const filled = await db().generation.findUniqueOrThrow({ where: { id } });
  expect(filled.fingerprint).toBe(written.fingerprint);

  // Deleted work keeps no trace of its request.
  await deleteGenerations([id]);
  expect(await fillFingerprints()).toBe(0);
  expect((await db().generation.findUniqueOrThrow({ where: { id } })).fingerprint).toBeNull();
});
