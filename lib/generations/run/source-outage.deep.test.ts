// Guards that paid work whose source never resolves is refunded after its last attempt.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { SafeFetcher, safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { paidEndpoint, paidOperation } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { endWaits } from "#lib/testing/queue/waits.ts";
import { loadInTime } from "../../images/source.ts";

await useDatabase();
useWorkers(1);

const made = { url: "https://example.com/made.jpg", publicId: null };
let server: Server;
let imageUrl: string;
/** Number of upcoming resolver failures. */
let failures = 0;

beforeAll(async () => {
  const picture = await productPicture("jpeg", 240);
  server = createServer((_request, response) => response.end(picture));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  imageUrl = `http://pictures.example:${port}/mug.jpg`;
  const flaky = new SafeFetcher({
    allowedTargets: new Set([`127.0.0.1:${port}`]),
    async resolve() {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  fetchByFlaky = (...args) => flaky.fetchImageTo(...args);
});
let fetchByFlaky: SafeFetcher["fetchImageTo"];
beforeEach(() => {
  vi.spyOn(safeFetcher, "fetchImageTo").mockImplementation((...args) => fetchByFlaky(...args));
});
afterAll(() => server.close());

/** Orders work whose picture is loaded by the worker; returns it when it has ended. */
async function order() {
  const { key, userId } = await makeAccount({ monthly: 9 });
  const handler = paidEndpoint(3, async (url) => {
    await (await loadInTime(url, userId)).dispose();
    return made;
  });
  const call = { key, json: { say: imageUrl }, headers: { prefer: "respond-async" } };
  const { body } = await callApi(paidOperation, handler, call);
  const find = () => db().generation.findUniqueOrThrow({ where: { id: body.id } });
  await vi.waitUntil(
    async () => {
      await endWaits("work");
      return (await find()).finishedAt !== null;
    },
    { timeout: 40_000 },
  );
  const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return { row: await find(), monthly };
}

test("paid work whose source never resolves is refunded after the last attempt, with the cause", async () => {
  failures = Number.POSITIVE_INFINITY;
  const { row, monthly } = await order();
  expect(row).toMatchObject({ status: "failed", attempts: 6, errorCode: "generation_failed" });
  expect(row.errorMessage).toContain("host name could not be resolved");
  expect(monthly).toBe(9);
  expect((await auditCredits()).findings).toEqual([]);
});
