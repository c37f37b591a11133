import { joinByKey } from "#lib/platform/concurrency.ts";
import { requireDiskSpace } from "#lib/platform/disk.ts";
import { env } from "#lib/platform/env.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { secret, sharedSecrets } from "#lib/platform/secrets.ts";
import { safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { imageServices } from "../services.ts";
import { basePath, cloudName } from "./address.ts";
import type { InFlight, MakeCutout } from "./derived.ts";
import { imageFiles } from "./folder.ts";
import { type EmbeddedAccount, EmbeddedImageHost } from "./host.ts";

const inFlight: InFlight = joinByKey();

const current = lazy((): { host?: EmbeddedImageHost } => ({}));

function credentialsOf(keySecret: string, apiSecret: string) {
  const apiKey = BigInt(`0x${keySecret.slice(0, 16)}`)
    .toString()
    .padStart(15, "0")
    .slice(0, 15);
  return { apiKey, apiSecret };
}

/** Machines that share a bucket must sign with the same secrets. */
function readAccount(): EmbeddedAccount {
  const isShared = env().STORAGE_URL !== undefined;
  const secretsOf = (name: string) => (isShared ? sharedSecrets(name) : ([secret(name)] as const));
  const [apiKey, ...formerKeys] = secretsOf("image-host-api-key");
  const [apiSecret, ...formerSecrets] = secretsOf("image-host-api-secret");
  const former = formerKeys.map((key, index) => credentialsOf(key, formerSecrets[index] ?? ""));
  return { cloudName, ...credentialsOf(apiKey, apiSecret), former };
}

/**
 * The embedded image host of this installation: files under DATA_DIR/images or in the bucket, URLs under BASE_URL.
 */
export function embeddedImageHost(): EmbeddedImageHost {
  const baseUrl = env().BASE_URL + basePath;
  const files = imageFiles();
  const { host } = current();
  if (host?.baseUrl === baseUrl && host.store.files === files) return host;
  const made = new EmbeddedImageHost({
    files,
    baseUrl,
    account: readAccount(),
    isRedirecting: env().DELIVERY === "redirect",
    inFlight,
    guard: {
      requireRoom: requireDiskSpace,
      admit: (...upload) => imageServices().quota.admit(...upload),
      forget: (publicId) => imageServices().quota.forget(publicId),
      hasDependentWork: (publicId) => imageServices().quota.hasDependentWork(publicId),
    },
    makeCutout,
    fetchImageTo: (file, url, controls) =>
      safeFetcher.fetchImageTo(file, url, { maxBytes: maxUploadBytes(), ...controls }),
  });
  current().host = made;
  return made;
}

const makeCutout: MakeCutout = async (image, target, { onBox, ...options }) => {
  const box = await imageServices().pixels.cutOut({ image, target }, options);
  onBox?.(box);
};
