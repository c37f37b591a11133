import { parseArgs } from "node:util";
import { type Account, getAccount } from "#lib/accounts/state.ts";

type Values = Record<string, string | boolean | undefined>;

/** `--name value` options, and `--json`. Throws an Error that names an unknown option. */
export function readOptions(args: string[], names: string[]): Values {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  return parseArgs({ args, options: { ...options, json: { type: "boolean" } }, strict: true })
    .values as Values;
}

export function requireText(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== "string" || value === "") throw new Error(`--${name} is missing`);
  return value;
}

export function getText(values: Values, name: string): string | undefined {
  return typeof values[name] === "string" ? values[name] : undefined;
}

/** A whole number of credits, or undefined when the option is absent. */
export function getCount(values: Values, name: string): number | undefined {
  const text = getText(values, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0 || count > 1_000_000_000) {
    throw new Error(`--${name} must be a whole number from 0 to 1000000000, not ${text}`);
  }
  return count;
}

export function getOneOf<T extends string>(
  values: Values,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = getText(values, name);
  if (text === undefined) return undefined;
  const found = allowed.find((value) => value === text);
  if (!found) throw new Error(`--${name} must be one of ${allowed.join(", ")}, not ${text}`);
  return found;
}

export async function requireAccount(values: Values): Promise<Account> {
  const email = requireText(values, "email");
  const account = await getAccount(email);
  if (!account) throw new Error(`No account has the address ${email}`);
  return account;
}
