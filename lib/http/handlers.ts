import { operations } from "../contract/operations.ts";
import { env } from "../platform/env.ts";
import { processSlot } from "../platform/process-slot.ts";

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type Handler = (request: Request, context?: RouteContext) => Promise<Response>;

type Params = Awaited<RouteContext["params"]>;

interface Template {
  path: string;
  pattern: RegExp;
  names: string[];
}

/** Handlers of operations loaded by the app, by method and path template. */
const loaded = processSlot("operation-handlers", () => new Map<string, Handler>());

const templates = [...new Set(Object.values(operations).map(({ path }) => path))].map(compile);
const fixed = new Map(templates.filter(({ names }) => names.length === 0).map((one) => [one.path, one]));
const variable = templates.filter(({ names }) => names.length > 0);

function compile(path: string): Template {
  const names: string[] = [];
  const source = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return "([\\w.~-]+)";
  });
  return { path, pattern: new RegExp(`^${source}$`), names };
}

/** Called when the framework loads an operation's route, so each route's first request goes to the framework. */
export function registerHandler({ method, path }: { method: string; path: string }, handler: Handler): void {
  loaded().set(`${method} ${path}`, handler);
}

/**
 * The handler for a request, bound to its path parameters; null if the framework must find it: before the route is
 * loaded, for paths that do not match an operation exactly, and in development, where routes change.
 */
export function findHandler(method: string, path: string): ((request: Request) => Promise<Response>) | null {
  if (env().NODE_ENV === "development") return null;
  const template = fixed.get(path) ?? variable.find(({ pattern }) => pattern.test(path));
  const handler = template && loaded().get(`${method} ${template.path}`);
  if (!handler) return null;
  const values = template.pattern.exec(path) ?? [];
  const params: Params = Object.fromEntries(template.names.map((name, index) => [name, values[index + 1]]));
  return (request) => handler(request, { params: Promise.resolve(params) });
}
