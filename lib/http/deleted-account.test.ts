import { expect, test } from "vitest";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { POST as createBatch } from "../../app/api/v1/batches/route.ts";
import { POST as estimate } from "../../app/api/v1/estimate/route.ts";
import { POST as generate } from "../../app/api/v1/generate/route.ts";
import { POST as createKey } from "../../app/api/v1/keys/route.ts";
import { POST as createLook } from "../../app/api/v1/looks/route.ts";
import { POST as preview } from "../../app/api/v1/previews/route.ts";
import { POST as removeBg } from "../../app/api/v1/remove-bg/route.ts";
import { POST as createEndpoint } from "../../app/api/v1/webhook-endpoints/route.ts";
import { closeAccount } from "../closing/close-account.ts";
import { auditCredits } from "../credits/audit.ts";
import { imageHost } from "../images/index.ts";
import { createKey as createKeyOf } from "../keys/index.ts";
import { makeAccount } from "../testing/accounts.ts";
import { callApi } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { drawnProduct } from "../testing/pictures.ts";
import type { Handler } from "./route-table.ts";

await useDatabase();

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const photo = () => ({ image_url: imageUrl, type: "product", style: "studio" });
const calls: readonly [Operation, Handler, () => object][] = [
  [operations.generate, generate, photo],
  [operations.removeBg, removeBg, () => ({ image_url: imageUrl })],
  [operations.preview, preview, photo],
  [operations.estimate, estimate, () => ({ requests: [{ operation: "generate", request: photo() }] })],
  [
    operations.createBatch,
    createBatch,
    () => ({ items: [{ custom_id: "a", operation: "generate", request: photo() }] }),
  ],
  [operations.createLook, createLook, () => ({ name: "Look", settings: { style: "studio" } })],
  [operations.createKey, createKey, () => ({ name: "second" })],
  [operations.createWebhookEndpoint, createEndpoint, () => ({ url: "https://9.9.9.9/hook", events: ["*"] })],
];

test.each(calls.map((call) => [call[0].id, call] as const))(
  "%s, called while its account is deleted, gets what it asked for or a documented refusal, never 500",
  async (_id, [operation, handler, json]) => {
    const { userId } = await makeAccount({ monthly: 50 });
    const { key } = await createKeyOf({ userId, name: "all", scopes: scopeNames });
    let isRead = false;
    // The key is recognized before the body is read: the account is deleted in between.
    const body = new ReadableStream(
      {
        async pull(controller) {
          isRead = true;
          await closeAccount(userId);
          controller.enqueue(new TextEncoder().encode(JSON.stringify(json())));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/json", prefer: "respond-async" };
    const answer = await callApi(operation, handler, { key, body, headers });
    expect(isRead).toBe(true);
    // A charge finds no balance.
    expect([200, 401, 402]).toContain(answer.status);
    expect((await auditCredits()).findings).toEqual([]);
  },
);
