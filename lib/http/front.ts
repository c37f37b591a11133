import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientNetwork, readTrustedProxies } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { isDraining } from "../platform/process.ts";
import { type RequestContext, runInRequest } from "../platform/requests.ts";
import { hasKey, limitPerAddress } from "./address-limit.ts";
import { answerCors, readCorsOrigins } from "./cors.ts";
import { negotiateMarkdown } from "./negotiate.ts";
import { asBusyPage, preparePage } from "./page.ts";
import { prepareHeaders, readTarget, toRequest } from "./request.ts";
import { watchedRoutes, watchRequest } from "./request-log.ts";
import { errorResponse, sendAnswer } from "./response.ts";
import { RouteTable } from "./route-table.ts";
import { commonSecurityHeaders } from "./security-headers.ts";
import { answerUnreadable } from "./unreadable.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

interface FrontOptions {
  /** The routes that this process serves itself; empty by default. */
  routes?: RouteTable;
  /** Limit for the head of a request, and for the silence of a new connection. */
  headersTimeoutMs?: number;
  /** Limit for a whole request. */
  requestTimeoutMs?: number;
  /** How long a connection may be silent, in both directions, while a request or its response is under way. */
  silenceTimeoutMs?: number;
  /** Which requests may upgrade, such as the development server's web socket; every other Upgrade is ignored. */
  mayUpgrade?: (request: IncomingMessage) => boolean;
}

/** Longer than the keep-alive of proxies (usually 60 s), so that no request meets a connection just closed. */
const keepAliveTimeoutMs = 75_000;
/** Longer than any call. */
const defaultSilenceTimeoutMs = 90_000;
/** On one connection. */
const maxRequestsPerSocket = 100;
const maxConnections = 4_096;
const mostListeners = 20;

/**
 * The HTTP server in front of the routes and of the framework's handler. It determines the client's address
 * (TRUSTED_PROXIES), route and request id, and writes the request log. Floods are held off by a reverse proxy.
 */
