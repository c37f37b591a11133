import { expect, test } from "vitest";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import { closeAccount } from "../closing/close-account.ts";
import { auditCredits } from "../credits/audit.ts";
import { imageHost } from "../images/index.ts";
import { createKey } from "../keys/index.ts";
import { makeAccount } from "../testing/accounts.ts";
import { api, type OperationId } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { drawnProduct } from "../testing/pictures.ts";

await useDatabase();

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const photo = () => ({ image_url: imageUrl, type: "product", style: "studio" });
const calls: readonly [OperationId, () => object][] = [
  ["generate", photo],
  ["removeBg", () => ({ image_url: imageUrl })],
  ["preview", photo],
  ["estimate", () => ({ requests: [{ operation: "generate", request: photo() }] })],
  ["createBatch", () => ({ items: [{ custom_id: "a", operation: "generate", request: photo() }] })],
  ["createLook", () => ({ name: "Look", settings: { style: "studio" } })],
  ["createKey", () => ({ name: "second" })],
  ["createWebhookEndpoint", () => ({ url: "https://9.9.9.9/hook", events: ["*"] })],
];

test.each(calls)(
  "%s, called while its account is deleted, gets what it asked for or a documented refusal, never 500",
  async (operation, json) => {
    const { userId } = await makeAccount({ monthly: 50 });
    const { key } = await createKey({ userId, name: "all", scopes: scopeNames });
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
    const answer = await api(operation, { key, body, headers });
    expect(isRead).toBe(true);
    // A charge finds no balance.
    expect([200, 401, 402]).toContain(answer.status);
    expect((await auditCredits()).findings).toEqual([]);
  },
);
