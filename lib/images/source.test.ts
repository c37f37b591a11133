import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const folder = await mkdtemp(path.join(tmpdir(), "source-"));
vi.stubEnv("DATA_DIR", folder);
vi.stubEnv("BASE_URL", "http://localhost:39999");
vi.stubEnv("CLOUDINARY_URL", "");
vi.stubEnv("LOG_LEVEL", "silent");

const { imageHost } = await import("./index.ts");
const { handleImageHostRequest } = await import("./embedded/index.ts");
const { loadSourceImage } = await import("./source.ts");
const { inspectImage } = await import("./inspect.ts");
const { quarters } = await import("./embedded/testing.ts");

const signal = AbortSignal.timeout(60_000);
let url: string;
let bytes: Buffer;

beforeAll(async () => {
  bytes = await quarters(50, 40);
  ({ url } = await imageHost().upload(bytes, { folder: "inputs/u1" }));
});
afterAll(() => rm(folder, { recursive: true }));

describe("loadSourceImage", () => {
  test("reads the host's own URLs from disk: nothing listens at the address", async () => {
    expect(Buffer.from(await loadSourceImage(url, signal)).equals(bytes)).toBe(true);
    expect(
      Buffer.from(await loadSourceImage(url.replace("localhost", "127.0.0.1"), signal)).equals(bytes),
    ).toBe(true);
    const small = await loadSourceImage(url.replace("/upload/", "/upload/w_10/"), signal);
    expect((await inspectImage(small)).width).toBe(10);
  });

  test.each([
    ["an image that is not there", () => url.replace(/[^/]+$/, "none.png"), /no such picture/],
    ["a bad transformation", () => url.replace("/upload/", "/upload/e_sepia/"), /cannot deliver/],
    ["an unpaid cut-out", () => url.replace("/upload/", "/upload/e_background_removal/"), /cannot deliver/],
    ["another path of this service", () => "http://localhost:39999/api/health", /port 80 or 443/],
    ["another account", () => url.replace("/embedded/image/", "/other/image/"), /port 80 or 443/],
    ["an inside address", () => "http://169.254.169.254/latest/", /could not be reached/],
    ["a file", () => "file:///etc/passwd", /must begin with https/],
    ["no URL", () => "photo.jpg", /not a valid URL/],
  ])("%s is invalid_params naming image_url", async (_name, make, message) => {
    await expect(loadSourceImage(make(), signal)).rejects.toMatchObject({
      name: "ApiError",
      code: "invalid_params",
      issues: [{ path: "image_url", message: expect.stringMatching(message) }],
    });
  });

  test("rejects with the signal's reason", async () => {
    const aborted = AbortSignal.abort(new Error("deadline"));
    await expect(loadSourceImage("https://example.com/a.jpg", aborted)).rejects.toThrow("deadline");
  });
});

describe("the route's handler", () => {
  test("answers at the service's address", async () => {
    const response = await handleImageHostRequest(new Request(url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await handleImageHostRequest(new Request("http://localhost:39999/embedded/images"))).status).toBe(
      404,
    );
  });

  test("has an account that is this installation's own", () => {
    const { api_key, cloud_name, signature } = imageHost().signUpload("inputs/u1");
    expect([cloud_name, imageHost().kind]).toEqual(["embedded", "embedded"]);
    expect(api_key).toMatch(/^\d{15}$/);
    expect(signature).toMatch(/^[0-9a-f]{40}$/);
    expect(imageHost().uploadUrl).toBe("http://localhost:39999/embedded/images/v1_1/embedded/image/upload");
  });
});
