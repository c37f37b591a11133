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

/** Handlers of operations that the app has loaded, by method and path template. */
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

/** Each operation does so when the framework loads its route: the first call of a route is the framework's. */
export function registerHandler({ method, path }: { method: string; path: string }, handler: Handler): void {
  loaded().set(`${method} ${path}`, handler);
}

/**
 * The handler for a request, bound to the parameters in its path; null where the framework has to find it: before the
 * route was loaded, for any address that is not exactly an operation's, and in development, where routes change.
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
