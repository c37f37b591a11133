import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type OperationId } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useWorkers(1);
useFixedPixels();

const photo = { type: "product", style: "studio" };
const small = { ...photo, size: { width: 64, height: 64 } };
const picture = await drawnProduct();
const uri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
const items = (request: object) => [{ custom_id: "a", operation: "generate", request }];

type Fields = Record<string, string | Uint8Array>;
interface Sent {
  key: string;
  headers?: Record<string, string>;
}

/** Sends a form; bytes are sent as a file. */
function sendForm(operation: OperationId, fields: Fields, { key, headers = {} }: Sent) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, new Blob([new Uint8Array(value)]), "mug.png");
  }
  return api(operation, { key, body, headers });
}

const inputsOf = (userId: string) => db().hostedPicture.findMany({ where: { userId, releasedAt: null } });

describe("a picture in the same call", () => {
  test("makes the photo of a file and of a data URI, as of the address in X-Image-Url, among the account's inputs", async () => {
    const { key, userId } = await makeAccount();
    const fields = {
      image_file: picture,
      ...photo,
      size: JSON.stringify(small.size),
      seed: "3",
      title: "Mug",
    };
    const made = await sendForm("generate", fields, { key });
    const imageUrl = made.headers.get("x-image-url") ?? "";
    expect([made.status, made.body.credits_used]).toEqual([200, 1]);
    expect(imageUrl).toContain(`/inputs/${userId}/`);
    const json = { ...small, seed: 3, image_url: uri(picture), reuse: true };
    const again = await api("generate", { key, json });
    expect([again.body.credits_used, again.headers.get("x-image-url")]).toEqual([0, imageUrl]);
    const byAddress = { ...json, image_url: imageUrl };
    expect((await api("generate", { key, json: byAddress })).body.credits_used).toBe(0);
    expect(await inputsOf(userId)).toMatchObject([{ fileName: "mug.png" }]);
    const row = await db().generation.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: "asc" } });
    expect(row).toMatchObject({ title: "Mug", sourcePublicId: imageHost().parse(imageUrl)?.publicId });
  });

  test("goes to cut-outs, previews, estimates and batches; a file is the picture of all orders without one", async () => {
    const { key, userId } = await makeAccount();
    const cutout = await sendForm("removeBg", { image_file: picture }, { key });
    expect([cutout.status, cutout.body.credits_used]).toEqual([200, 10]);
    const json = { ...small, image_url: uri(picture) };
    const shown = await api("preview", { key, json });
    expect([shown.status, shown.headers.get("x-image-url")]).toEqual([
      200,
      cutout.headers.get("x-image-url"),
    ]);
    const requests = [1, 2].map((seed) => ({ operation: "generate", request: { ...small, seed } }));
    const both = { image_file: picture, request: JSON.stringify({ requests }) };
    expect((await sendForm("estimate", both, { key })).body.credits).toBe(2);
    const ordered = { items: items({ ...small, image_url: uri(picture) }) };
    const answer = await api("createBatch", { key, json: ordered });
    expect([answer.status, answer.body.counts.total]).toEqual([202, 1]);
    expect(await inputsOf(userId)).toHaveLength(1);
  });

  test("a repeated call has the first response, and another picture is another request", async () => {
    const { key, userId } = await makeAccount();
    const headers = { "idempotency-key": "once" };
    const send = (bytes: Uint8Array) =>
      sendForm(
        "generate",
        { image_file: bytes, ...photo, size: JSON.stringify(small.size) },
        { key, headers },
      );
    const first = await send(picture);
    const second = await send(picture);
    expect(second.body).toEqual(first.body);
    const namesOf = ({ headers: all }: typeof first) =>
      ["x-image-url", "x-generation-id"].map((name) => all.get(name));
    expect(namesOf(second)).toEqual(namesOf(first));
    const uriCall = { key, headers, json: { ...small, image_url: uri(picture) } };
    expect((await api("generate", uriCall)).body).toEqual(first.body);
    expect((await send(await drawnProduct(80))).body.error.code).toBe("idempotency_mismatch");
    expect(await inputsOf(userId)).toHaveLength(1);
    expect(await db().generation.count({ where: { userId } })).toBe(1);
  });
});

