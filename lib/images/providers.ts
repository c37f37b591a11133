import { env } from "../platform/env.ts";
import { readCloudinaryUrl } from "./cloudinary/account.ts";
import { deliveryPrefixes, sharedPrefixes } from "./cloudinary/delivery.ts";
import { cloudinaryHost } from "./cloudinary/host.ts";
import { PublicCloudinary } from "./cloudinary/public.ts";
import type { ImageHost } from "./host.ts";

/** What can be done at an account that new pictures do not go to any more; without credentials nothing is deleted. */
export type FormerHost = Pick<ImageHost, "parse" | "find" | "read" | "locate"> &
  Partial<Pick<ImageHost, "destroy">>;

/** A service that hosts pictures, with an account that a setting describes. */
interface Provider {
  /** Begins the names of its accounts in rows: `cloudinary:demo`. */
  name: string;
  /** The environment variable of accounts before the present one, as errors name it. */
  formerSetting: string;
  /** The setting of the account that new pictures go to, if any, and those of accounts before it. */
  settings(): { present: string | undefined; former: readonly string[] };
  accountName(setting: string): string;
  /** What the delivery URLs of an account begin with; its own first. */
  prefixes(setting: string): string[];
  connect(setting: string): ImageHost;
  /** Where the pictures of an account are that no setting describes, as far as its name shows. */
  usualPrefix(accountName: string): string | undefined;
  /** An account without credentials: what it delivers to everybody. */
  connectPublic(prefix: string): FormerHost;
}

/** To add one: a folder beside `cloudinary`, an entry here, its settings in `platform/env.ts`. */
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

/** An account that a setting describes. */
export interface ConfiguredAccount {
  /** As rows name it. */
  account: string;
  setting: string;
  provider: Provider;
}

function toAccount(provider: Provider, setting: string): ConfiguredAccount {
  return { account: `${provider.name}:${provider.accountName(setting)}`, setting, provider };
}

/** The account that new pictures go to; null where that is the embedded host. */
export function getPresentAccount(): ConfiguredAccount | null {
  for (const provider of providers) {
    const { present } = provider.settings();
    if (present) return toAccount(provider, present);
  }
  return null;
}

/** Accounts before the present one that the operator gave the settings of. */
export function listFormerAccounts(): ConfiguredAccount[] {
  return providers.flatMap((provider) =>
    provider.settings().former.map((setting) => toAccount(provider, setting)),
  );
}

export function providerOf(account: string): Provider | undefined {
  return providers.find(({ name }) => account.startsWith(`${name}:`));
}
