import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import sharp from "sharp";
import { signParams } from "#lib/images/cloudinary/signature.ts";
import { type EmbeddedHostOptions, EmbeddedImageHost } from "#lib/images/embedded/host.ts";
import { answer } from "#lib/images/embedded/http.ts";
import type { StorageGuard } from "#lib/images/embedded/intake.ts";
import { joinByKey } from "#lib/platform/concurrency.ts";
import { DiskStore } from "#lib/storage/disk.ts";
import { serveLocally } from "../local-server.ts";
import { bucketOf, startBucket } from "../storage/bucket.ts";

/** The embedded host for tests, with its own HTTP server and folder. */
export interface TestHost {
  host: EmbeddedImageHost;
  /** Base URL of the host. */
  url: string;
  root: string;
  /** Cut-outs made so far. */
  cutouts: () => number;
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  close: () => Promise<void>;
}

/** TEST_STORAGE=bucket runs the same tests with the files in a bucket. */
export const isOnBucket = process.env.TEST_STORAGE === "bucket";

/** Allows everything. */
const openGuard: StorageGuard = {
  requireRoom: async () => undefined,
  admit: async () => undefined,
  forget: async () => undefined,
  hasDependentWork: async () => false,
};

export const testAccount = { cloudName: "testcloud", apiKey: "123456789012345", apiSecret: "test-secret" };

const basePath = "/embedded/images";

export async function startTestHost({
  makeCutout = cutCircle,
  ...options
}: Partial<Omit<EmbeddedHostOptions, "makeCutout">> & {
  makeCutout?: (image: Uint8Array) => Promise<Uint8Array>;
} = {}): Promise<TestHost> {
  const root = await mkdtemp(path.join(tmpdir(), "image-host-"));
  let handler: (request: Request, path: string) => Promise<Response>;
  // No keep-alive timeout: a request sent while the server closes an idle connection would fail.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    handler(toRequest(request, url), url.pathname.slice(basePath.length + 1)).then(
      (result) => send(result, response).catch(() => response.destroy()),
      () => response.destroy(),
    );
  });
  const served = await serveLocally(server);
  const url = served.url + basePath;
  let cutouts = 0;
  const bucket = isOnBucket ? await startBucket() : null;
  const host = new EmbeddedImageHost({
    files: bucket ? bucketOf(bucket.url, root) : new DiskStore(root),
    baseUrl: url,
    account: testAccount,
    makeCutout: async (source, target) => {
      cutouts += 1;
      await writeFile(target, await makeCutout(await readFile(source)));
    },
    inFlight: joinByKey(),
    guard: openGuard,
    fetchImageTo: async () => {
      throw new Error("no network in this test");
    },
    ...options,
  });
  handler = (request, rest) => answer(host, request, rest);
  return {
    host,
    url,
    root,
    cutouts: () => cutouts,
    fetch: (rest, init) => fetch(`${url}/${rest}`, init),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      bucket?.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A cut-out without a network: makes everything outside the centered circle transparent. */
export async function cutCircle(image: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const radius = Math.min(info.width, info.height) / 2;
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const inside = Math.hypot(x + 0.5 - info.width / 2, y + 0.5 - info.height / 2) < radius;
      if (!inside) data[(y * info.width + x) * 4 + 3] = 0;
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer();
}

/** A picture whose quarters are red, green, blue and white (row by row). */
export async function quarters(
  width: number,
  height: number,
  format: "png" | "jpeg" = "png",
): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const quarter = y < height / 2 ? (x < width / 2 ? 0 : 1) : x < width / 2 ? 2 : 3;
      data.set(colours[quarter] ?? [], (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toFormat(format, { quality: 95 })
    .toBuffer();
}

function toRequest(request: IncomingMessage, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const method = request.method ?? "GET";
  const body = method === "GET" || method === "HEAD" ? null : (Readable.toWeb(request) as ReadableStream);
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

async function send(result: Response, response: ServerResponse): Promise<void> {
  response.writeHead(result.status, Object.fromEntries(result.headers));
  if (!result.body) {
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(result.body as NodeReadableStream), response);
}

interface Signing {
  algorithm?: "sha1" | "sha256";
  version?: 1 | 2;
  secret?: string;
}

/** The fields of a signed upload; the timestamp is now unless `params` contain one. */
export function signedParams(
  params: Record<string, string>,
  { algorithm = "sha1", version = 2, secret = testAccount.apiSecret }: Signing = {},
) {
  const all = { timestamp: String(Math.floor(Date.now() / 1000)), ...params };
  return { ...all, signature: signParams(all, secret, { algorithm, version }), api_key: testAccount.apiKey };
}

/** Sends a form to the host's API. */
export async function postForm(
  on: TestHost,
  params: Record<string, string>,
  file: Blob | string | null,
  action = "image/upload",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) form.set(name, value);
  if (typeof file === "string") form.set("file", file);
  else if (file) form.set("file", file, "my photo.jpg");
  const response = await on.fetch(`v1_1/testcloud/${action}`, { method: "POST", body: form });
  return { status: response.status, error: response.headers.get("x-cld-error"), body: await response.json() };
}

/** Files of unfinished uploads, or of uploads that were not cleaned up. */
export async function leftovers(on: TestHost): Promise<string[]> {
  const { files } = on.host.store;
  return [...new Set([...(await readdir(files.temporaryFolder)), ...(await files.listNames("tmp"))])];
}
