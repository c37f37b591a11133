import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quarters, startTestHost, type TestHost, testAccount } from "./testing.ts";

let on: TestHost;
let folder: string;

beforeAll(async () => {
  on = await startTestHost();
  folder = await mkdtemp(path.join(tmpdir(), "sdk-"));
  await writeFile(path.join(folder, "photo.jpg"), await quarters(400, 300, "jpeg"));
  const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
  const big = sharp({ create: { width: 1600, height: 1600, channels: 3, noise, background: "white" } });
  await big.png({ compressionLevel: 1 }).toFile(path.join(folder, "big.png"));
});
afterAll(async () => {
  await on.close();
  await rm(folder, { recursive: true });
});

/** Runs code with the `cloudinary` package in a process of its own: it takes its configuration at import. */
async function runWithPackage(code: string): Promise<unknown> {
  const script = `import { v2 as cloudinary } from "cloudinary"; import fs from "node:fs";
    const folder = ${JSON.stringify(folder)};
    const result = await (async () => { ${code} })().catch((error) => ({ failed: error.error ?? error }));
    process.stdout.write(JSON.stringify(result));`;
  const { cloudName, apiKey, apiSecret } = testAccount;
  const env = {
    NODE_ENV: "test" as const,
    CLOUDINARY_URL: `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=${on.url}`,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env,
    cwd: path.resolve(import.meta.dirname, "../../.."),
  });
  return JSON.parse(stdout);
}

test("the cloudinary package uploads files, streams, data URIs and chunks", async () => {
  const result = await runWithPackage(`
    const file = folder + "/photo.jpg";
    const plain = await cloudinary.uploader.upload(file, { folder: "sdk", tags: ["a", "b"], context: { alt: "x=y" } });
    const dataUri = await cloudinary.uploader.upload("data:image/jpeg;base64," + fs.readFileSync(file, "base64"), { public_id: "sdk/uri" });
    const streamed = await new Promise((resolve, reject) => {
      const upload = cloudinary.uploader.upload_stream({ public_id: "sdk/stream", signature_algorithm: "sha256" }, (error, done) => error ? reject(error) : resolve(done));
      fs.createReadStream(file).pipe(upload);
    });
    const chunked = await new Promise((resolve, reject) => cloudinary.uploader.upload_large(
      folder + "/big.png", { public_id: "sdk/big", chunk_size: 5_300_000, resource_type: "image" },
      (error, done) => error ? reject(error) : resolve(done)));
    const eager = await cloudinary.uploader.upload(file, { public_id: "sdk/eager", eager: [
      { width: 20, crop: "scale", fetch_format: "webp" }, [{ effect: "background_removal" }, { fetch_format: "png" }] ] });
    return { plain, dataUri, streamed, chunked, eager };
  `);
  expect(result).toMatchObject({
    plain: {
      public_id: expect.stringMatching(/^sdk\//),
      tags: ["a", "b"],
      context: { custom: { alt: "x=y" } },
      width: 400,
    },
    dataUri: { public_id: "sdk/uri", format: "jpg" },
    streamed: { public_id: "sdk/stream", height: 300 },
    chunked: { public_id: "sdk/big", width: 1600, format: "png" },
    eager: {
      eager: [
        { width: 20, format: "webp" },
        { width: 400, format: "png" },
      ],
    },
  });
});

test("the cloudinary package pings, finds, changes, destroys, and understands refusals", async () => {
  const result = await runWithPackage(`
    const file = folder + "/photo.jpg";
    const uploaded = await cloudinary.uploader.upload(file, { public_id: "sdk/x" });
    return {
      verified: cloudinary.utils.verify_api_response_signature(uploaded.public_id, uploaded.version, uploaded.signature),
      ping: await cloudinary.api.ping(),
      resource: await cloudinary.api.resource("sdk/x"),
      explicit: await cloudinary.uploader.explicit("sdk/x", { type: "upload", eager: [{ effect: "background_removal" }] }),
      destroyed: await cloudinary.uploader.destroy("sdk/x", { invalidate: true }),
      gone: await cloudinary.uploader.destroy("sdk/x"),
      missing: await cloudinary.api.resource("sdk/x").catch((error) => error.error),
      stale: await cloudinary.uploader.upload(file, { timestamp: 1 }).catch((error) => error),
      text: await cloudinary.uploader.upload("data:image/png;base64,aGVsbG8=").catch((error) => error),
    };
  `);
  expect(result).toMatchObject({
    verified: true,
    ping: { status: "ok" },
    resource: { public_id: "sdk/x" },
    explicit: { public_id: "sdk/x", eager: [{ transformation: "e_background_removal" }] },
    destroyed: { result: "ok" },
    gone: { result: "not found" },
    missing: { message: "Resource not found - sdk/x", http_code: 404 },
    stale: { http_code: 400, message: expect.stringMatching(/^Stale request/) },
    text: { http_code: 400, message: expect.stringMatching(/^Invalid image file/) },
  });
});

test("the URLs that the cloudinary package builds load, signed and unsigned", async () => {
  const delivery = on.url.replace("http://", "");
  const urls = (await runWithPackage(`
    const file = folder + "/photo.jpg";
    await cloudinary.uploader.upload(file, { public_id: "sdk/shop item" });
    const at = { secure: false, cname: ${JSON.stringify(delivery)} };
    return [
      cloudinary.url("sdk/shop item", { ...at, format: "jpg" }),
      cloudinary.url("sdk/shop item", { ...at, fetch_format: "webp" }),
      cloudinary.url("sdk/shop item", { ...at, sign_url: true, width: 100, height: 100, crop: "fill", gravity: "auto", quality: "auto", fetch_format: "auto" }),
      cloudinary.url("sdk/shop item", { ...at, sign_url: true, width: 100, crop: "pad", aspect_ratio: "1:1", background: "#ff8800", dpr: "2.0", format: "webp" }),
      cloudinary.url("sdk/shop item", { ...at, sign_url: true, transformation: [{ effect: "background_removal" }, { width: 50, height: 50, crop: "pad", background: "white" }, { fetch_format: "jpg" }] }),
      cloudinary.url("sdk/shop item", { ...at, sign_url: true, long_url_signature: true, width: 0.5, crop: "scale" }),
    ];
  `)) as string[];
  const loaded = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      return [response.status, format, width, height];
    }),
  );
  expect(loaded).toEqual([
    [200, "jpeg", 400, 300],
    [200, "webp", 400, 300],
    [200, "jpeg", 100, 100],
    [200, "webp", 200, 200],
    [200, "jpeg", 50, 50],
    [200, "jpeg", 200, 150],
  ]);
});
