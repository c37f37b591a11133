import { Readable } from "node:stream";
import { Agent, request } from "undici";

/** A request as it is sent, without any help that could hide a mistake of the service. */
export interface Sent {
  method: string;
  /** Path and query, or a whole URL. */
  path: string;
  headers?: Record<string, string>;
  /** Pieces are sent with chunked transfer encoding. */
  body?: string | Uint8Array | readonly Uint8Array[] | undefined;
  /** The connection ends after it, because the service may answer before it has read the whole body. */
  isLast?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed body of a JSON response; undefined for any other. */
  json: unknown;
}

/** Longer than the longest call of the service. */
const timeoutMs = 90_000;
const agent = new Agent({
  connections: 16,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
  pipelining: 1,
});

export async function send(
  baseUrl: string,
  { method, path, headers = {}, body, isLast = false }: Sent,
): Promise<Answer> {
  const url = /^https?:/.test(path) ? path : `${baseUrl}${path}`;
  const sent = Array.isArray(body) ? Readable.from(body) : (body as string | Uint8Array | undefined);
  const response = await request(url, {
    method: method as "GET",
    headers,
    dispatcher: agent,
    reset: isLast,
    ...(sent !== undefined && { body: sent }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const received = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of [value ?? []].flat()) received.append(name, one);
  }
  return { status: response.statusCode, headers: received, bytes, json: parseJson(received, bytes) };
}

/** Ends the idle connections, so that the process can exit. */
export function closeConnections(): Promise<void> {
  return agent.close();
}

function parseJson(headers: Headers, bytes: Buffer): unknown {
  if (!/^application\/json\b/.test(headers.get("content-type") ?? "")) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

interface Part {
  name: string;
  filename?: string;
  content: string | Uint8Array;
}

/** A multipart body with these parts in order, and the header of its type. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = "----conformance7MA4YWxkTrZu0gW";
  const lines = parts.flatMap(({ name, filename, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ""}\r\n\r\n`,
    content,
    "\r\n",
  ]);
  const body = Buffer.concat([...lines, `--${boundary}--\r\n`].map((line) => Buffer.from(line)));
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}
