import { BodyError, readBody } from "../platform/body.ts";
import { invalidRequest } from "./errors.ts";

/** Parameters nested as in Stripe's form encoding: `a[b]=c` is an object, `a[0]=c` and `a[]=c` are lists. */
export type Params = { [key: string]: Param };
export type Param = string | Params | Param[];

const maxDepth = 10;

/** The text of a form body. Throws Stripe's `invalid_request_error` if it is too large or truncated. */
export async function readFormText(request: Request, maxBytes: number): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(request, maxBytes));
  } catch (error) {
    throw error instanceof BodyError ? invalidRequest(error.message) : error;
  }
}

export function parseForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/([^[\]]+)|\[\]/g)].map((match) => match[1] ?? "");
    if (keys.length === 0 || keys.length > maxDepth) throw invalidRequest(`Invalid parameter name: ${name}`);
    put(root, keys, value);
  }
  return listify(root) as Params;
}

function put(root: Params, keys: string[], value: string): void {
  let at = root;
  for (const [index, given] of keys.entries()) {
    const key = given === "" ? String(Object.keys(at).length) : given;
    if (key === "__proto__") throw invalidRequest("Invalid parameter name: __proto__");
    if (index === keys.length - 1) {
      at[key] = value;
      return;
    }
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (next !== undefined && typeof next !== "object") throw invalidRequest(`Invalid nesting at ${key}`);
    const child: Params = (next as Params | undefined) ?? {};
    at[key] = child;
    at = child;
  }
}

function listify(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index));
  if (isList) return keys.map((key) => listify(value[key] ?? ""));
  return Object.fromEntries(keys.map((key) => [key, listify(value[key] ?? "")]));
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${name}`, name);
  return value;
}

export function requireText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, name, "parameter_missing");
  }
  return value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, name, "parameter_invalid_integer");
  }
  return Number(value);
}

export function nested(params: Params, name: string): Params | undefined {
  const value = params[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "object" || Array.isArray(value))
    throw invalidRequest(`Invalid object: ${name}`, name);
  return value;
}

export function items(params: Params, name: string): Params[] {
  const value = params[name];
  if (value === undefined || value === "") return [];
  const isList =
    Array.isArray(value) && value.every((item) => typeof item === "object" && !Array.isArray(item));
  if (!isList) throw invalidRequest(`Invalid array: ${name}`, name);
  return value as Params[];
}

export function texts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined || value === "") return undefined;
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string")) {
    throw invalidRequest(`Invalid array: ${name}`, name);
  }
  return value as string[];
}

export function metadata(params: Params): Record<string, string> {
  const given = nested(params, "metadata") ?? {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
