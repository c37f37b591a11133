import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { toStored } from "#lib/images/reference.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { fetchApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { productPicture } from "#lib/testing/pictures.ts";

await useDatabase();

let account: Awaited<ReturnType<typeof makeAccount>>;
let id: string;
beforeEach(async () => {
  account = await makeAccount();
  id = newId("gen");
  const { url } = await imageHost().upload(await productPicture(), { folder: "outputs/test" });
  await db().generation.create({
    data: {
      id,
      userId: account.userId,
      operation: "remove_bg",
      status: "succeeded",
      sourceRef: toStored(url),
      resultRef: toStored(url),
      fromMonthly: 0,
      fromTopup: 0,
      period: 1,
      expiresAt: new Date(),
    },
  });
});

function ask(operation: "getGeneration" | "downloadGeneration", ifNoneMatch?: string): Promise<Response> {
  const call = { key: account.key, id };
  if (ifNoneMatch === undefined) return fetchApi(operation, call);
  return fetchApi(operation, { ...call, headers: { "if-none-match": ifNoneMatch } });
}

test.each(["getGeneration", "downloadGeneration"] as const)(
  "%s is answered with an empty 304 only if If-None-Match has its ETag",
  async (operation) => {
    const first = await ask(operation);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    const size = (await first.arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(0);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const same = await ask(operation, known);
      expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, etag, ""]);
      expect(same.headers.get("content-type")).toBeNull();
      expect(same.headers.get("cache-control")).toBe("no-store");
    }
    for (const other of ["", '"x"', etag.slice(1, -1), etag.toUpperCase(), `${",".repeat(5_000)}`]) {
      expect((await ask(operation, other)).status).toBe(200);
    }
  },
);

test("changed work has a new ETag, and deleted work has none", async () => {
  const etag = (await ask("getGeneration")).headers.get("etag") ?? "";
  await db().generation.update({ where: { id }, data: { title: "Blue mug" } });
  const changed = await ask("getGeneration", etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
  await db().generation.update({ where: { id }, data: { deletedAt: new Date() } });
  const gone = await ask("getGeneration", "*");
  expect([gone.status, gone.headers.get("etag")]).toEqual([404, null]);
});
