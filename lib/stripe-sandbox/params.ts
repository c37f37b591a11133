import { invalidRequest } from "./errors.ts";

/** Parameters as Stripe encodes them: nested ones have names like `items[0][price]`. */
export type Params = URLSearchParams;

export const text = (params: Params, name: string) => params.get(name) || undefined;

export function requireText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalidRequest(`Missing required param: ${name}.`, name);
  return value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value !== undefined && !/^-?\d{1,15}$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, name);
  return value === undefined ? undefined : Number(value);
}

/** The fields directly under a name: the values of a list, or the entries of metadata. */
export function entries(params: Params, name: string): Record<string, string> {
  const found = [...params].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(found.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

export function texts(params: Params, name: string): string[] | undefined {
  const values = Object.values(entries(params, name));
  return values.length > 0 ? values : undefined;
}
