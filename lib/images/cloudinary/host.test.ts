import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CloudinaryServer, startCloudinaryServer } from "#lib/testing/images/cloudinary-server.ts";
import { quarters, testAccount } from "#lib/testing/images/embedded-host.ts";
import { serveLocally } from "#lib/testing/local-server.ts";
import { type ImageHost, ImageHostError } from "../host.ts";
import { cloudinaryHost } from "./host.ts";

const { cloudName, apiKey, apiSecret } = testAccount;

function connect(address: string, options = ""): ImageHost {
  const delivery = address.replace("http://", "");
  return cloudinaryHost(
    `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=${address}&secure=false&cname=${delivery}${options}`,
  );
}

describe("against a server that speaks the protocol", () => {
  let on: CloudinaryServer;
  let host: ImageHost;
  let photo: Buffer;

  beforeAll(async () => {
    on = await startCloudinaryServer(testAccount);
    host = connect(on.url);
    photo = await quarters(120, 80, "jpeg");
  });
  afterAll(() => on.close());

  test.each(["", "&signature_algorithm=sha256"])(
    "uploads, finds, reads, cuts out and destroys (%s)",
    async (options) => {
      const own = connect(on.url, options);
      const asset = await own.upload(photo, { folder: "inputs/u1", name: "a photo" });
      expect(asset).toMatchObject({
        publicId: "inputs/u1/a photo",
        format: "jpg",
        width: 120,
        height: 80,
        sizeBytes: photo.length,
      });
      expect((await fetch(asset.url)).status).toBe(200);
      const reference = own.parse(asset.url);
      if (!reference) throw new Error("not an own URL");
      expect(reference).toEqual({
        publicId: asset.publicId,
        version: asset.version,
        format: "jpg",
        transformation: "",
      });
      expect(await own.find(reference)).toEqual(asset);
      expect(Buffer.from((await own.read(reference)) ?? []).equals(photo)).toBe(true);
      const url = await own.makeCutout(asset);
      expect(url).toBe(
        `${on.url}/${cloudName}/image/upload/e_background_removal/f_png/v${asset.version}/inputs/u1/a%20photo`,
      );
      expect([(await fetch(url)).headers.get("content-type"), own.parse(url)?.transformation]).toEqual([
        "image/png",
        "e_background_removal/f_png",
      ]);
      await own.destroy(asset.publicId);
      expect([await own.find(reference), await own.read(reference)]).toEqual([null, null]);
      await own.destroy(asset.publicId);
    },
  );

  test("generates a unique name for an upload in the requested folder", async () => {
    const first = await host.upload(photo, { folder: "outputs/u1" });
    const second = await host.upload(photo, { folder: "outputs/u1" });
    expect(first.publicId).toMatch(/^outputs\/u1\/[0-9a-z]{20}$/);
    expect(second.publicId).not.toBe(first.publicId);
  });

  test("signs direct uploads that the server accepts", async () => {
    const signed = host.signUpload("inputs/u2");
    expect(signed.url).toContain(`/${cloudName}/`);
    const form = new FormData();
    for (const [name, value] of Object.entries(signed.fields)) form.set(name, value);
    form.set("file", new Blob([photo as Uint8Array<ArrayBuffer>]), "x.jpg");
    const response = await fetch(signed.url, { method: "POST", body: form });
    expect(await response.json()).toMatchObject({ public_id: expect.stringMatching(/^inputs\/u2\//) });
  });

  test("a rejected picture or signature is a final error with the host's message and no secret", async () => {
    const error = await host
      .upload(Buffer.from("no picture"), { folder: "x" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "ImageHostError",
      retryable: false,
      status: 400,
      message: expect.stringMatching(/Invalid image file/),
    });
    const wrong = cloudinaryHost(
      `cloudinary://${apiKey}:hunter2hunter2@${cloudName}?upload_prefix=${on.url}`,
    );
    const denied = await wrong.upload(photo, { folder: "x" }).catch((reason: unknown) => reason);
    expect(denied).toMatchObject({
      retryable: false,
      status: 401,
      message: expect.stringMatching(/Invalid Signature/),
    });
    expect(`${(denied as Error).message}${(denied as Error).stack}${JSON.stringify(denied)}`).not.toContain(
      "hunter2",
    );
  });
});

describe("against a server with faults", () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
  let served: Awaited<ReturnType<typeof serveLocally>>;
  let script: Answer[] = [];
  let seen: { method: string; path: string; body: string }[] = [];

  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const body = (await buffer(request)).toString("latin1");
      seen.push({ method: request.method ?? "", path: request.url ?? "", body });
      const answer = script.length > 1 ? script.shift() : script[0];
      await answer?.(request, response);
    });
    served = await serveLocally(server);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    seen = [];
  });
  afterEach(() => {
    script = [];
  });

  const resource = { public_id: "o/x", version: 7, format: "png", width: 4, height: 3, bytes: 99 };
  const ok: Answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(resource));
  const status =
    (code: number, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      void response.writeHead(code, { "x-cld-error": `fault ${code}`, ...headers }).end("{}");
  const image: Answer = (_request, response) =>
    void response.writeHead(200, { "content-type": "image/png" }).end("png");
  const reset: Answer = (request) => void request.socket.destroy();
  const truncated: Answer = (request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
    response.write('{"public_id":', () => request.socket.destroy());
  };
  const noJson: Answer = (_request, response) => void response.writeHead(200).end("<html>");

  const bytes = Buffer.from("picture");
  const asset = { publicId: "o/x", version: 7, format: "png", width: 4, height: 3, sizeBytes: 99, url: "" };

  test.each([
    ["420", status(420)],
    ["429 with Retry-After", status(429, { "retry-after": "0" })],
    ["500", status(500)],
    ["502", status(502)],
    ["503", status(503, { "retry-after": "0" })],
    ["a reset connection", reset],
    ["a truncated answer", truncated],
    ["an answer that is no JSON", noJson],
  ])("%s is retried as a signed upload of the same asset", async (_name, fault) => {
    script = [fault, fault, ok];
    expect(await connect(served.url).upload(bytes, { folder: "o", name: "x" })).toMatchObject({
      publicId: "o/x",
      version: 7,
    });
    expect(seen).toHaveLength(3);
    for (const { path, body } of seen) {
      expect(path).toBe(`/v1_1/${cloudName}/image/upload`);
      expect(body).toMatch(/name="public_id"\r\n\r\no\/x\r\n/);
      expect(body).toMatch(/name="signature"\r\n\r\n[0-9a-f]{40}\r\n/);
      expect(body).not.toContain(apiSecret);
    }
  });

  test.each([[420], [429], [500], [503]])(
    "a persistent %i ends after four attempts in a retryable error",
    async (code) => {
      script = [status(code, { "retry-after": "0" })];
      const error = await connect(served.url)
        .upload(bytes, { folder: "o" })
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        name: "ImageHostError",
        retryable: true,
        status: code,
        message: `Cloudinary answered ${code} to upload: fault ${code}`,
      });
      expect(seen).toHaveLength(4);
    },
  );

  test.each([[400], [401], [403], [409], [413]])("%i is a final error without a retry", async (code) => {
    script = [status(code)];
    const error = await connect(served.url)
      .upload(bytes, { folder: "o" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ retryable: false, status: code });
    expect(seen).toHaveLength(1);
  });

  test("a response of unknown shape is a final error", async () => {
    script = [(_request, response) => void response.end('{"hello":1}')];
    await expect(connect(served.url).upload(bytes, { folder: "o" })).rejects.toMatchObject({
      name: "ImageHostError",
      retryable: false,
    });
  });

  test("the caller's signal ends a hanging request, with the signal's reason", async () => {
    const abort = new AbortController();
    script = [() => abort.abort(new Error("deadline"))];
    await expect(connect(served.url).upload(bytes, { folder: "o", signal: abort.signal })).rejects.toThrow(
      "deadline",
    );
    expect(seen).toHaveLength(1);
  });

  test("the caller's signal ends the wait before a retry", async () => {
    const abort = new AbortController();
    script = [
      (request, response) => {
        response.on("close", () => abort.abort(new Error("deadline")));
        status(503, { "retry-after": "5" })(request, response);
      },
    ];
    await expect(connect(served.url).find(asset as never, abort.signal)).rejects.toThrow("deadline");
  });

  test("a refused connection is a retryable error", async () => {
    const closed = connect("http://127.0.0.1:1");
    await expect(closed.upload(bytes, { folder: "o" })).rejects.toSatisfy(
      (error) => error instanceof ImageHostError && error.retryable && error.status === null,
    );
  });

  describe("a background removal", () => {
    test("requests the eager transformation, waits through 423 and retryable errors, and returns a URL that loads", async () => {
      script = [ok, status(423), status(423), status(503, { "retry-after": "0" }), reset, image];
      const url = await connect(served.url).makeCutout(asset);
      expect(url).toBe(`${served.url}/${cloudName}/image/upload/e_background_removal/f_png/v7/o/x`);
      expect(seen[0]?.body).toMatch(/name="eager"\r\n\r\ne_background_removal\/f_png\r\n/);
      expect(seen.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual(
        Array(5).fill(`GET /${cloudName}/image/upload/e_background_removal/f_png/v7/o/x`),
      );
    });

    test.each([
      ["the account may not (403)", [status(403)], 403],
      ["the image is gone (404)", [status(404)], 404],
      ["the derived image is refused (400)", [ok, status(400)], 400],
      ["the derived image is not allowed (401)", [ok, status(401)], 401],
      ["the derived image does not exist (404)", [ok, status(404)], 404],
    ])("fails with a final error when %s", async (_name, answers, code) => {
      script = answers;
      await expect(connect(served.url).makeCutout(asset)).rejects.toMatchObject({
        name: "ImageHostError",
        retryable: false,
        status: code,
      });
    });

    test("fails with a final error when the eager transformation failed", async () => {
      script = [
        (_request, response) =>
          void response.end(
            JSON.stringify({ ...resource, eager: [{ status: "failed", reason: "no subject" }] }),
          ),
      ];
      await expect(connect(served.url).makeCutout(asset)).rejects.toMatchObject({
        retryable: false,
        message: expect.stringMatching(/no subject/),
      });
    });

    test("stops on the caller's signal while the image is still being processed", async () => {
      const abort = new AbortController();
      script = [
        ok,
        status(423),
        (request, response) => {
          response.on("close", () => abort.abort(new Error("deadline")));
          status(423)(request, response);
        },
      ];
      await expect(connect(served.url).makeCutout(asset, { signal: abort.signal })).rejects.toThrow(
        "deadline",
      );
    });
  });

  test("a read waits through 423, and a missing image is null", async () => {
    const reference = { publicId: "o/x", version: 7, format: "png", transformation: "w_10" };
    script = [status(423), image];
    expect(Buffer.from((await connect(served.url).read(reference)) ?? []).toString()).toBe("png");
    expect(seen.at(-1)?.path).toBe(`/${cloudName}/image/upload/w_10/v7/o/x.png`);
    script = [status(404)];
    expect(await connect(served.url).read(reference)).toBeNull();
    expect(await connect(served.url).find(reference)).toBeNull();
  });
});
