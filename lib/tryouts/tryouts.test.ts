import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { POST } from "#app/api/try/route.ts";
import { uploadLimitBytes } from "#lib/contract/limits.ts";
import { deleteExpired } from "#lib/db/expired.ts";
import { db } from "#lib/db/index.ts";
import { pool } from "#lib/imaging/worker/pool.ts";
import { env } from "#lib/platform/env.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { heicFile } from "#lib/testing/imaging/heif-files.ts";
import { rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import { contrastOf, drawnProduct } from "#lib/testing/pictures.ts";
import {
  claimTryout,
  dropTryout,
  tryoutsPerAddress,
  tryoutsPerNetwork,
  type Visitor,
  visitorOf,
} from "./claim.ts";

await useDatabase();
const product = new Uint8Array(await drawnProduct());
beforeEach(() => db().tryout.deleteMany());

interface Sent {
  query?: string;
  file?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

function send({ query = "style=studio", file, headers = {} }: Sent): Promise<Response> {
  let body: FormData | null = null;
  if (file) {
    body = new FormData();
    body.set("file", new File([file], "picture.png"));
  }
  const own = { "sec-fetch-site": "same-origin", "x-forwarded-for": "192.0.2.7", ...headers };
  return POST(new Request(`http://localhost:3000/api/try?${query}`, { method: "POST", headers: own, body }));
}

const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;
const countRows = async () => [await db().generation.count(), await db().ledgerEntry.count()];

describe("a photo without an account", () => {
  test("is a watermarked JPEG of 1024 × 768, and leaves no charge, no file and no work", async () => {
    const before = await countRows();
    const answer = await send({ file: product });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const photo = await sharp(Buffer.from(await answer.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(photo.info).toMatchObject({ width: 1024, height: 768 });
    const { data, info } = photo;
    const plain = contrastOf(data, info.width, { left: 0, top: 0, width: 200, height: 60 });
    const word = contrastOf(data, info.width, { left: 690, top: 90, width: 150, height: 120 });
    const mark = contrastOf(data, info.width, { left: 700, top: 700, width: 300, height: 50 });
    expect(word).toBeGreaterThan(4 * plain);
    expect(mark).toBeGreaterThan(1);
    expect(await countRows()).toEqual(before);
    expect(await readdir(path.join(env().DATA_DIR, "sources"))).toEqual([]);
  });

  test("is refused for cross-site requests, and for requests that name no origin", async () => {
    const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://shop.example" };
    expect(await codeOf(await send({ file: product, headers: elsewhere }))).toBe("invalid_params");
    const unsaid = new Request("http://localhost:3000/api/try?style=studio&sample=mug", { method: "POST" });
    expect(await codeOf(await POST(unsaid))).toBe("invalid_params");
    expect(await db().tryout.count()).toBe(0);
  });

  test.each<[string, Sent]>([
    ["no style", { query: "" }],
    ["an unknown style", { query: "style=cubist" }],
    ["an unknown scene", { query: "scene=no-such-scene&sample=mug" }],
    ["a sample that is none", { query: "style=studio&sample=../../package" }],
    ["neither sample nor file", {}],
    ["an empty file", { file: new Uint8Array() }],
    ["a file over the limit", { file: new Uint8Array(uploadLimitBytes + 1) }],
  ])("is refused and not counted with %s", async (_, sent) => {
    expect(await codeOf(await send(sent))).toBe("invalid_params");
    expect(await db().tryout.count()).toBe(0);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ["text", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["a picture that claims a billion pixels", () => rawPng(40_000, 40_000, 1)],
    ["a picture that is cut off", () => product.slice(0, 200)],
    ["a picture with nothing in it", () => drawnProduct(64, 0)],
  ])("of %s is refused, counted as spoiled, and leaves no file", async (_, make) => {
    const answer = await send({ file: new Uint8Array(await make()) });
    expect([answer.status, await codeOf(answer)]).toEqual([400, "invalid_params"]);
    expect(await db().tryout.findMany({ select: { isSpoiled: true } })).toEqual([{ isSpoiled: true }]);
    expect(await readdir(path.join(env().DATA_DIR, "sources"))).toEqual([]);
  });

  test.each(["light", "heavy"] as const)(
    "whose picture crashes a %s worker is counted as spoiled",
    async (worker) => {
      const queue = pool().queues[worker];
      const add = queue.add.bind(queue);
      vi.spyOn(queue, "add").mockImplementationOnce((job) => {
        add(job);
        queue.stop();
      });
      const answer = await send({ file: product });
      expect([answer.status, await codeOf(answer)]).toEqual([502, "generation_failed"]);
      expect(await db().tryout.findMany({ select: { isSpoiled: true } })).toEqual([{ isSpoiled: true }]);
    },
  );

  test("is not counted when no worker accepts it", async () => {
    const { light } = pool().queues;
    vi.spyOn(light, "retryAfterS").mockReturnValueOnce(5);
    expect(await codeOf(await send({ file: product }))).toBe("overloaded");
    expect(await db().tryout.count()).toBe(0);
  });

  test.each([
    ["a PNG", () => product, ["light", "heavy"]],
    ["HEIC", () => new Uint8Array(heicFile("quarters")), ["decode"]],
  ] as const)(
    "of %s is queued behind all other tasks in every worker that it needs",
    async (_, picture, parts) => {
      const { queues } = pool();
      const seen = parts.map((name) => vi.spyOn(queues[name], "add"));
      // The first workers hand the picture on; what the last one makes of it does not matter.
      seen
        .at(-1)
        ?.mockImplementation(({ settle }) =>
          settle({ ok: false, failure: { kind: "aborted", message: "" } }),
        );
      await send({ file: picture() });
      for (const add of seen) expect(add.mock.calls.map(([job]) => job.whenIdle)).toEqual([true]);
      vi.restoreAllMocks();
    },
  );
});

describe("the limits", () => {
  const visitor = visitorOf("192.0.2.7");
  const attempt = (who: Visitor) =>
    claimTryout(who).then(
      () => "claimed",
      (error: { code: string }) => error.code,
    );

  test("of an address hold for concurrent requests, and do not affect another address", async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => attempt(visitor)));
    expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(tryoutsPerAddress);
    expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(12 - tryoutsPerAddress);
    expect(await attempt(visitorOf("192.0.2.8"))).toBe("claimed");
  });

  test("of an address cause a response of 429 with Retry-After when they are reached", async () => {
    for (let made = 0; made < tryoutsPerAddress; made++) await claimTryout(visitor);
    const answer = await send({ file: product });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "86400"]);
  });

  test("of an address allow more spoiled tryouts than photos, but not an unlimited number", async () => {
    for (let sent = 0; sent < 11; sent++) {
      await db().tryout.create({ data: { ...visitor, isSpoiled: true } });
    }
    expect(await attempt(visitor)).toBe("claimed");
    expect(await attempt(visitor)).toBe("rate_limited");
  });

  test("of all visitors together apply for an hour", async () => {
    const data = Array.from({ length: env().TRYOUTS_PER_HOUR }, (_, at) => ({ addressHash: `other ${at}` }));
    await db().tryout.createMany({ data });
    expect(await attempt(visitor)).toBe("overloaded");
    await db().tryout.updateMany({ data: { createdAt: new Date(Date.now() - 61 * 60_000) } });
    expect(await attempt(visitor)).toBe("claimed");
  });

  test.each([
    ["IPv4 addresses of a /24", (at: number) => `198.51.100.${at}`, "198.51.101.1"],
    ["IPv6 networks of a /48", (at: number) => `2001:db8:1:${at.toString(16)}::/64`, "2001:db8:2:1::/64"],
  ])(
    "give all %s together at most a quarter of the tryouts, and leave the rest to others",
    async (_, addressOf, elsewhere) => {
      const outcomes: string[] = [];
      for (let at = 1; at <= env().TRYOUTS_PER_HOUR; at++)
        outcomes.push(await attempt(visitorOf(addressOf(at))));
      expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(tryoutsPerNetwork());
      expect(new Set(outcomes)).toEqual(new Set(["claimed", "rate_limited"]));
      expect(tryoutsPerNetwork()).toBe(env().TRYOUTS_PER_HOUR / 4);
      expect(await attempt(visitorOf(elsewhere))).toBe("claimed");
      await db().tryout.updateMany({ data: { createdAt: new Date(Date.now() - 61 * 60_000) } });
      expect(await attempt(visitorOf(addressOf(99)))).toBe("claimed");
    },
  );

  test("do not count a dropped tryout, and their records are deleted after a day", async () => {
    for (let made = 0; made < tryoutsPerAddress; made++) await dropTryout(await claimTryout(visitor));
    expect(await attempt(visitor)).toBe("claimed");
    await db().tryout.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 60 * 60_000) } });
    await deleteExpired();
    expect(await db().tryout.count()).toBe(0);
  });

  test("store addresses only as hashes", async () => {
    await claimTryout(visitor);
    const [row] = await db().tryout.findMany();
    for (const hash of [row?.addressHash, row?.networkHash]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // Without the key, the hash of each of the few billion addresses could be compared.
    const plain = ["192.0.2.7", "192.0.2"].map((text) => createHash("sha256").update(text).digest("hex"));
    expect(plain).not.toContain(row?.addressHash);
    expect(plain).not.toContain(row?.networkHash);
  });
});
