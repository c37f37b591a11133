import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { toStatusFailure } from "#lib/safe-fetch/failure.ts";
import { SafeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";

const folder = await mkdtemp(path.join(tmpdir(), "source-"));
useEnvironment({ DATA_DIR: folder, BASE_URL: "http://localhost:39999", CLOUDINARY_URL: "" });

const { imageHost } = await import("./index.ts");
const { handleImageHostRequest } = await import("./embedded/serve.ts");
const { loadInTime, loadSource } = await import("./source.ts");
const { inspectImage } = await import("./inspect.ts");
const { signDelivery } = await import("./cloudinary/signature.ts");
const { secret } = await import("#lib/platform/secrets.ts");
const { variantUrl } = await import("./cloudinary/delivery-url.ts");
const { heicFile } = await import("#lib/testing/imaging/heif-files.ts");
const { quarters } = await import("#lib/testing/images/embedded-host.ts");

const options = { caller: "usr_1", signal: AbortSignal.timeout(60_000) };
const bytes = await quarters(50, 40);
const { url } = await imageHost().upload(bytes, { folder: "inputs/u1" });
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe("loadSource", () => {
  test("reads the host's own URLs from disk, without a request", async () => {
    for (const address of [url, url.replace("localhost", "127.0.0.1")]) {
      const { image, dispose } = await loadSource(address, options);
      await dispose();
      // The original file itself: it was not copied, and is not deleted.
      expect((await readFile(image)).equals(bytes)).toBe(true);
    }
  });

  test("returns one decoded copy of a HEIC picture, and leaves the original unchanged", async () => {
    const heic = heicFile("mug");
    const { url: own } = await imageHost().upload(heic, { folder: "inputs/u1" });
    expect(own).toMatch(/\.heic$/);
    const first = await loadSource(own, options);
    expect(await inspectImage(first.image)).toMatchObject({ format: "jpg", width: 640, height: 480 });
    expect((await loadSource(own, options)).image).toBe(first.image);
    const response = await handleImageHostRequest(new Request(own));
    expect(response.headers.get("content-type")).toBe("image/heic");
    expect(heic.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("reads derived pictures that pages use, and rejects all others, also with a signature", async () => {
    tried("transform");
    const { image } = await loadSource(variantUrl(url, { format: "webp" }) ?? "", options);
    expect(await inspectImage(image)).toMatchObject({ format: "webp", width: 50 });
    const path = "w_10/inputs/u1/signed.png";
    await imageHost().upload(bytes, { folder: "inputs/u1", name: "signed" });
    const signature = signDelivery(path, secret("image-host-api-secret"));
    const signed = `${imageHost().deliveryPrefix}image/upload/s--${signature}--/${path}`;
    for (const wrong of [signed, signed.replace(`s--${signature}--/`, "")]) {
      await expect(loadSource(wrong, options)).rejects.toMatchObject({
        code: "invalid_params",
        issues: [{ path: "image_url", message: expect.stringMatching(/"w_10" is not allowed/) }],
      });
    }
  });

  test("limits concurrent loads of a caller without affecting others", async () => {
    tried("starve");
    const many = Array.from({ length: 209 }, () => loadSource(url, options));
    const outcomes = await Promise.allSettled([...many, loadSource(url, { ...options, caller: "usr_2" })]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(208).fill("fulfilled"),
      "rejected",
      "fulfilled",
    ]);
    expect(outcomes[208]).toMatchObject({ reason: { code: "overloaded" } });
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
  ])("rejects %s with invalid_params for image_url", async (_name, make, message) => {
    await expect(loadSource(make(), options)).rejects.toMatchObject({
      name: "ApiError",
      code: "invalid_params",
      issues: [{ path: "image_url", message: expect.stringMatching(message) }],
    });
  });

  test("rejects with the signal's reason", async () => {
    const aborted = AbortSignal.abort(new Error("deadline"));
    await expect(loadSource("https://example.com/a.jpg", { ...options, signal: aborted })).rejects.toThrow(
      "deadline",
    );
  });
});

describe("a picture's server that fails for now", () => {
  const unavailable = (seconds: number | null) =>
    toStatusFailure(503, seconds === null ? undefined : String(seconds));
  const load = () => loadSource("https://pictures.example/mug.png", options);

  test("is asked again within the call, and its picture is used", async () => {
    const fetchTo = vi.spyOn(SafeFetcher.prototype, "fetchImageTo");
    fetchTo.mockRejectedValueOnce(unavailable(null));
    fetchTo.mockImplementationOnce((file) => writeFile(file, bytes));
    const { image, dispose } = await load();
    expect(await inspectImage(image)).toMatchObject({ width: 50, height: 40 });
    await dispose();
    expect(fetchTo).toHaveBeenCalledTimes(2);
  });

  test.each([
    [30, 30],
    [86_400, 600],
  ])("and asks for %i seconds of patience is overloaded with Retry-After %i", async (asked, told) => {
    const fetchTo = vi.spyOn(SafeFetcher.prototype, "fetchImageTo").mockRejectedValue(unavailable(asked));
    const error = await load().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "overloaded",
      reason: "picture_host_away",
      retryAfterSeconds: told,
      message: expect.stringContaining("status 503"),
    });
    expect(fetchTo).toHaveBeenCalledTimes(1);
  });

  test("is no reason to doubt a wrong address", async () => {
    vi.spyOn(SafeFetcher.prototype, "fetchImageTo").mockRejectedValue(toStatusFailure(404));
    await expect(load()).rejects.toMatchObject({ code: "invalid_params" });
  });
});

test("a load that times out is overloaded, and says whether the own image host is the cause", async () => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new Error("late")));
  const late = async (address: string) => await loadInTime(address, "usr_1").catch((error: unknown) => error);
  const elsewhere = await late("https://pictures.example/mug.jpg");
  const own = await late(url);
  vi.restoreAllMocks();
  expect(elsewhere).toMatchObject({ code: "overloaded", reason: "picture_host_away", retryAfterSeconds: 15 });
  expect(own).toMatchObject({ code: "overloaded", reason: "image_host_away" });
});

describe("the route's handler", () => {
  test("answers at the service's address", async () => {
    const response = await handleImageHostRequest(new Request(url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await handleImageHostRequest(new Request("http://localhost:39999/embedded/images"))).status).toBe(
      404,
    );
  });

  test("has an account of its own for signed uploads", () => {
    const { fields } = imageHost().signUpload("inputs/u1");
    expect(imageHost().asksQuota).toBe(true);
    expect(fields.api_key).toMatch(/^\d{15}$/);
    expect(fields.signature).toMatch(/^[0-9a-f]{40}$/);
    expect(imageHost().signUpload("inputs").url).toBe(
      "http://localhost:39999/embedded/images/v1_1/embedded/image/upload",
    );
  });
});
