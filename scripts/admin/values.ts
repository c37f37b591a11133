import { type Account, getAccount } from "#lib/accounts/state.ts";
import { getText, type Values } from "./usage.ts";

export { getText, type Values };

export async function requireAccount(values: Values): Promise<Account> {
  const email = requireText(values, "email");
  const account = await getAccount(email);
  if (!account) throw new Error(`No account has the address ${email}`);
  return account;
}

/** A command that acts on an account and prints a sentence, which follows the account's address. */
export function onAccount(act: (account: Account, values: Values) => Promise<string>) {
  return async (values: Values): Promise<void> => {
    const account = await requireAccount(values);
    console.log(`${account.email} ${await act(account, values)}`);
  };
}

export function requireText(values: Values, name: string): string {
  const value = getText(values, name);
  if (!value) throw new Error(`--${name} is missing`);
  return value;
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time as an ISO date or an age such as 30m, 2h or 7d; undefined if the option is absent. */
export function getDate(values: Values, name: string): Date | undefined {
  const text = getText(values, name);
  if (text === undefined) return undefined;
  const [, count, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const date = new Date(count === undefined ? text : Date.now() - Number(count) * (unitMs[unit] ?? 0));
  if (Number.isNaN(date.getTime()))
    throw new Error(`--${name} must be an ISO date or an age such as 30m, 2h or 7d, not ${text}`);
  return date;
}

/** Reads an integer number of credits; 0 if the option is absent. */
export function getCount(values: Values, name: string): number {
  const text = getText(values, name) ?? "0";
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
  const found = allowed.find((value) => value === text);
  if (text !== undefined && !found)
    throw new Error(`--${name} must be one of ${allowed.join(", ")}, not ${text}`);
  return found;
}
