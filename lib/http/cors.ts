import type { IncomingMessage, ServerResponse } from "node:http";

const exposed = [
  "X-Request-Id",
  "X-Generation-Id",
  "X-Credits-Charged",
  "X-Prompt-Ignored",
  "X-Unknown-Fields",
  "X-Image-Url",
  "X-Same-As",
  "X-Result-Url",
  "X-Credits-Remaining",
  "Preference-Applied",
  "Idempotency-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Location",
  "ETag",
  "WWW-Authenticate",
];

/** Reads CORS_ORIGINS: origins separated by commas, or `*` for all. Throws an Error that names a wrong entry. */
export function readCorsOrigins(text: string): ReadonlySet<string> {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  for (const entry of entries) {
    if (entry === "*" || (URL.canParse(entry) && new URL(entry).origin === entry)) continue;
    throw new Error(`CORS_ORIGINS: "${entry}" is not an origin such as https://shop.example`);
  }
  return new Set(entries);
}

/**
 * Lets pages of the listed origins call the API and the MCP tools from a browser with an API key; cookies never count
 * across origins. Returns true if the request was a preflight, which this function answers.
 */
export function answerCors(
  request: IncomingMessage,
  response: ServerResponse,
  origins: ReadonlySet<string>,
): boolean {
  const { origin } = request.headers;
  if (origins.size === 0 || !/^\/api\/(v1\/|mcp)/.test(request.url ?? "")) return false;
  response.appendHeader("Vary", "Origin");
  if (origin === undefined || !(origins.has(origin) || origins.has("*"))) return false;
  response.setHeader("Access-Control-Allow-Origin", origins.has("*") ? "*" : origin);
  response.setHeader("Access-Control-Expose-Headers", exposed.join(", "));
  const asked = request.headers["access-control-request-method"];
  if (request.method !== "OPTIONS" || asked === undefined) return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
  response.setHeader(
    "Access-Control-Allow-Headers",
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Method, MCP-Name, MCP-Protocol-Version, Prefer, X-API-Key, X-Request-Id",
  );
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(204).end();
  return true;
}