export function createFront(handler: Handler, options: FrontOptions = {}): Server {
  const { headersTimeoutMs = 15_000, requestTimeoutMs = 300_000, mayUpgrade = () => false } = options;
  const { routes = new RouteTable() } = options;
  const trusted = readTrustedProxies(env().TRUSTED_PROXIES);
  const origins = readCorsOrigins(env().CORS_ORIGINS);
  const common = commonSecurityHeaders();
  const limit = limitPerAddress();
  const server = createServer({
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.ceil(Math.min(headersTimeoutMs, requestTimeoutMs) / 3),
    keepAliveTimeout: keepAliveTimeoutMs,
    // RFC 9110, 7.8: a server may ignore the header, and answers over HTTP/1.1.
    shouldUpgradeCallback: mayUpgrade,
  });
  server.timeout = options.silenceTimeoutMs ?? defaultSilenceTimeoutMs;
  Object.assign(server, { maxRequestsPerSocket, maxConnections });
  const latest = new WeakMap<Socket, Exchange>();

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const target = readTarget(request.method ?? "", request.url ?? "");
    const id = prepareHeaders(request, target, trusted);
    const address = clientNetwork(String(request.headers["x-forwarded-for"]));
    const route = (request.url ?? "").split("?")[0]?.slice(0, 200) ?? "";
    const context: RequestContext = { id, route, address };
    // Several modules here, and Next, listen for the end of a response: Node warns from eleven listeners on.
    response.setMaxListeners(mostListeners);
    watchRequest({ request, response, id }, context);
    response.once("finish", () => endBody(request));
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    response.setHeader("X-Request-Id", id);
    if (isDraining()) response.setHeader("Connection", "close");
    if (answerCors(request, response, origins)) return;
    if (target.kind === "refuse") {
      if (target.allow) response.setHeader("Allow", target.allow);
      void runInRequest(context, () => refuse({ request, response }, { error: refusal(target.reason), id }));
      return;
    }
    request.url = target.url;
    const { isMachine } = target;
    if (!isMachine) preparePage(request, response, context);
    negotiateMarkdown(request, response);
    void runInRequest(context, () => serve({ request, response }, { id, address, isMachine }));
  };

  const serve = async (
    { request, response }: Exchange,
    { id, address, isMachine }: { id: string; address: string; isMachine: boolean },
  ) => {
    const path = request.url?.split("?")[0] ?? "";
    const found = routes.find(request.method ?? "", path);
    const isPage = !(found || isMachine || isFile(path));
    const answer = async () => {
      if (found?.handle) await sendAnswer(response, await found.handle(await toRequest(request, response)));
      else await handler(request, response);
    };
    // The framework's own routes render nothing; one of them is a stream of events.
    const isCheap = watchedRoutes.test(path) || isFile(path) || found?.handle === null;
    const isFree = isCheap || (!isPage && hasKey(request));
    try {
      await (isFree ? answer() : limit({ address, isPage, response }, answer));
    } catch (error) {
      await refuse({ request, response }, { error, id, isPage });
    }
  };

  server.on("connection", (socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node's way to close after a response. Half closed while a body arrives: a reset may overtake the response
    // (RFC 9112, 9.6).
    socket.destroySoon = () => {
      const last = latest.get(socket);
      if (last && isArriving(last.request)) socket.end();
      else destroySoon();
    };
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // The connection was half closed after its last response, so this request cannot be answered.
    if (request.socket.writableEnded) return;
    const previous = latest.get(request.socket)?.response;
    latest.set(request.socket, { request, response });
    // Pipelined requests run one after another, as behind a proxy: together, one connection would occupy the process.
    if (!previous || previous.closed) begin(request, response);
    else previous.once("close", () => response.destroyed || begin(request, response));
  });
  server.on("dropRequest", (_request, socket: Socket) => {
    const last = latest.get(socket)?.response;
    if (!last || last.closed) socket.destroySoon();
    else last.once("close", () => socket.destroySoon());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) =>
    answerUnreadable(error, socket, () => closeAfterAnswer(socket, latest.get(socket))),
  );
  return server;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Static files, for which nothing is rendered. */
const isFile = (path: string) => /^\/(_next\/static|samples|examples)\//.test(path);

/** Sends an error that happened outside of a handler. */
async function refuse(
  { request, response }: Exchange,
  { error, id, isPage = false }: { error: unknown; id: string; isPage?: boolean },
): Promise<void> {
  if (!(error instanceof ApiError) && !response.destroyed)
    log.error({ id, err: error }, "a request failed outside of its handler");
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const headers = { "X-Request-Id": id, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  const refused = errorResponse(error, new Headers(headers));
  await sendAnswer(response, isPage ? asBusyPage(request, refused) : refused);
}

/**
 * Lets a response that does not depend on unread bytes end, then closes its connection; false if there is none. Nothing
 * may be written into a response.
 */
function closeAfterAnswer(socket: Socket, latest: Exchange | undefined): boolean {
  if (!latest || latest.response.closed) return false;
  const { request, response } = latest;
  if (request.complete) response.once("close", () => socket.destroySoon());
  else if (response.headersSent) socket.destroySoon();
  else return false;
  return true;
}

/** Whether the body of a request is still on its way. */
const isArriving = ({ complete, headers }: IncomingMessage) =>
  !complete && ("content-length" in headers || "transfer-encoding" in headers);

/** After the response, the rest of a body is read only so that its sender receives the response. */
const restLimit = { bytes: 16 * 1024 * 1024, ms: 10_000 };

function endBody(request: IncomingMessage): void {
  if (!isArriving(request)) return;
  const { socket } = request;
  const mostBytes = socket.bytesRead + restLimit.bytes;
  const untilMs = performance.now() + restLimit.ms;
  request.once("end", () => socket.writableEnded && socket.destroy()).resume();
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > mostBytes || performance.now() > untilMs) socket.destroy();
  }, 100).unref();
}
