import { env } from "../platform/env.ts";
import { readCloudinaryUrl } from "./cloudinary/account.ts";
import { deliveryPrefixes, sharedPrefixes } from "./cloudinary/delivery.ts";
import { cloudinaryHost } from "./cloudinary/host.ts";
import { PublicCloudinary } from "./cloudinary/public.ts";
import type { ImageHost } from "./host.ts";

/** Operations at a former account; without its credentials, nothing can be deleted there. */
export type FormerHost = Pick<ImageHost, "parse" | "find" | "read" | "locate"> &
  Partial<Pick<ImageHost, "destroy">>;

/** A service that hosts pictures in an account configured by a setting. */
interface Provider {
  /** Prefix of its accounts' names in rows: `cloudinary:demo`. */
  name: string;
  /** The environment variable of former accounts, named in errors. */
  formerSetting: string;
  /** The setting of the account for new pictures, if any, and those of former accounts. */
  settings(): { present: string | undefined; former: readonly string[] };
  accountName(setting: string): string;
  /** Prefixes of an account's delivery URLs; the one of the setting first. */
  prefixes(setting: string): string[];
  connect(setting: string): ImageHost;
  /** The prefix of an account without a setting, as far as its name implies it. */
  usualPrefix(accountName: string): string | undefined;
  /** An account without credentials: its public deliveries. */
  connectPublic(prefix: string): FormerHost;
}

/** To add a provider: a folder beside `cloudinary`, an entry here, its settings in `platform/env.ts`. */
export const providers: readonly Provider[] = [
  {
    name: "cloudinary",
    formerSetting: "FORMER_CLOUDINARY_URLS",
    settings: () => ({ present: env().CLOUDINARY_URL, former: env().FORMER_CLOUDINARY_URLS }),
    accountName: (url) => readCloudinaryUrl(url).cloudName,
    prefixes: (url) => deliveryPrefixes(readCloudinaryUrl(url)),
    connect: cloudinaryHost,
    usualPrefix: (cloudName) => sharedPrefixes(cloudName)[0],
    connectPublic: (prefix) => new PublicCloudinary(prefix),
  },
];

/** An account with a setting. */
export interface ConfiguredAccount {
  /** The account's name in rows. */
  account: string;
  setting: string;
  provider: Provider;
}

function toAccount(provider: Provider, setting: string): ConfiguredAccount {
  return { account: `${provider.name}:${provider.accountName(setting)}`, setting, provider };
}

/** The account for new pictures; null when the embedded host stores them. */
export function getPresentAccount(): ConfiguredAccount | null {
  for (const provider of providers) {
    const { present } = provider.settings();
    if (present) return toAccount(provider, present);
  }
  return null;
}

/** Former accounts whose settings the operator provided. */
export function listFormerAccounts(): ConfiguredAccount[] {
  return providers.flatMap((provider) =>
    provider.settings().former.map((setting) => toAccount(provider, setting)),
  );
}

export function providerOf(account: string): Provider | undefined {
  return providers.find(({ name }) => account.startsWith(`${name}:`));
}
