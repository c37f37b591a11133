import { beforeAll, expect, test } from "vitest";
import { db } from "../db/index.ts";
import type { Handler } from "../http/endpoint.ts";
import { makeAccount } from "../testing/accounts.ts";
import { callApi } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { paidEndpoint, paidOperation } from "../testing/generations/paid-endpoint.ts";
import { useWorkers } from "../testing/generations/workers.ts";

await useDatabase();
useWorkers(2);

test("a call is answered with what a worker made", async () => {
  const { key, userId } = await makeAccount({ monthly: 10, topup: 5 });
  const endpoint = paidEndpoint(3, async (say) => ({ url: `https://x.test/${say}`, publicId: null }));
  for (let i = 0; i < 20; i++) {
    const t = performance.now();
    const r = await callApi(paidOperation, endpoint, { key, json: { say: "a" + i } });
    console.log(r.status, JSON.stringify(r.body).slice(0, 100), (performance.now() - t).toFixed(1));
  }
  console.log(await db().balance.findUnique({ where: { userId } }));
  console.log(await db().ledgerEntry.findMany({ where: { userId }, orderBy: { id: "asc" } }));
});
