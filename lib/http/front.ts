import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { retryAfterSeconds, wasUnavailableSince } from "../db/unavailable.ts";
import {
  clientNetwork,
  isTrusted,
  proveClientAddress,
  readTrustedProxies,
  rememberByText,
  type TrustedProxies,
} from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { isDraining } from "../platform/process.ts";
import type { RequestContext } from "../platform/requests.ts";
import { BodyWatch } from "./body-watch.ts";
import { Connections } from "./connections.ts";
import { answerCors, readCorsOrigins } from "./cors.ts";
import { directHeader, isDirect } from "./direct.ts";
import { createDispatch, findAnswer } from "./dispatch.ts";
import { negotiateMarkdown } from "./negotiate.ts";
import { PageCache } from "./page-cache.ts";
import { PageLimit } from "./page-limit.ts";
import { watchRequest } from "./request-log.ts";
import { errorResponse, requestId } from "./response.ts";
import { RouteTable } from "./route-table.ts";
import { commonSecurityHeaders, pageHeaders, pagePolicy } from "./security-headers.ts";
import { sendAnswer } from "./send-answer.ts";
import { SocketTurns } from "./socket-turns.ts";
import { isFrameworkHeader, readTarget, type Target } from "./target.ts";
import { UnreadAnswers } from "./unread-answers.ts";
import { answerUnreadable } from "./unreadable.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

interface FrontOptions {
  /** The routes that this process serves itself; empty by default. */
  routes?: RouteTable;
  /** Limit for the head of a request, and for the silence of a new connection. */
  headersTimeoutMs?: number;
  /** How long a client may be silent in the middle of a body. */
  bodyIdleTimeoutMs?: number;
  /** How long a client may read nothing of its response. */
  unreadTimeoutMs?: number;
  /** Which requests may upgrade, such as the development server's web socket; every other Upgrade is ignored. */
  mayUpgrade?: (request: IncomingMessage) => boolean;
}

export interface Front extends Server {
  /** Renders the most requested pages, because the first rendering occupies the thread for a second. */
  preparePages: () => Promise<void>;
}

const keepAliveTimeoutMs = 5_000;
const mostListeners = 20;
/** Longer than the keep-alive of proxies (usually 60 s), so that no request meets a connection just closed. */
const proxyKeepAliveTimeoutMs = 75_000;
/** Proxy headers, accepted from trusted proxies only. */
const proxyHeaders = ["x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];
/** Removed, so that no handler acts on them. */
const upgradeHeaders = ["upgrade", "http2-settings"];
/** Headers that no client may send: alternative client addresses, and headers from this server to the handlers. */
const ownHeaders = [
  "x-real-ip",
  "forwarded",
  "content-security-policy",
  "content-security-policy-report-only",
  directHeader,
];

/**
 * The HTTP server in front of the routes and of the framework's handler. Before it reads a body, it determines the client's address
 * (TRUSTED_PROXIES), route, request id and body timeout; it also writes the request log.
 */
export function createFront(handler: Handler, options: FrontOptions = {}): Front {
  const { headersTimeoutMs = 15_000, bodyIdleTimeoutMs, unreadTimeoutMs, mayUpgrade = () => false } = options;
  const { routes = new RouteTable() } = options;
  const trusted = readTrustedProxies(env().TRUSTED_PROXIES);
  const isProxy = rememberByText((address) => isTrusted(address, trusted));
  const origins = readCorsOrigins(env().CORS_ORIGINS);
  const bodies = new BodyWatch(bodyIdleTimeoutMs);
  const unread = new UnreadAnswers();
  const common = commonSecurityHeaders();
  const limit = new PageLimit();
  const render: Handler = (request, response) =>
    findAnswer(routes, request)?.(response) ?? handler(request, response);
  const cache = new PageCache(render, (work) => limit.runShared(work));
  const dispatch = createDispatch({ routes, handler, limit, cache });
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 3,
    // `bodies` enforces the limits of each route instead.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    // RFC 9110, 7.8: a server may ignore the header, and answers over HTTP/1.1.
    shouldUpgradeCallback: mayUpgrade,
  });
  const connections = new Connections(server, isProxy);
  const turns = new SocketTurns({
    unreadTimeoutMs,
    onBusy: (socket) => connections.markBusy(socket),
    onIdle: (socket) => connections.markIdle(socket),
  });

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const target = readTarget(request.method ?? "", request.url ?? "");
    const id = prepareHeaders(request, target, trusted);
    const caller = clientNetwork(String(request.headers["x-forwarded-for"]));
    const route = (request.url ?? "").split("?")[0]?.slice(0, 200) ?? "";
    const context: RequestContext = { id, route, address: caller };
    // Several modules here, and Next, listen for the end of a response: Node warns from eleven listeners on.
    response.setMaxListeners(mostListeners);
    watchRequest({ request, response, id }, context);
    bodies.watch(request, response);
    unread.watch(caller, response);
    if (isProxy(request.socket.remoteAddress ?? "")) keepLonger(request, response);
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", id);
    if (isDraining()) response.setHeader("Connection", "close");
    if (answerCors(request, response, origins)) return;
    if (target.kind === "refuse") {
      void refuse(response, target, context);
      return;
    }
    request.url = target.url;
    if (!target.isMachine) preparePage(request, response, context);
    negotiateMarkdown(request, response);
    dispatch({ request, response, id, caller, context }, target.isMachine);
  };
  server.on("connection", (socket: Socket) => turns.guard(socket));
  server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    turns.take(request, response, () => begin(request, response)),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    answerUnreadable(error, socket, (one) => turns.closeAfterAnswer(one)),
  );
  server.on("close", () => bodies.stop());
  return Object.assign(server, { preparePages: () => cache.prepare() });
}

