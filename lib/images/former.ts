import { log } from "../platform/log.ts";
import { embeddedAccount, listAddresses, prefixOf, presentAccount } from "./addresses.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import { hasEmbeddedPictures } from "./embedded/own-pictures.ts";
import { type AssetReference, type HostedAsset, type ImageHost, ImageHostError } from "./host.ts";
import { type FormerHost, listFormerAccounts, providerOf } from "./providers.ts";
import { findOwn } from "./reference.ts";

/**
 * The image host of this installation, which also finds pictures of former accounts: the embedded host before
 * Cloudinary, or another Cloudinary account. New pictures and transformations are made only at the present one.
 */
export function withFormerHosts(present: ImageHost): ImageHost {
  return new HostWithFormer(present);
}

class HostWithFormer implements ImageHost {
  readonly #present: ImageHost;
  readonly #former = new Map<string, FormerHost>();
  /** Former accounts whose failed deletions were already logged. */
  readonly #reported = new Set<string>();

  constructor(present: ImageHost) {
    this.#present = present;
  }

  get asksQuota(): boolean {
    return this.#present.asksQuota;
  }

  get makesCutoutsHere(): boolean {
    return this.#present.makesCutoutsHere;
  }

  get deliveryPrefix(): string {
    return this.#present.deliveryPrefix;
  }

  signUpload(...args: Parameters<ImageHost["signUpload"]>) {
    return this.#present.signUpload(...args);
  }

  upload(...args: Parameters<ImageHost["upload"]>) {
    return this.#present.upload(...args);
  }

  requireRoom() {
    return this.#present.requireRoom();
  }

  sweep() {
    return this.#present.sweep();
  }

  parse(url: string): AssetReference | null {
    const direct = this.#present.parse(url);
    if (direct) return direct;
    const own = findOwn(url);
    if (!own) return null;
    const moved = `${prefixOf(own.account)}${own.path}`;
    if (own.account === presentAccount()) return this.#present.parse(moved);
    const reference = this.#hostOf(own.account)?.parse(moved);
    return reference ? { ...reference, account: own.account } : null;
  }

  find(reference: AssetReference, signal?: AbortSignal): Promise<HostedAsset | null> {
    return this.#ask(reference, async (host, account) => {
      const asset = await host.find(reference, signal);
      return asset && (account === null ? asset : { ...asset, account });
    });
  }

  read(reference: AssetReference, signal?: AbortSignal) {
    return this.#ask(reference, (host) => host.read(reference, signal));
  }

  locate(reference: AssetReference, options: Parameters<ImageHost["locate"]>[1]) {
    return this.#ask(reference, (host) => host.locate(reference, options));
  }

  makeCutout(asset: HostedAsset, options?: Parameters<ImageHost["makeCutout"]>[1]) {
    if (asset.account === undefined) return this.#present.makeCutout(asset, options);
    throw new Error(
      `the picture is at ${asset.account}: no view of it can be made at the present image host`,
    );
  }

  /** Deletes at every account, since a public id does not identify the account. */
  async destroy(publicId: string, signal?: AbortSignal): Promise<void> {
    await this.#present.destroy(publicId, signal);
    for (const account of formerAccounts()) {
      const host = this.#hostOf(account);
      if (!host) continue;
      if (!host.destroy) this.#reportOnce(account, `set ${formerSettingOf(account)} to delete them there`);
      else
        await host.destroy(publicId, signal).catch((error: unknown) => this.#ignoreRefusal(account, error));
    }
  }

  /** Queries the account of the reference; without one, the present account, then the former ones. */
  async #ask<Result>(
    { account: named }: AssetReference,
    ask: (host: FormerHost, account: string | null) => Promise<Result | null>,
  ): Promise<Result | null> {
    if (named !== undefined) {
      const host = this.#hostOf(named);
      return host ? ask(host, named) : null;
    }
    const found = await ask(this.#present, null);
    if (found !== null) return found;
    for (const account of formerAccounts()) {
      const host = this.#hostOf(account);
      // A former account that refuses counts as not having the picture; an unavailable one may have it.
      const there = host && (await ask(host, account).catch((error: unknown) => nullIfRefused(error)));
      if (there) return there;
    }
    return null;
  }

  #hostOf(account: string): FormerHost | null {
    if (account === embeddedAccount) return hasEmbeddedPictures() ? embeddedImageHost() : null;
    const configured = listFormerAccounts().find((former) => former.account === account);
    const key = configured?.setting ?? prefixOf(account);
    const host =
      this.#former.get(key) ??
      configured?.provider.connect(key) ??
      providerOf(account)?.connectPublic(key) ??
      null;
    if (host) this.#former.set(key, host);
    return host;
  }

  #ignoreRefusal(account: string, error: unknown): void {
    nullIfRefused(error);
    this.#reportOnce(account, `its credentials in ${formerSettingOf(account)} are refused`, error);
  }

  #reportOnce(account: string, reason: string, err?: unknown): void {
    if (this.#reported.has(account)) return;
    this.#reported.add(account);
    log.warn({ account, err }, `deleted pictures may remain at the former image host: ${reason}`);
  }
}

/** Rethrows all errors except a host's permanent refusal. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ImageHostError && !error.retryable) return null;
  throw error;
}

function formerAccounts(): string[] {
  const present = presentAccount();
  return [...new Set(listAddresses().map(({ account }) => account))].filter((account) => account !== present);
}

function formerSettingOf(account: string): string {
  return providerOf(account)?.formerSetting ?? "its former settings";
}
