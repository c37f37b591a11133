import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { v2 as cloudinary } from "cloudinary";
import sharp from "sharp";
import { serveLocally } from "../local-server.ts";

interface Account {
  cloudName: string;
  apiSecret: string;
}

interface Kept {
  bytes: Buffer;
  resource: {
    public_id: string;
    version: number;
    format: string;
    width: number;
    height: number;
    bytes: number;
  };
  /** Transformations requested by a signed call. */
  eager: Set<string>;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type CloudinaryServer = Awaited<ReturnType<typeof startCloudinaryServer>>;

/** The API calls of Cloudinary that the service uses, with signatures verified by Cloudinary's package. */
export async function startCloudinaryServer(account: Account) {
  const kept = new Map<string, Kept>();
  const server = createServer((request, response) => {
    answer(account, kept, request)
      .then(({ type, body }) =>
        response
          .writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) })
          .end(body),
      )
      .catch((error: unknown) => refuse(response, error));
  });
  return serveLocally(server);
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof Refusal ? error.status : 500;
  response.writeHead(status, { "content-type": "application/json", "x-cld-error": message });
  response.end(JSON.stringify({ error: { message } }));
}

async function answer(
  account: Account,
  kept: Map<string, Kept>,
  request: IncomingMessage,
): Promise<{ type: string; body: Buffer | string }> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const call = new RegExp(`^/v1_1/${account.cloudName}/image/(upload|explicit|destroy)$`).exec(pathname)?.[1];
  if (!call) return deliver(kept, pathname.slice(`/${account.cloudName}/image/upload/`.length));
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
  const { file, ...params } = Object.fromEntries(form);
  checkSignature(params as Record<string, string>, account.apiSecret);
  const publicId = String(params.public_id ?? `${params.folder}/random`);
  if (call === "upload") kept.set(publicId, await store(publicId, file));
  const found = kept.get(publicId);
  if (call === "destroy") {
    kept.delete(publicId);
    return json({ result: found ? "ok" : "not found" });
  }
  if (!found) throw new Refusal(404, `Resource not found - ${publicId}`);
  for (const one of String(params.eager ?? "").split("|")) found.eager.add(one);
  return json(found.resource);
}

function json(body: object) {
  return { type: "application/json", body: JSON.stringify(body) };
}

function checkSignature(params: Record<string, string>, secret: string): void {
  const { signature = "", api_key: _key, ...signed } = params;
  const sign: (params: object, secret: string, algorithm: string, version: number) => string =
    cloudinary.utils.api_sign_request;
  const algorithm = signature.length === 64 ? "sha256" : "sha1";
  if (sign(signed, secret, algorithm, 2) !== signature)
    throw new Refusal(401, `Invalid Signature ${signature}`);
}

async function store(publicId: string, file: unknown): Promise<Kept> {
  if (!(file instanceof Blob)) throw new Refusal(400, "Missing required parameter - file");
  const bytes = Buffer.from(await file.arrayBuffer());
  const header = await sharp(bytes)
    .metadata()
    .catch(() => {
      throw new Refusal(400, "Invalid image file");
    });
  const { width, height } = header;
  const format = header.format === "jpeg" ? "jpg" : header.format;
  const version = Math.floor(Date.now() / 1000);
  return {
    bytes,
    resource: { public_id: publicId, version, format, width, height, bytes: bytes.length },
    eager: new Set(),
  };
}

/**
 * `[transformation/]v123/public/id[.ext]`: the original, or its PNG if a signed call requested that transformation
 * before.
 */
async function deliver(kept: Map<string, Kept>, path: string): Promise<{ type: string; body: Buffer }> {
  const [, transformation = "", rest = ""] = /^(?:(.+)\/)?v\d+\/(.+)$/.exec(decodeURIComponent(path)) ?? [];
  const found = kept.get(rest) ?? kept.get(rest.replace(/\.\w+$/, ""));
  if (!found) throw new Refusal(404, `Resource not found - ${rest}`);
  if (transformation === "") return { type: `image/${found.resource.format}`, body: found.bytes };
  if (!found.eager.has(transformation))
    throw new Refusal(401, `Transformation ${transformation} is not allowed`);
  return { type: "image/png", body: await sharp(found.bytes).png().toBuffer() };
}
