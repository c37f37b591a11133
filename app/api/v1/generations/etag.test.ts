import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { toStored } from "#lib/images/reference.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { GET as FILE } from "./[id]/file/route.ts";
import { GET } from "./[id]/route.ts";

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

function ask(handler: typeof GET, path: string, ifNoneMatch?: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${account.key}`,
    ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
  };
  const request = new Request(`http://localhost:3000/api/v1/generations/${id}${path}`, { headers });
  return handler(request, { params: Promise.resolve({ id }) });
}

test.each([
  ["work", GET, ""],
  ["a file", FILE, "/file"],
] as const)(
  "a request for %s gets an empty 304 only if If-None-Match has its ETag",
  async (_, handler, path) => {
    const first = await ask(handler, path);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    const size = (await first.arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(0);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const same = await ask(handler, path, known);
      expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, etag, ""]);
      expect(same.headers.get("content-type")).toBeNull();
      expect(same.headers.get("cache-control")).toBe("no-store");
    }
    for (const other of ["", '"x"', etag.slice(1, -1), etag.toUpperCase(), `${",".repeat(5_000)}`]) {
      expect((await ask(handler, path, other)).status).toBe(200);
    }
  },
);

test("changed work has a new ETag, and deleted work has none", async () => {
  const etag = (await ask(GET, "")).headers.get("etag") ?? "";
  await db().generation.update({ where: { id }, data: { title: "Blue mug" } });
  const changed = await ask(GET, "", etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
  await db().generation.update({ where: { id }, data: { deletedAt: new Date() } });
  const gone = await ask(GET, "", "*");
  expect([gone.status, gone.headers.get("etag")]).toEqual([404, null]);
});
