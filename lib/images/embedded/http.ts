import { Readable } from "node:stream";
import { clientAddress } from "#lib/platform/client-address.ts";
import { withTimeout } from "#lib/platform/concurrency.ts";
import { reasonOf } from "#lib/platform/reasons.ts";
import { contentTypes } from "../../contract/images/formats.ts";
import { deliveryMarker, parseDeliveryPath } from "../cloudinary/delivery-url.ts";
import {
  addressSeconds,
  cacheControlOf,
  type Elsewhere,
  readServed,
  type Served,
  serve,
  serveElsewhere,
} from "./delivery.ts";
import { asCallError, toProtocolError } from "./failures.ts";
import type { EmbeddedImageHost } from "./host.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { isValidPublicId } from "./store.ts";
import { uploadCall } from "./upload.ts";

/** Time limit for a derived image; after it the client gets 423 with Retry-After. */
const deliveryWaitMs = 50_000;
/** Smaller files are sent from memory, larger ones are streamed. */
const inMemoryBytes = 1024 * 1024;

const commonHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Cld-Error, ETag, Content-Length, Retry-After",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};
/** Users' files are served from the app's own origin, so they must not run scripts as documents. */
const contentHeaders = { ...commonHeaders, "Content-Security-Policy": "default-src 'none'; sandbox" };

/**
 * Handles any request below the host's base URL; `path` is the rest of the URL, percent-encoded, without a leading
 * slash.
 */
export async function answer(host: EmbeddedImageHost, request: Request, path: string): Promise<Response> {
  try {
    if (request.method === "OPTIONS") return preflight(request);
    const isCall = path.startsWith("v1_1/");
    if (isCall) return await answerCall(host, request, path.slice("v1_1/".length)).catch(asCallError);
    return await answerDelivery(host, request, path);
  } catch (error) {
    return answerError(error);
  }
}

async function answerCall(host: EmbeddedImageHost, request: Request, path: string): Promise<Response> {
  const [cloud, kind, action, ...rest] = path.split("/");
  if (cloud !== host.account.cloudName)
    throw new ProtocolError(401, `Invalid cloud_name ${printable(cloud ?? "")}`);
  if ((kind === "raw" || kind === "video") && action === "upload") {
    // The SDKs' `upload_large` has this default.
    throw new ProtocolError(
      400,
      `Invalid resource_type ${kind}: only images are stored, send resource_type "image"`,
    );
  }
  if ((kind !== "image" && kind !== "auto") || action !== "upload" || rest.length > 0)
    throw new ProtocolError(404, "Unknown address of the image host");
  requireMethod(request, "POST");
  return json(await uploadCall(host, request));
}

async function answerDelivery(host: EmbeddedImageHost, request: Request, path: string): Promise<Response> {
  requireMethod(request, "GET", "HEAD");
  const prefix = `${host.account.cloudName}/${deliveryMarker}`;
  const delivery = path.startsWith(prefix) ? parseDeliveryPath(path.slice(prefix.length)) : null;
  if (!delivery || !isValidPublicId(delivery.publicId))
    throw notFound(decodePath(path.split("/").at(-1) ?? ""));
  if (delivery.signature !== null) throw new ProtocolError(401, "Invalid signature in the delivery URL");
  const options = { caller: clientAddress(request.headers) };
  // A presigned URL is valid only for GET.
  const isSentElsewhere = host.isRedirecting && request.method === "GET";
  const elsewhere = isSentElsewhere && (await withinTime(serveElsewhere(host, delivery, options)));
  if (elsewhere) return redirect(elsewhere);
  const served = await withinTime(serve(host, delivery, options));
  if (!served) throw notFound(delivery.publicId);
  return respond(request, served);
}

/** Browsers may cache the redirect for half of the presigned URL's validity. */
function redirect({ location }: Elsewhere): Response {
  const headers = {
    ...commonHeaders,
    Location: location,
    "Cache-Control": `private, max-age=${addressSeconds / 2}`,
  };
  return new Response(null, { status: 302, headers });
}

function notFound(publicId: string): ProtocolError {
  return new ProtocolError(404, `Resource not found - ${printable(publicId)}`);
}

async function respond(request: Request, served: Served): Promise<Response> {
  const etag = `"${served.etag}"`;
  const headers: Record<string, string> = {
    ...contentHeaders,
    ETag: etag,
    "Cache-Control": cacheControlOf(served),
    "Content-Type": contentTypes[served.format],
    "Content-Length": String(served.sizeBytes),
  };
  if (matches(request.headers.get("if-none-match"), etag)) {
    await served.file.close();
    const { "Content-Length": _length, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  if (request.method === "HEAD") {
    await served.file.close();
    return new Response(null, { headers });
  }
  if (served.sizeBytes <= inMemoryBytes) {
    return new Response((await readServed(served)) as Uint8Array<ArrayBuffer>, { headers });
  }
  return new Response(Readable.toWeb(served.file.createReadStream()) as ReadableStream, { headers });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  return (ifNoneMatch ?? "")
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

async function withinTime<T extends Served | Elsewhere>(work: Promise<T | null>): Promise<T | null> {
  let late = false;
  // A file that is opened after the timeout must be closed here.
  work
    .then((found) => (late && found && "file" in found ? found.file.close() : undefined))
    .catch(() => undefined);
  return withTimeout(work, deliveryWaitMs, () => {
    late = true;
    return new ProtocolError(423, "The derived image is still being processed", { retryAfterS: 2 });
  });
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...commonHeaders,
      "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
      "Access-Control-Allow-Headers":
        request.headers.get("access-control-request-headers") ??
        "Content-Type, Content-Range, X-Unique-Upload-Id, X-Requested-With",
      "Access-Control-Max-Age": "86400",
    },
  });
}

function requireMethod(request: Request, ...methods: string[]): void {
  if (!methods.includes(request.method))
    throw new ProtocolError(405, `Method not allowed; use ${methods.join(" or ")}`);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function json(body: object): Response {
  return Response.json(body, { headers: { ...commonHeaders, "Cache-Control": "no-store" } });
}

function answerError(error: unknown): Response {
  const problem = toProtocolError(error);
  const headers: Record<string, string> = {
    ...commonHeaders,
    "X-Cld-Error": printable(problem.message),
    "Cache-Control": "no-store",
  };
  if (problem.retryAfterS !== null) headers["Retry-After"] = String(problem.retryAfterS);
  if (problem.status === 405) headers.Allow = "GET, HEAD, POST, OPTIONS";
  // An addition to Cloudinary's format: pages translate the reason.
  const body = { error: { message: problem.message, ...reasonOf(problem.cause) } };
  return Response.json(body, { status: problem.status, headers });
}
