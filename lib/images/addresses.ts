import { db, sql } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { basePath, cloudName } from "./embedded/address.ts";
import { hasEmbeddedPictures } from "./embedded/own-pictures.ts";
import {
  type ConfiguredAccount,
  getPresentAccount,
  listFormerAccounts,
  providerOf,
  providers,
} from "./providers.ts";

/** A present or former address from which pictures of this service are delivered. */
export interface DeliveryAddress {
  /** Host and account in the notation of references: `embedded:embedded`, `cloudinary:demo`. */
  account: string;
  /** The part before `image/upload/` of a delivery URL. */
  prefix: string;
}

const refreshEveryMs = 10_000;

export const embeddedAccount = `embedded:${cloudName}`;

/** Addresses of earlier starts, from the database; empty until they are read. */
export const remembered = lazy((): { list: readonly DeliveryAddress[] } => ({ list: [] }));

/** The account that new pictures go to. */
export function presentAccount(): string {
  return getPresentAccount()?.account ?? embeddedAccount;
}

let listed: { of: readonly unknown[]; list: readonly DeliveryAddress[] } | undefined;

/**
 * Every known address; the first one of an account is the present one. Returns the same array until an address
 * changes.
 */
export function listAddresses(): readonly DeliveryAddress[] {
  const { BASE_URL, FORMER_BASE_URLS } = env();
  const settings = providers.map((provider) => provider.settings());
  const of = [
    BASE_URL,
    FORMER_BASE_URLS,
    remembered().list,
    ...settings.flatMap(({ present, former }) => [present, former]),
  ];
  if (listed && of.every((value, index) => value === listed?.of[index])) return listed.list;
  const list = [
    ...[BASE_URL, ...FORMER_BASE_URLS].map((base) => embeddedAddress(base)),
    ...[getPresentAccount(), ...listFormerAccounts()].flatMap((configured) =>
      configured ? addressesOf(configured) : [],
    ),
    ...remembered().list,
  ];
  listed = { of, list };
  return list;
}

/** The part before `image/upload/` in the URLs of an account's pictures. */
export function prefixOf(account: string): string {
  const known = listAddresses().find((address) => address.account === account);
  return known?.prefix ?? providerOf(account)?.usualPrefix(account.slice(account.indexOf(":") + 1)) ?? "";
}

/**
 * Stores the present addresses for later starts and reads those of earlier ones: after a change of BASE_URL or
 * CLOUDINARY_URL, URLs that callers have stored still identify the same pictures.
 */
export async function rememberAddresses(): Promise<void> {
  const configured = getPresentAccount();
  const present = [
    ...(!configured || hasEmbeddedPictures() ? [embeddedAddress(env().BASE_URL)] : []),
    ...(configured ? addressesOf(configured).slice(0, 1) : []),
  ];
  for (const { account, prefix } of present) {
    await db().$executeRaw(sql`
      INSERT INTO delivery_address (prefix, account) VALUES (${prefix}, ${account})
      ON CONFLICT (prefix) DO UPDATE SET account = EXCLUDED.account, seen_at = now()`);
  }
  await refreshAddresses();
}

/** Reads the stored addresses again: other processes may have started with another one. */
export async function refreshAddresses(): Promise<void> {
  const list = await db().deliveryAddress.findMany({
    select: { account: true, prefix: true },
    orderBy: [{ seenAt: "desc" }, { prefix: "asc" }],
  });
  if (JSON.stringify(list) !== JSON.stringify(remembered().list)) remembered().list = list;
}

const following = lazy(
  (): { timer?: NodeJS.Timeout } => ({}),
  ({ timer }) => clearInterval(timer),
);

/** Polls for addresses with which other processes have started. */
export function followAddresses(): void {
  clearInterval(following().timer);
  const refresh = () =>
    refreshAddresses().catch((error: unknown) => {
      if (!isUnavailable(error)) log.error({ err: error }, "the delivery addresses could not be read");
    });
  following().timer = setInterval(refresh, refreshEveryMs).unref();
}

function embeddedAddress(baseUrl: string): DeliveryAddress {
  return { account: embeddedAccount, prefix: `${baseUrl}${basePath}/${cloudName}/` };
}

/** The addresses of an account, the present one first. */
function addressesOf({ account, setting, provider }: ConfiguredAccount): DeliveryAddress[] {
  return provider.prefixes(setting).map((prefix) => ({ account, prefix }));
}