const refused: [string, Fields, string][] = [
  ["no picture", { image_file: Buffer.from("no picture"), ...photo }, "image_file"],
  ["an empty file", { image_file: new Uint8Array(), ...photo }, "image_file"],
  ["a text", { image_file: "text", ...photo }, "image_file"],
  ["a file beyond the limit", { image_file: new Uint8Array(4_718_593), ...photo }, "image_file"],
  ["another wrong field", { image_file: picture, ...photo, seed: "x" }, "seed"],
  ["an address too", { image_file: picture, ...photo, image_url: "https://example.com/a.png" }, "image_file"],
  ["a data URI not in base64", { ...photo, image_url: "data:image/png,abc" }, "image_url"],
  ["a request that is no object", { image_file: picture, request: "[]" }, "request"],
  ["a request that is no JSON", { image_file: picture, request: '{"type":' }, "request"],
  ["a form beyond the limit", { image_file: new Uint8Array(6_000_000), ...photo }, "image_file"],
  ["conflicting options", { image_file: picture, ...photo, max_credits: "0" }, ""],
];

test.each(refused)("%s is refused, and leaves no file, no row and no charge", async (_name, fields, path) => {
  const { key, userId } = await makeAccount();
  const { status, body } = await sendForm("generate", fields, { key });
  expect([path === "" ? 402 : 400, body.error.issues?.[0].path ?? ""]).toEqual([
    status,
    expect.stringMatching(new RegExp(`^(${path})$`)),
  ]);
  expect(await inputsOf(userId)).toEqual([]);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
});

test("a form or an upload with more parts than any call has is refused before they are read", async () => {
  const { key } = await makeAccount();
  const parts = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, "v"]));
  for (const operation of ["generate", "upload"] as const) {
    const { status, body } = await sendForm(operation, { ...parts, file: picture }, { key });
    expect([status, body.error.message]).toEqual([400, "The form has more than 200 parts"]);
  }
});

test("an unusable picture of a batch is an issue of its item; `skip` orders the others", async () => {
  const { key, userId } = await makeAccount();
  const of = (custom_id: string, bytes: Uint8Array) => ({
    ...items({ ...small, image_url: uri(bytes) })[0],
    custom_id,
  });
  const json = { items: [of("bad", Buffer.from("no picture")), of("good", picture)] };
  const rejected = await api("createBatch", { key, json });
  expect(rejected.body.error.issues).toMatchObject([{ path: "items[0].request.image_url" }]);
  expect(await inputsOf(userId)).toEqual([]);
  const skipped = await api("createBatch", { key, json: { ...json, on_invalid: "skip" } });
  expect(skipped.body.counts).toMatchObject({ total: 2, failed: 1 });
  expect(await inputsOf(userId)).toHaveLength(1);
});

test("estimates with their pictures do not count as large bodies, of which a caller may send few", async () => {
  const { key } = await makeAccount();
  const large = Buffer.concat([picture, Buffer.alloc(100_000)]);
  const requests = [{ operation: "remove_bg", request: { image_url: uri(large) } }];
  const send = () => api("estimate", { key, json: { requests } });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  expect(answers.map(({ body }) => body.credits)).toEqual(Array.from({ length: 8 }, () => 10));
});

test("photos with their pictures wait for their work at the same time", async () => {
  const { key } = await makeAccount();
  const large = Buffer.concat([picture, Buffer.alloc(100_000)]);
  const send = (seed: number) =>
    sendForm("generate", { image_file: large, request: JSON.stringify({ ...small, seed }) }, { key });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(send));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});
