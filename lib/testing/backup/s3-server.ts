import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What happens to a request in place of its answer. */
type Fault =
  /** 503, as a store says that it is asked too often. */
  | "slow down"
  /** The answer of success, and nothing is stored. */
  | "lost"
  /** 200, and an error in the body, as long work of a store may end. */
  | "error after 200"
  /** The connection ends in the middle of the answer. */
  | "truncated";

interface Call {
  method: string;
  /** Without the bucket. */
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

const credentials = { key: "AKIDTEST", secret: "sec/ret+with=signs" };
const region = "eu-test-1";
const bucket = "backups";
const pageSize = 3;

/**
 * The part of S3's protocol that backups use, on a port of its own: signatures of version 4 and hashes of bodies are
 * checked as Amazon documents them, parts but the last have 5 MiB at least, and lists come in pages of three.
 */
export async function startS3Server() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const faults: { fault: Fault; applies: (call: Call) => boolean; times: number }[] = [];
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    const refusal = refusalOf(request, call);
    if (refusal) return void sendError(response, 403, refusal);
    calls.push(call);
    const planned = faults.find(({ applies, times }) => times > 0 && applies(call));
    if (planned) planned.times -= 1;
    const fault = planned?.fault;
    if (fault === "slow down") return void sendError(response, 503, "SlowDown");
    if (fault === "error after 200") return void send(response, 200, errorXml("InternalError"));
    answer(call, response, fault);
  });

  function answer(
    { method, key, query, body }: Call,
    response: ServerResponse,
    fault?: Fault,
  ): ServerResponse {
    const uploadId = query.get("uploadId");
    if (method === "GET" && key === "") return list(query, response);
    if (method === "POST" && query.has("uploads")) {
      const id = `upload-${uploads.size}`;
      uploads.set(id, new Map());
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
      if (fault !== "lost") objects.set(key, Buffer.concat(ordered));
      return send(
        response,
        200,
        `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
      );
    }
    if (method === "PUT") {
      if (fault !== "lost") objects.set(key, body);
      return send(response, 200, "", { ETag: etagOf(body) });
    }
    if (method === "DELETE") {
      objects.delete(key);
      return send(response, 204);
    }
    const object = objects.get(key);
    if (!object) return sendError(response, 404, "NoSuchKey");
    response.writeHead(200, { "Content-Length": object.length, ETag: etagOf(object) });
    if (method === "HEAD") return response.end();
    if (fault !== "truncated") return response.end(object);
    response.write(object.subarray(0, object.length / 2), () => response.destroy());
    return response;
  }

  function list(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, pageSize);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    const isTruncated = keys.length > pageSize;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return send(
      response,
      200,
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const address = (secret: string) =>
    `s3+http://${credentials.key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/nightly?region=${region}`;
  return {
    objects,
    uploads,
    calls,
    url: address(credentials.secret),
    /** Of somebody who does not know the secret. */
    wrongUrl: address("another"),
    secret: credentials.secret,
    /** From now on, so many requests that it applies to go wrong. */
    plan(fault: Fault, applies: (call: Call) => boolean, times = 1) {
      faults.push({ fault, applies, times });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
  const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
  return { method: request.method ?? "", key, query, body: await buffer(request) };
}

/** Null when the request is signed by who knows the secret, and its body is what was signed. */
function refusalOf(request: IncomingMessage, { body }: Call): string | null {
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
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (from, part) => createHmac("sha256", from).update(part).digest(),
    `AWS4${credentials.secret}`,
  );
  const expected = createHmac("sha256", signingKey).update(text).digest("hex");
  return signature === expected ? null : "SignatureDoesNotMatch";
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
