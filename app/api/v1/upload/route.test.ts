import { describe, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { nameOfResult } from "#lib/generations/history/file-name.ts";
import { listGenerations } from "#lib/generations/history/history.ts";
import { withUrls } from "#lib/generations/history/pictures.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { ImageHostError } from "#lib/images/host.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { heicFile, heifOf } from "#lib/testing/imaging/heif-files.ts";
import { productPicture } from "#lib/testing/pictures.ts";

await useDatabase();

function send(
  key: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  fileName = "../../evil.exe",
) {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), fileName);
  return api("upload", { key, body, headers });
}

async function deliver(url: string): Promise<Response> {
  return handleImageHostRequest(new Request(url));
}

describe("POST /upload", () => {
  test("returns the delivery URL of the unchanged bytes, in the inputs folder of the caller", async () => {
    const { key, userId } = await makeAccount();
    const picture = await productPicture();
    const { body } = await send(key, picture);
    expect(body.image_url).toContain(`/inputs/${userId}/`);
    const delivered = await deliver(body.image_url);
    expect(delivered.headers.get("content-type")).toBe("image/jpeg");
    expect(Buffer.from(await delivered.arrayBuffer()).equals(picture)).toBe(true);
  });

  test("stores HEIC unchanged, and refuses more than 50 megapixels", async () => {
    const { key } = await makeAccount();
    const { body } = await send(key, heicFile("mug"));
    expect(body.image_url).toMatch(/\.heic$/);
    const delivered = await deliver(body.image_url);
    expect(delivered.headers.get("content-type")).toBe("image/heic");
    expect(heicFile("mug").equals(Buffer.from(await delivered.arrayBuffer()))).toBe(true);
    const refused = await send(key, heifOf({ width: 30_000, height: 30_000 }));
    expect([refused.status, refused.body.error.issues]).toEqual([
      400,
      [
        {
          path: "file",
          message: expect.stringMatching(/HEIC pictures have at most 50 megapixels/),
          reason: "heic_too_large",
          values: { most: "50 megapixels" },
        },
      ],
    ]);
  });

  test("results are named after the uploaded file, and a search finds them by its name", async () => {
    const { key, userId } = await makeAccount();
    const picture = await productPicture();
    const again = { "idempotency-key": "named" };
    const { body } = await send(key, picture, again, "C:\\shop\\Grüne Kanne.jpg");
    expect(body).toEqual({ image_url: expect.any(String) });
    expect((await send(key, picture, again, "other.jpg")).body).toEqual(body);
    const unnamed = await send(key, picture, {}, "blob");
    for (const { image_url: imageUrl } of [body, unnamed.body]) {
      const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
      await queueOne({ ...onePhoto(userId), imageUrl, sourcePublicId, style: "studio" }, 1);
    }
    const found = await listGenerations({ search: "kanne", limit: 9 }, { userId });
    expect(found.data).toMatchObject([{ title: null, sourceName: "Grüne Kanne.jpg" }]);
    const rows = await db().generation.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
    expect(rows.map((row) => nameOfResult(withUrls(row)))).toEqual(["Grüne Kanne", null]);
    // The response contains nothing of another account's upload.
    const stranger = await makeAccount();
    const sourcePublicId = imageHost().parse(body.image_url)?.publicId ?? null;
    const theirs = { ...onePhoto(stranger.userId), imageUrl: body.image_url, sourcePublicId };
    await queueOne(theirs, 1);
    expect((await db().generation.findUniqueOrThrow({ where: { id: theirs.id } })).sourceName).toBeNull();
  });

  test("answers 503 with Retry-After while the image host is unavailable, and accepts the same file later", async () => {
    const { key } = await makeAccount();
    const picture = await productPicture();
    const again = { "idempotency-key": "while it is away" };
    const away = new ImageHostError("the files cannot be reached", { retryable: true, status: 503 });
    const upload = vi.spyOn(imageHost(), "upload").mockRejectedValueOnce(away);
    const refused = await send(key, picture, again);
    upload.mockRestore();
    expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([
      503,
      "overloaded",
      "image_host_away",
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send(key, picture, again)).status).toBe(200);
  });

  test("costs nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 3 });
    await send(key, await productPicture());
    expect((await db().balance.findUnique({ where: { userId } }))?.monthly).toBe(3);
  });

  test("returns the first URL for a retry with the same Idempotency-Key and file, for any multipart boundary", async () => {
    const { key } = await makeAccount();
    const picture = await productPicture();
    const first = await send(key, picture, { "idempotency-key": "one" });
    const again = await send(key, picture, { "idempotency-key": "one" });
    expect(again.body).toStrictEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await send(key, await productPicture("png"), { "idempotency-key": "one" });
    expect(other.body.error.code).toBe("idempotency_mismatch");
  });
});

describe("GET /upload/signed", () => {
  test("signs a direct upload into the caller's own folder that the image host accepts", async () => {
    const { key, userId } = await makeAccount();
    const { body } = await api("signUpload", { key });
    expect(body.folder).toBe(`inputs/${userId}`);
    const { upload_url, ...fields } = body;
    expect(upload_url).toContain(`/${fields.cloud_name}/`);
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await productPicture())]), "a.jpg");
    for (const name of ["api_key", "timestamp", "signature", "folder"])
      form.append(name, String(fields[name]));
    const hosted = await handleImageHostRequest(new Request(upload_url, { method: "POST", body: form }));
    const { secure_url } = (await hosted.json()) as { secure_url: string };
    expect(secure_url).toContain(`/inputs/${userId}/`);
    expect((await deliver(secure_url)).status).toBe(200);
  });

  test("does not let the caller choose another folder", async () => {
    const { key } = await makeAccount();
    const { body } = await api("signUpload", { key });
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(await productPicture())]), "a.jpg");
    for (const name of ["api_key", "timestamp", "signature"]) form.append(name, String(body[name]));
    form.append("folder", "inputs/somebody-else");
    const hosted = await handleImageHostRequest(new Request(body.upload_url, { method: "POST", body: form }));
    expect(hosted.status).toBe(401);
  });
});
