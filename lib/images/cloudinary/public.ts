import { type AssetReference, type HostedAsset, ImageHostError, type ReadOptions } from "../host.ts";
import { inspectImage } from "../inspect.ts";
import { UnreadableImageError } from "../picture.ts";
import { pollDelivery, readLimited } from "./delivery.ts";
import { buildDeliveryPath, deliveryMarker, parseDeliveryPath } from "./delivery-url.ts";

/**
 * A Cloudinary account without its secret: only its public deliveries can be read. `prefix` is the part before
 * `image/upload/` in its delivery URLs.
 */
export class PublicCloudinary {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  parse(url: string): AssetReference | null {
    const start = `${this.#prefix}${deliveryMarker}`;
    const delivery = url.startsWith(start) ? parseDeliveryPath(url.slice(start.length)) : null;
    if (!delivery) return null;
    // Signatures cannot be verified without the secret.
    const { publicId, version, format, transformation } = delivery;
    return { publicId, version, format, transformation };
  }

  /** Reads the whole picture, since no public API returns its size. */
  async find(reference: AssetReference, signal?: AbortSignal): Promise<HostedAsset | null> {
    const original = { ...reference, transformation: "" };
    const bytes = await this.read(original, signal);
    if (!bytes) return null;
    const { publicId, version } = reference;
    try {
      const { format, width, height } = await inspectImage(bytes, { signal });
      const url = this.#urlOf(original);
      return { publicId, version: version ?? 1, format, width, height, sizeBytes: bytes.byteLength, url };
    } catch (error) {
      if (!(error instanceof UnreadableImageError)) throw error;
      throw new ImageHostError("the former image host delivers no usable picture", {
        retryable: false,
        cause: error,
      });
    }
  }

  read(reference: AssetReference, signal?: AbortSignal): Promise<Uint8Array | null> {
    return pollDelivery(this.#urlOf(reference), {
      purpose: "reading an image",
      signal,
      receive: readLimited,
    });
  }

  locate(reference: AssetReference, { signal }: ReadOptions): Promise<Uint8Array | null> {
    return this.read(reference, signal);
  }

  #urlOf({ version, ...reference }: AssetReference): string {
    // `v1` names the present version.
    return `${this.#prefix}${deliveryMarker}${buildDeliveryPath({ ...reference, version: version ?? 1 })}`;
  }
}
