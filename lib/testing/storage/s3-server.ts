import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { serveLocally } from "../local-server.ts";

/** A fault of the store: it reports success without storing anything, or cuts off every file that it sends. */
type Fault = "lost" | "truncated";

interface Call {
  headers: IncomingMessage["headers"];
  method: string;
  /** Without the bucket's name. */
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

const credentials = { key: "AKIDTEST", secret: "sec/ret+with=signs" };
const region = "eu-test-1";
const bucket = "backups";
const pageSize = 3;

/**
 * The part of S3's protocol that this service uses, on its own port: checks signatures (version 4) and hashes of
 * bodies as documented by Amazon, requires 5 MiB for all parts but the last, and returns lists in pages of three.
 */
export async function startS3Server() {
  const objects = new Map<string, Buffer>();
  /** Headers stored with an object, including its modification time. */
  const notes = new Map<string, Record<string, string>>();
  const uploads = new Map<string, Map<number, Buffer> & { notes?: Record<string, string> }>();
  const place = (key: string, body: Buffer, given: Record<string, string>) => {
    objects.set(key, body);
    notes.set(key, { ...given, "Last-Modified": new Date().toUTCString() });
  };
  let fault: Fault | null = null;
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    const refusal = refusalOf(request, call);
    if (refusal) return void sendError(response, 403, refusal);
    answer(call, response);
  });

  function answer({ method, key, query, body, headers }: Call, response: ServerResponse): ServerResponse {
    const uploadId = query.get("uploadId");
    if (method === "GET" && key === "") return list(query, response);
    if (method === "POST" && query.has("uploads")) {
      const id = `upload-${randomUUID()}`;
      uploads.set(id, Object.assign(new Map<number, Buffer>(), { notes: metadataOf(headers) }));
      return send(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId);
      if (!parts) return sendError(response, 404, "NoSuchUpload");
      if (method === "PUT") {
        parts.set(Number(query.get("partNumber")), body);
        return send(response, 200, "", { ETag: etagOf(body) });
      }
      uploads.delete(uploadId);
      if (method === "DELETE") return send(response, 204);
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
      if (ordered.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) {
        return sendError(response, 400, "EntityTooSmall");
      }
      if (fault !== "lost") place(key, Buffer.concat(ordered), parts.notes ?? {});
      return send(
        response,
        200,
        `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
      );
    }
    if (method === "PUT") {
      if (headers["if-none-match"] === "*" && objects.has(key)) {
        return sendError(response, 412, "PreconditionFailed");
      }
      const md5 = headers["content-md5"];
      if (md5 !== undefined && md5 !== createHash("md5").update(body).digest("base64")) {
        return sendError(response, 400, "BadDigest");
      }
      if (fault !== "lost") place(key, body, metadataOf(headers));
      return send(response, 200, "", { ETag: etagOf(body) });
    }
    if (method === "DELETE") {
      objects.delete(key);
      return send(response, 204);
    }
    const object = objects.get(key);
    if (!object) return sendError(response, 404, "NoSuchKey");
    const etag = etagOf(object);
    if ((headers["if-match"] ?? etag) !== etag) return sendError(response, 412, "PreconditionFailed");
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const sent = object.subarray(from);
    const asked = Object.fromEntries(
      [...query]
        .filter(([name]) => name.startsWith("response-"))
        .map(([name, value]) => [name.slice("response-".length), value]),
    );
    response.writeHead(from > 0 ? 206 : 200, {
      "Content-Length": sent.length,
      ETag: etag,
      ...notes.get(key),
      ...asked,
      ...(from > 0 && { "Content-Range": `bytes ${from}-${object.length - 1}/${object.length}` }),
    });
    if (method === "HEAD") return response.end();
    if (fault !== "truncated") return response.end(sent);
    response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
    return response;
  }

  function list(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
    const delimiter = query.get("delimiter");
    const shorten = (key: string) => {
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0 ? key : key.slice(0, end + 1);
    };
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).map(shorten);
    const keys = [...new Set(all)].filter((key) => key > after).sort();
    const page = keys.slice(0, pageSize);
    const contents = page.map((key) => {
      const object = objects.get(key);
      if (!object) return `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`;
      const modified = new Date(notes.get(key)?.["Last-Modified"] ?? 0).toISOString();
      return `<Contents><Key>${key}</Key><Size>${object.length}</Size><LastModified>${modified}</LastModified></Contents>`;
    });
    const isTruncated = keys.length > pageSize;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return send(
      response,
      200,
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
  }

  const { port, close } = await serveLocally(server);
  const address = (secret: string) =>
    `s3+http://${credentials.key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/nightly?region=${region}`;
  return {
    objects,
    uploads,
    url: address(credentials.secret),
    /** URL with a wrong secret. */
    wrongUrl: address("another"),
    secret: credentials.secret,
    fail(how: Fault) {
      fault = how;
    },
    close,
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
  const { headers, method = "" } = request;
  return { headers, method, key, query, body: await buffer(request) };
}

function metadataOf(headers: IncomingMessage["headers"]): Record<string, string> {
  const pairs = Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-"));
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
}

/** The error of a request whose signature or body hash is wrong, else null. */
function refusalOf(request: IncomingMessage, { body, query }: Call): string | null {
  if (query.has("X-Amz-Signature")) return refusalOfAddress(request, query);
  const { headers, method = "" } = request;
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, key, day = "", givenRegion, names = "", signature] =
    pattern.exec(headers.authorization ?? "") ?? [];
  if (key !== credentials.key) return "InvalidAccessKeyId";
  if (givenRegion !== region) return "AuthorizationHeaderMalformed";
  const payload = String(headers["x-amz-content-sha256"]);
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const [path = "", search = ""] = (request.url ?? "").split("?");
  const canonical = [
    ...[method, path, canonicalQuery(search)],
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    ...["", names, payload],
  ].join("\n");
  const expected = sign(canonical, String(headers["x-amz-date"]), day);
  return signature === expected ? null : "SignatureDoesNotMatch";
}

/** The same for a presigned URL. */
function refusalOfAddress(request: IncomingMessage, query: URLSearchParams): string | null {
  const { headers, method = "" } = request;
  const [key, day = "", givenRegion] = (query.get("X-Amz-Credential") ?? "").split("/");
  if (key !== credentials.key || givenRegion !== region) return "InvalidAccessKeyId";
  const date = query.get("X-Amz-Date") ?? "";
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, "$1-$2-$3:$4:"));
  if (Date.now() > at + Number(query.get("X-Amz-Expires")) * 1000) return "AccessDenied";
  const [path = "", search = ""] = (request.url ?? "").split("?");
  const unsigned = search.split("&").filter((pair) => !pair.startsWith("X-Amz-Signature="));
  const names = query.get("X-Amz-SignedHeaders") ?? "";
  const canonical = [
    ...[method, path, canonicalQuery(unsigned.join("&"))],
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    ...["", names, "UNSIGNED-PAYLOAD"],
  ].join("\n");
  return query.get("X-Amz-Signature") === sign(canonical, date, day) ? null : "SignatureDoesNotMatch";
}

function sign(canonical: string, date: string, day: string): string {
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (from, part) => createHmac("sha256", from).update(part).digest(),
    `AWS4${credentials.secret}`,
  );
  return createHmac("sha256", signingKey).update(text).digest("hex");
}

function canonicalQuery(search: string): string {
  return search
    .split("&")
    .filter(Boolean)
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort()
    .join("&");
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");
const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;

function sendError(response: ServerResponse, status: number, code: string): ServerResponse {
  return send(response, status, errorXml(code));
}

function send(
  response: ServerResponse,
  status: number,
  xml = "",
  headers: Record<string, string> = {},
): ServerResponse {
  return response.writeHead(status, { "Content-Type": "application/xml", ...headers }).end(xml);
}
