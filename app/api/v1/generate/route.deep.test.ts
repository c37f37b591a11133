// Guards that a photo whose pixel worker is killed is made by another one, and charged once.
import { expect, test, vi } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { warmUp, workerPid } from "#lib/imaging/worker/pool.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { POST } from "./route.ts";

await useDatabase();
useWorkers(2);

test("a worker that is killed while it makes a photo is replaced, and the photo is made and charged once", async () => {
  tried("killed-process");
  const { key, userId } = await makeAccount({ monthly: 5, topup: 0 });
  const { url } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
  await warmUp();
  const json = { image_url: url, type: "product", style: "studio", resolution: "4K", prompt: "sage green" };
  const dying = callApi(operations.generate, POST, { key, json });
  await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
  const pid = requirePid(workerPid("heavy"));
  process.kill(pid, "SIGKILL");
  const answer = await dying;
  expect([answer.status, answer.body.credits_used]).toEqual([200, 4]);
  expect(await db().balance.findUniqueOrThrow({ where: { userId } })).toMatchObject({ monthly: 1 });
  expect(workerPid("heavy")).not.toBe(pid);
}, 120_000);