/** Keeps a trusted proxy's connection open longer: it opens few and reuses them. */
function keepLonger({ socket }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Keep-Alive", `timeout=${proxyKeepAliveTimeoutMs / 1000}`);
  // By then Node has set its own timeout.
  response.once("close", () => {
    if (!socket.destroyed) socket.setTimeout(proxyKeepAliveTimeoutMs);
  });
}

/** Removes headers that clients may not set. Returns the request's id. */
function prepareHeaders(request: IncomingMessage, target: Target, trusted: TrustedProxies): string {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  for (const name of upgradeHeaders) delete headers[name];
  const isMachine = target.kind === "refuse" || target.isMachine;
  for (const name of Object.keys(headers)) {
    if (isMachine && isFrameworkHeader(name)) delete headers[name];
  }
  const direct = isDirect(headers);
  for (const name of ownHeaders) delete headers[name];
  if (direct) headers[directHeader] = "1";
  if (!isTrusted(peer, trusted)) for (const name of proxyHeaders) delete headers[name];
  headers["x-forwarded-for"] = proveClientAddress(peer, String(headers["x-forwarded-for"] ?? ""), trusted);
  const id = requestId(new Headers({ "x-request-id": String(headers["x-request-id"] ?? "") }));
  headers["x-request-id"] = id;
  return id;
}

/** The framework reads the nonce for its own scripts from the request's Content-Security-Policy. */
function preparePage(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
  const policy = pagePolicy(randomBytes(16).toString("base64"));
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  context.hasUnreadForm = request.method === "POST";
  correctStatus(response, context);
}

async function refuse(
  response: ServerResponse,
  target: Extract<Target, { kind: "refuse" }>,
  context: RequestContext,
): Promise<void> {
  const { reason, allow } = target;
  const error = refusal(reason);
  context.code = error.code;
  const headers = {
    ...(allow && { Allow: allow }),
    "X-Request-Id": String(response.getHeader("X-Request-Id")),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  };
  await sendAnswer(response, errorResponse(error, new Headers(headers)));
}

/**
 * The framework responds 500 to every failed page or action. This turns it into 503 with Retry-After if the database
 * failed meanwhile, as in the API, and into 400 if it could not read the form.
 */
export function correctStatus(response: ServerResponse, context: RequestContext): void {
  const startedAtMs = performance.now();
  const writeHead = response.writeHead;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const isAway = status === 500 && wasUnavailableSince(startedAtMs);
    if (isAway) response.setHeader("Retry-After", String(retryAfterSeconds));
    const isUnread = status === 500 && context.hasUnreadForm === true;
    return Reflect.apply(writeHead, response, [isAway ? 503 : isUnread ? 400 : status, ...rest]);
  }) as typeof writeHead;
}
