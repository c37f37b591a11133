import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { baseHeaders, errorResponse } from "./response.ts";

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type Handler = (request: Request, context?: RouteContext) => Promise<Response>;
type Params = Awaited<RouteContext["params"]>;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** The exports of a route module. HEAD and OPTIONS are derived if they are absent; `ALL` handles every method. */
type Handlers = Partial<Record<(typeof methods)[number] | "ALL", Handler>>;

/** `[[...rest]]`, `[...rest]` or a segment with one `[name]`, as in the framework's folders. */
const rest = /^\[?\[\.\.\.(\w+)\]\]?$/;
const variable = /\[(\w+)\]/;

interface Route {
  /** The folder of its module below `app`, without groups: `/api/v1/generations/[id]`. */
  template: string;
  segments: readonly Segment[];
  /** Null: the framework serves it. */
  handlers: Handlers | null;
}

/** Matches one segment, or all that remain (`rest`). */
interface Segment {
  text: string;
  name: string | null;
  pattern: RegExp | null;
  rest: "none" | "some" | "any";
}

export interface Found {
  /** Null: the framework serves the path. */
  handle: ((request: Request) => Promise<Response>) | null;
}

/**
 * The routes of this process by method and path, complete before the server listens. Routes with fixed segments
 * precede those with variable ones. A second route for the same path is an error.
 */
export class RouteTable {
  readonly #fixed = new Map<string, Route>();
  readonly #variable: Route[] = [];
  readonly #shapes = new Map<string, string>();

  /** `handlers` null: the framework serves the path. Throws if there is a route for the path. */
  add(template: string, handlers: Handlers | null): void {
    const segments = split(template).map(readSegment);
    // Names of variables do not distinguish paths.
    const shape = template.replaceAll(/\w+(?=\])/g, "");
    const known = this.#shapes.get(shape);
    if (known !== undefined) throw new Error(`two routes serve the same path: ${known} and ${template}`);
    this.#shapes.set(shape, template);
    const route = { template, segments, handlers };
    if (segments.every(({ pattern }) => pattern === null)) this.#fixed.set(template, route);
    else {
      this.#variable.push(route);
      this.#variable.sort((a, b) => compare(a.segments, b.segments));
    }
  }

  /** Null if no route matches. A method that the route does not have is refused with 405. */
  find(method: string, requestPath: string): Found | null {
    const trimmed =
      requestPath.length > 1 && requestPath.endsWith("/") ? requestPath.slice(0, -1) : requestPath;
    const fixed = this.#fixed.get(trimmed);
    if (fixed) return bind(fixed, method, {});
    const parts = split(trimmed);
    for (const route of this.#variable) {
      const params = match(route.segments, parts);
      if (params) return bind(route, method, params);
    }
    return null;
  }
}

function bind({ handlers }: Route, method: string, params: Params): Found {
  if (handlers === null) return { handle: null };
  const handler = handlers.ALL ?? handlers[methods.find((one) => one === method) ?? "ALL"];
  const context = { params: Promise.resolve(params) };
  if (handler) return { handle: (request) => handler(request, context) };
  const { GET: get } = handlers;
  const allowed = methods.filter((one) => handlers[one] || one === "OPTIONS" || (one === "HEAD" && get));
  if (method === "OPTIONS") return { handle: async (request) => answerOptions(request, allowed) };
  if (method === "HEAD" && get)
    return { handle: async (request) => withoutBody(await get(request, context)) };
  return { handle: async (request) => refuseMethod(request, { method, allowed }) };
}

function withoutBody({ status, headers, body }: Response): Response {
  void body?.cancel();
  return new Response(null, { status, headers });
}

/** A 405 that names the methods of the path. `method` may be one that a `Request` cannot have. */
function refuseMethod(
  request: Request,
  { method, allowed }: { method: string; allowed: readonly string[] },
): Response {
  const allow = allowed.join(", ");
  const headers = baseHeaders(request);
  headers.set("Allow", allow);
  return errorResponse(refusal(because("method_unknown", { method, methods: allow })), headers);
}

/** Names the methods of a path. */
function answerOptions(request: Request, allowed: readonly string[]): Response {
  const headers = baseHeaders(request);
  headers.set("Allow", allowed.join(", "));
  return new Response(null, { status: 204, headers });
}

const split = (template: string) => template.split("/").filter((part) => part !== "");

function readSegment(text: string): Segment {
  const more = rest.exec(text)?.[1];
  if (more !== undefined) {
    return { text, name: more, pattern: /^/, rest: text.startsWith("[[") ? "any" : "some" };
  }
  const name = variable.exec(text)?.[1] ?? null;
  if (name === null) return { text, name, pattern: null, rest: "none" };
  const [before = "", after = ""] = text.split(variable.exec(text)?.[0] ?? "").map(RegExp.escape);
  return { text, name, pattern: new RegExp(`^${before}(.+)${after}$`), rest: "none" };
}

/** Fixed segments first, then variable ones, then those that take everything that remains. */
function compare(a: readonly Segment[], b: readonly Segment[]): number {
  const rankOf = (segment: Segment | undefined) =>
    segment === undefined ? 0 : segment.pattern === null ? 1 : { none: 2, some: 3, any: 4 }[segment.rest];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = rankOf(a[at]) - rankOf(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function match(segments: readonly Segment[], parts: readonly string[]): Params | null {
  const params: Params = {};
  for (const [at, segment] of segments.entries()) {
    const part = parts[at];
    if (segment.rest !== "none") {
      const remaining = parts.slice(at).map(decodeURIComponent);
      if (remaining.length === 0 && segment.rest === "some") return null;
      return { ...params, [segment.name ?? ""]: remaining };
    }
    if (part === undefined) return null;
    if (segment.pattern === null) {
      if (segment.text !== part) return null;
      continue;
    }
    const value = segment.pattern.exec(decodeURIComponent(part))?.[1];
    if (value === undefined) return null;
    params[segment.name ?? ""] = value;
  }
  return segments.length === parts.length ? params : null;
}

/**
 * The table of all route modules below `folder`: Node loads each `route.ts`, so that a module of `lib` exists once in
 * the process; each `route.tsx` is the framework's. With a `seed` the modules are loaded in a random order, for tests.
 */
export async function loadRoutes(
  folder: string,
  { seed }: { seed?: string | undefined } = {},
): Promise<RouteTable> {
  // A pattern matches a hidden folder only by its name.
  const patterns = ["**/route.{ts,tsx}", ".well-known/**/route.{ts,tsx}"];
  const files = globSync(patterns, { cwd: folder }).sort();
  const base = pathToFileURL(`${folder}/`);
  const table = new RouteTable();
  const placeOf = (file: string) => createHash("sha256").update(`${seed} ${file}`).digest("hex");
  const order = seed === undefined ? files : files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  for (const file of order) {
    const served = `/${split(path.dirname(file))
      .filter((part) => !/^\(.*\)$/.test(part))
      .join("/")}`;
    const module = file.endsWith(".ts") ? await import(new URL(file, base).href) : null;
    table.add(served, module && pick(module));
  }
  return table;
}

function pick(module: Record<string, unknown>): Handlers {
  const found = [...methods, "ALL"].flatMap((method) => {
    const handler = module[method];
    return typeof handler === "function" ? [[method, handler] as const] : [];
  });
  return Object.fromEntries(found);
}
