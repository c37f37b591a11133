import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { metadataChallenge } from "../auth/apps/resource.ts";
import { agentWaitSeconds } from "../contract/limits.ts";
import { type AuthenticatedCaller, challengeOf, requireCaller } from "../http/caller.ts";
import { readCorsOrigins } from "../http/cors.ts";
import { requireWithinRate } from "../http/endpoint.ts";
import { setRateLimitHeaders } from "../http/rate-limit.ts";
import { baseHeaders, errorResponse, reportFailure } from "../http/response.ts";
import type { Handler } from "../http/route-table.ts";
import { env } from "../platform/env.ts";
import { ApiError } from "../platform/errors.ts";
import { noteRequest } from "../platform/requests.ts";
import { Api, type Fault, type Handlers } from "./api.ts";
import { requireAppCaller, tokenOf } from "./app-caller.ts";
import { faultResponse, type Message, MessageFault, receiveMessage, rpcCodes } from "./message.ts";
import { toolServer } from "./server.ts";

const route = "POST /api/mcp";

/**
 * The Model Context Protocol over HTTP, stateless: each message has its key and is handled by itself. A tool call
 * counts once against the rate limit, regardless of the operations that it calls.
 */
export function mcpEndpoint(handlers: Handlers, { waitSeconds = agentWaitSeconds } = {}): Handler {
  return async (request) => {
    const headers = baseHeaders(request);
    const requestId = headers.get("X-Request-Id") ?? "";
    noteRequest({ route, signal: request.signal });
    try {
      requireKnownOrigin(request);
      const caller = await requireKey(request);
      setRateLimitHeaders(headers, caller.rateLimit);
      noteRequest({ caller: caller.userId });
      const message = await receiveMessage(request, caller.userId);
      const admit = () => requireWithinRate(caller);
      // Tool calls report the refusal to the model; other methods report it to the client.
      if (message.method !== "tools/call") admit();
      const faultOf = async (error: unknown): Promise<Fault> => {
        reportFailure("mcp", requestId, error);
        const { error: fault } = await errorResponse(
          error,
          new Headers({ "X-Request-Id": requestId }),
        ).json();
        return fault;
      };
      const api = new Api(handlers, { caller, request, requestId, waitSeconds });
      const answer = await answerMessage(request, message, () => toolServer({ api, admit, faultOf }));
      for (const [name, value] of answer.headers) headers.set(name, value);
      return new Response(answer.body, { status: answer.status, headers });
    } catch (error) {
      if (error instanceof MessageFault) return faultResponse(error, headers);
      reportFailure("mcp", requestId, error);
      const response = errorResponse(error, headers);
      if (response.status === 401) {
        const challenge = `${challengeOf(onlyBearer(request))}, ${metadataChallenge()}`;
        response.headers.set("WWW-Authenticate", challenge);
      }
      return response;
    } finally {
      // The called handlers have set their own routes.
      noteRequest({ route });
    }
  };
}

/** Prevents pages of other sites from calling a service in their visitor's network (DNS rebinding). */
function requireKnownOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  const { BASE_URL, CORS_ORIGINS } = env();
  const known = readCorsOrigins(CORS_ORIGINS);
  if (origin === null || origin === new URL(BASE_URL).origin || known.has(origin) || known.has("*")) return;
  const fault = { status: 403, code: rpcCodes.refused };
  throw new MessageFault("Pages of this origin are not served: see CORS_ORIGINS.", fault);
}

/** Only the header authenticates here: keys in URLs end up in logs, and browsers send cookies unasked. */
function onlyBearer({ headers }: Request): Request {
  const authorization = headers.get("authorization");
  return new Request(new URL("/api/mcp", env().BASE_URL), {
    headers: authorization ? { authorization } : {},
  });
}

async function requireKey(request: Request): Promise<AuthenticatedCaller> {
  const token = tokenOf(request);
  if (token !== null) return await requireAppCaller(token);
  try {
    return await requireCaller(onlyBearer(request), "missing_api_key");
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "missing_api_key")) throw error;
    const fix = "Send your API key, or an access token, in the `Authorization: Bearer` header.";
    throw new ApiError("missing_api_key", error.message, { fix });
  }
}

/** Protocol revisions up to 2025-11-25 begin with a handshake; in later ones each message identifies its client. */
async function answerMessage(request: Request, message: Message, make: () => Server): Promise<Response> {
  // It would keep a connection open for changes of a list that never changes.
  if (message.method === "subscriptions/listen") {
    const { id } = message;
    throw new MessageFault("Method not found", { status: 404, code: rpcCodes.methodNotFound, id });
  }
  if (!(await isLegacyRequest(request, message))) {
    return await createMcpHandler(make, { legacy: "reject" }).fetch(request, { parsedBody: message });
  }
  const { headers, isStreamed } = negotiate(request.headers);
  const server = make();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStreamed });
  await server.connect(transport);
  const end = () => void server.close();
  request.signal.addEventListener("abort", end, { once: true });
  const asked = new Request(request.url, { method: "POST", headers, signal: request.signal });
  const response = await transport.handleRequest(asked, { parsedBody: message });
  if (!isStreamed) end();
  return response;
}

/** Responds with JSON if the client accepts it, with an event stream if it accepts only that. */
function negotiate(sent: Headers): { headers: Headers; isStreamed: boolean } {
  const accept = sent.get("accept") ?? "*/*";
  const takesJson = /application\/(json|\*)|\*\/\*/.test(accept);
  const headers = new Headers(sent);
  if (takesJson || accept.includes("text/event-stream")) {
    headers.set("accept", "application/json, text/event-stream");
  }
  return { headers, isStreamed: !takesJson };
}
