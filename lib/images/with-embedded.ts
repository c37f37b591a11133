import { hasEmbeddedPictures } from "./embedded/folder.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import type { AssetReference, HostedAsset, ImageHost } from "./host.ts";

/**
 * The configured image host, which also finds the pictures that the embedded host stored before it was configured.
 * New pictures and transformations are made only at the configured one.
 */
export function withEmbedded(configured: ImageHost): ImageHost {
  /** Asks the host of the reference; for a public id alone, the configured host and then the embedded one. */
  async function ask<Result>(
    { isEmbedded }: AssetReference,
    question: (host: ImageHost) => Promise<Result | null>,
    fromEmbedded: (found: Result) => Result = (found) => found,
  ): Promise<Result | null> {
    const found = isEmbedded ? null : await question(configured);
    if (found !== null || !hasEmbeddedPictures()) return found;
    const earlier = await question(embeddedImageHost());
    return earlier === null ? null : fromEmbedded(earlier);
  }

  return {
    asksQuota: configured.asksQuota,
    makesCutoutsHere: configured.makesCutoutsHere,
    deliveryPrefix: configured.deliveryPrefix,
    signUpload: (folder) => configured.signUpload(folder),
    upload: (bytes, options) => configured.upload(bytes, options),
    requireRoom: () => configured.requireRoom(),
    sweep: () => configured.sweep(),
    parse(url) {
      const reference = configured.parse(url);
      if (reference || !hasEmbeddedPictures()) return reference;
      const embedded = embeddedImageHost().parse(url);
      return embedded && { ...embedded, isEmbedded: true };
    },
    find: (reference, signal) =>
      ask<HostedAsset>(
        reference,
        (host) => host.find(reference, signal),
        (asset) => ({ ...asset, isEmbedded: true }),
      ),
    read: (reference, signal) => ask(reference, (host) => host.read(reference, signal)),
    locate: (reference, options) => ask(reference, (host) => host.locate(reference, options)),
    makeCutout: (asset, options) => configured.makeCutout(asset, options),
    /** A public id does not tell the host. */
    async destroy(publicId: string, signal?: AbortSignal) {
      await configured.destroy(publicId, signal);
      if (hasEmbeddedPictures()) await embeddedImageHost().destroy(publicId);
    },
  };
}
