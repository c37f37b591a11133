import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledSources } from "#lib/testing/compiled.ts";
import { quarters, startTestHost, type TestHost, testAccount } from "#lib/testing/images/embedded-host.ts";

let on: TestHost;
let folder: string;
let customer: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sdk-"));
  const photo = await quarters(400, 300, "jpeg");
  on = await startTestHost({ fetchImageTo: (file) => writeFile(file, photo) });
  await writeFile(path.join(folder, "photo.jpg"), photo);
  // Noise cannot be compressed: 3 MB.
  const noise = { width: 1000, height: 1000, channels: 3, background: "white" } as const;
  const picture = sharp({ create: { ...noise, noise: { type: "gaussian", mean: 128, sigma: 60 } } });
  await picture.png({ compressionLevel: 0 }).toFile(path.join(folder, "large.png"));
  customer = startCustomer();
});
afterAll(async () => {
  customer.kill();
  await on.close();
  await rm(folder, { recursive: true });
});

/** Runs code with the `cloudinary` package in the separate process. */
async function runWithPackage(code: string): Promise<unknown> {
  const answered = once(customer, "message");
  customer.send(code);
  return (await answered)[0];
}

/** Runs the code that it is sent, one after another: the package reads its configuration at import. */
function startCustomer(): ChildProcess {
  const script = `import { v2 as cloudinary } from "cloudinary"; import fs from "node:fs";
    const folder = ${JSON.stringify(folder)};
    process.on("message", async (code) => {
      const run = eval("(async (cloudinary, fs, folder) => {" + code + "})");
      const result = await run(cloudinary, fs, folder).catch((error) => ({ failed: error.error ?? error }));
      process.send(result);
    });`;
  const { cloudName, apiKey, apiSecret } = testAccount;
  const env = {
    ...compiledSources,
    NODE_ENV: "test" as const,
    CLOUDINARY_URL: `cloudinary://${apiKey}:${apiSecret}@${cloudName}?upload_prefix=${on.url}`,
  };
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    env,
    cwd: path.resolve(import.meta.dirname, "../../.."),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

test("the cloudinary package uploads files and data URIs with a signature of the service", async () => {
  const fields = on.host.signUpload("inputs/usr_a").fields;
  const result = await runWithPackage(`
    const file = folder + "/photo.jpg";
    const signed = ${JSON.stringify(fields)};
    const plain = await cloudinary.uploader.upload(file, signed);
    const dataUri = await cloudinary.uploader.upload("data:image/jpeg;base64," + fs.readFileSync(file, "base64"), signed);
    return { plain, dataUri };
  `);
  expect(result).toMatchObject({
    plain: { public_id: expect.stringMatching(/^inputs\/usr_a\//), width: 400 },
    dataUri: { folder: "inputs/usr_a", format: "jpg" },
  });
});

test("the cloudinary package uploads streams, large files in parts and addresses with a signature of the service", async () => {
  const fields = on.host.signUpload("inputs/usr_b").fields;
  const result = await runWithPackage(`
    const file = folder + "/photo.jpg";
    const signed = () => (${JSON.stringify(fields)});
    const large = (name, options) => new Promise((resolve, reject) =>
      cloudinary.uploader.upload_large(folder + "/" + name, { ...signed(), ...options },
        (error, result) => error ? reject(error) : resolve(result)));
    return {
      stream: await new Promise((resolve, reject) => {
        const to = cloudinary.uploader.upload_stream(signed(), (error, result) => error ? reject(error) : resolve(result));
        fs.createReadStream(file).pipe(to);
      }),
      chunked: await new Promise((resolve, reject) => {
        const to = cloudinary.uploader.upload_chunked_stream({ ...signed(), chunk_size: 1_250_000 },
          (error, result) => error ? reject(error) : resolve(result));
        fs.createReadStream(folder + "/large.png").pipe(to);
      }),
      large: await large("large.png", { resource_type: "image", chunk_size: 1_500_000 }),
      small: await large("photo.jpg", { resource_type: "auto" }),
      raw: await cloudinary.uploader.upload(file, { ...signed(), resource_type: "raw" }).catch((error) => error),
      auto: await cloudinary.uploader.upload(file, { ...signed(), resource_type: "auto" }),
      address: await cloudinary.uploader.upload("https://pictures.example/photo.jpg", signed()),
      tampered: await cloudinary.uploader.upload(file, { ...signed(), folder: "inputs/usr_c" }).catch((error) => error),
    };
  `);
  const photo = { folder: "inputs/usr_b", width: 400, height: 300 };
  const large = { folder: "inputs/usr_b", width: 1000, height: 1000, format: "png" };
  expect(result).toMatchObject({
    stream: photo,
    chunked: large,
    large,
    small: photo,
    auto: photo,
    address: photo,
    raw: { http_code: 400, message: expect.stringContaining('send resource_type "image"') },
    tampered: { http_code: 401 },
  });
});

test("the cloudinary package verifies responses and parses errors", async () => {
  const result = await runWithPackage(`
    const file = folder + "/photo.jpg";
    const uploaded = await cloudinary.uploader.upload(file, { folder: "sdk" });
    return {
      verified: cloudinary.utils.verify_api_response_signature(uploaded.public_id, uploaded.version, uploaded.signature),
      sha256: await cloudinary.uploader.upload(file, { folder: "sdk", signature_algorithm: "sha256" }),
      stale: await cloudinary.uploader.upload(file, { timestamp: 1 }).catch((error) => error),
      text: await cloudinary.uploader.upload("data:image/png;base64,aGVsbG8=").catch((error) => error),
    };
  `);
  expect(result).toMatchObject({
    verified: true,
    sha256: { folder: "sdk" },
    stale: { http_code: 400, message: expect.stringMatching(/^Stale request/) },
    text: { http_code: 400, message: expect.stringMatching(/^Invalid image file/) },
  });
});

test("the URLs that the cloudinary package builds load", async () => {
  const photo = await readFile(path.join(folder, "photo.jpg"));
  await on.host.upload(photo, { folder: "sdk", name: "shop item" });
  const delivery = on.url.replace("http://", "");
  const urls = (await runWithPackage(`
    const at = { secure: false, cname: ${JSON.stringify(delivery)} };
    return [
      cloudinary.url("sdk/shop item", { ...at, format: "jpg" }),
      cloudinary.url("sdk/shop item", { ...at, fetch_format: "webp" }),
      cloudinary.url("sdk/shop item", { ...at, width: 160 }),
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
    [200, "jpeg", 160, 120],
  ]);
});
