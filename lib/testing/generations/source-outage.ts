import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { loadInTime } from "#lib/images/source.ts";
import { SafeFetcher, safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { makeAccount } from "../accounts.ts";
import { callApi } from "../api.ts";
import { productPicture } from "../pictures.ts";
import { endWaits } from "../queue/waits.ts";
import { paidEndpoint, paidOperation } from "./paid-endpoint.ts";

const made = { url: "https://example.com/made.jpg", publicId: null };

/** A picture server whose name does not resolve at first, for the tests of this file. */
export function useUnresolvedSource() {
  /** `failures`: upcoming failures of the resolver; `asked`: its calls in this test. */
  const names = { failures: 0, asked: 0 };
  let server: Server;
  let imageUrl: string;
  let fetchImageTo: SafeFetcher["fetchImageTo"];

  beforeAll(async () => {
    const picture = await productPicture("jpeg", 240);
    server = createServer((_request, response) => response.end(picture));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    imageUrl = `http://pictures.example:${port}/mug.jpg`;
    const fetcher = new SafeFetcher({
      allowedTargets: new Set([`127.0.0.1:${port}`]),
      async resolve() {
        names.asked += 1;
        names.failures -= 1;
        if (names.failures >= 0)
          throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
        return [{ address: "127.0.0.1", family: 4 }];
      },
    });
    fetchImageTo = (...args) => fetcher.fetchImageTo(...args);
  });
  beforeEach(() => {
    names.asked = 0;
    vi.spyOn(safeFetcher, "fetchImageTo").mockImplementation((...args) => fetchImageTo(...args));
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
  return { names, order };
}
