import { env } from "../platform/env.ts";
import { readCloudinaryUrl } from "./cloudinary/account.ts";
import { deliveryPrefixes, sharedPrefixes } from "./cloudinary/delivery.ts";
import { cloudinaryHost } from "./cloudinary/host.ts";
import { basePath, cloudName } from "./embedded/address.ts";
import type { ImageHost } from "./host.ts";

/** A service that hosts pictures in an account configured by a setting. */
interface Provider {
  /** Prefix of its accounts' names in rows: `cloudinary:demo`. */
  name: string;
  /** The setting of the account, if any. */
  setting(): string | undefined;
  accountName(setting: string): string;
  /** Prefixes of an account's delivery URLs; the one of the setting first. */
  prefixes(setting: string): string[];
  connect(setting: string): ImageHost;
  /** The prefix of an account without a setting, as far as its name implies it. */
  usualPrefix(accountName: string): string | undefined;
}

/** To add a provider: a folder beside `cloudinary`, an entry here, its settings in `platform/env.ts`. */
export const providers: readonly Provider[] = [
  {
    name: "cloudinary",
    setting: () => env().CLOUDINARY_URL,
    accountName: (url) => readCloudinaryUrl(url).cloudName,
    prefixes: (url) => deliveryPrefixes(readCloudinaryUrl(url)),
    connect: cloudinaryHost,
    usualPrefix: (name) => sharedPrefixes(name)[0],
  },
];

/** The account of a provider, when one is configured. */
interface ConfiguredAccount {
  /** The account's name in rows. */
  account: string;
  setting: string;
  provider: Provider;
}

/** The account for new pictures; null when the embedded host stores them. */
export function getPresentAccount(): ConfiguredAccount | null {
  for (const provider of providers) {
    const setting = provider.setting();
    if (setting) return { account: `${provider.name}:${provider.accountName(setting)}`, setting, provider };
  }
  return null;
}

export const embeddedAccount = `embedded:${cloudName}`;

/** An address from which pictures of this service are delivered. */
export interface DeliveryAddress {
  /** Host and account in the notation of references: `embedded:embedded`, `cloudinary:demo`. */
  account: string;
  /** The part before `image/upload/` of a delivery URL. */
  prefix: string;
}

let listed: { of: readonly unknown[]; list: readonly DeliveryAddress[] } | undefined;

/** Every address; the first one of an account is used. Returns the same array until a setting changes. */
export function listAddresses(): readonly DeliveryAddress[] {
  const of = [env().BASE_URL, ...providers.map((provider) => provider.setting())];
  if (listed && of.every((value, index) => value === listed?.of[index])) return listed.list;
  const configured = getPresentAccount();
  const prefixes = configured?.provider.prefixes(configured.setting) ?? [];
  const list = [
    { account: embeddedAccount, prefix: `${env().BASE_URL}${basePath}/${cloudName}/` },
    ...prefixes.map((prefix) => ({ account: configured?.account ?? "", prefix })),
  ];
  listed = { of, list };
  return list;
}

/** The part before `image/upload/` in the URLs of an account's pictures. */
export function prefixOf(account: string): string {
  const known = listAddresses().find((address) => address.account === account);
  const provider = providers.find(({ name }) => account.startsWith(`${name}:`));
  return known?.prefix ?? provider?.usualPrefix(account.slice(account.indexOf(":") + 1)) ?? "";
}
