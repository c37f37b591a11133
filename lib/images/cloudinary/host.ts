import { FormData } from "undici";
import { z } from "zod";
import { randomBase62 } from "#lib/platform/ids.ts";
import {
  type AssetReference,
  type CutoutOptions,
  type HostedAsset,
  type ImageHost,
  ImageHostError,
  type ReadOptions,
  type SignedUpload,
  type UploadOptions,
} from "../host.ts";
import { type CloudinaryAccount, readCloudinaryUrl } from "./account.ts";
import {
  cutoutTimeoutMs,
  deliveryPrefix,
  deliveryPrefixes,
  deliveryUrl,
  pollDelivery,
  readLimited,
  transferTimeoutMs,
} from "./delivery.ts";
import { cutoutTransformation, deliveryMarker, parseDeliveryPath } from "./delivery-url.ts";
import { type RequestPlan, refusal, requestWithRetries } from "./request.ts";
import { signParams, toReference } from "./signature.ts";

const callTimeoutMs = 15_000;

const resource = z.object({
  public_id: z.string().min(1),
  version: z.number().int(),
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});
const explicitAnswer = resource.extend({
  eager: z.array(z.object({ status: z.string().optional(), reason: z.string().optional() })).optional(),
});

type Params = Record<string, string>;

export function cloudinaryHost(cloudinaryUrl: string): ImageHost {
  return new CloudinaryHost(readCloudinaryUrl(cloudinaryUrl));
}

/**
 * The image host at Cloudinary. Its package builds the URLs, but requests are sent by this module, because the
 * package does not retry and its errors contain the secret.
 */
class CloudinaryHost implements ImageHost {
  readonly asksQuota = false;
  readonly makesCutoutsHere = false;
  readonly deliveryPrefix: string;
  readonly #account: CloudinaryAccount;

  constructor(account: CloudinaryAccount) {
    this.#account = account;
    this.deliveryPrefix = deliveryPrefix(account);
  }

  signUpload(folder: string): SignedUpload {
    return { url: this.#callUrl("upload"), fields: this.#sign({ folder }) };
  }

  async upload(bytes: Uint8Array, { folder, name, signal }: UploadOptions): Promise<HostedAsset> {
    // The name is chosen before the first attempt, so that a retry writes the same asset.
    const publicId = `${folder}/${name ?? randomBase62(20).toLowerCase()}`;
    const file = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const answer = await this.#call("upload", { public_id: publicId, overwrite: "true" }, { signal, file });
    if (!answer)
      throw new ImageHostError("Cloudinary answered 404 to upload", { retryable: false, status: 404 });
    return this.#describe(readAnswer(resource, answer));
  }

  parse(url: string): AssetReference | null {
    const given = URL.canParse(url) ? new URL(url) : null;
    if (!given || given.username || given.password || !/^https?:$/.test(given.protocol)) return null;
    const prefix = deliveryPrefixes(this.#account)
      .map((own) => new URL(`${own}${deliveryMarker}`))
      .find((own) => own.host === given.host && given.pathname.startsWith(own.pathname));
    if (!prefix) return null;
    const delivery = parseDeliveryPath(given.pathname.slice(prefix.pathname.length));
    return delivery && toReference(delivery, this.#account.apiSecret);
  }

  /** Uses `explicit` of the upload API: the admin API allows only 500 calls per hour. */
  async find(reference: AssetReference, signal?: AbortSignal): Promise<HostedAsset | null> {
    const answer = await this.#call(
      "explicit",
      { public_id: reference.publicId, type: "upload" },
      { signal },
    );
    return answer ? this.#describe(readAnswer(explicitAnswer, answer)) : null;
  }

  async read(reference: AssetReference, signal?: AbortSignal): Promise<Uint8Array | null> {
    return pollDelivery(deliveryUrl(this.#account, reference), {
      secret: this.#account.apiSecret,
      purpose: "reading an image",
      signal,
      receive: readLimited,
    });
  }

  locate(reference: AssetReference, { signal }: ReadOptions): Promise<Uint8Array | null> {
    return this.read(reference, signal);
  }

  async makeCutout(asset: HostedAsset, { signal, onSize }: CutoutOptions = {}): Promise<string> {
    const timeout = AbortSignal.timeout(cutoutTimeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await this.#makeCutoutInTime(asset, { signal: both, onSize });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!timeout.aborted) throw error;
      throw new ImageHostError("Cloudinary did not finish the background removal in time", {
        retryable: true,
        cause: error,
      });
    }
  }

  async #makeCutoutInTime(
    { publicId, version }: HostedAsset,
    { signal, onSize }: { signal: AbortSignal; onSize: CutoutOptions["onSize"] },
  ): Promise<string> {
    const params = { public_id: publicId, type: "upload", eager: cutoutTransformation };
    const answer = await this.#call("explicit", params, { signal, timeoutMs: cutoutTimeoutMs });
    if (!answer)
      throw new ImageHostError("the image is gone from Cloudinary", { retryable: false, status: 404 });
    const failed = readAnswer(explicitAnswer, answer).eager?.find(({ status }) => status === "failed");
    if (failed) {
      const reason = failed.reason?.slice(0, 300) ?? "no reason given";
      throw new ImageHostError(`Cloudinary could not remove the background: ${reason}`, { retryable: false });
    }
    const reference = { publicId, version, format: null, transformation: cutoutTransformation };
    const loads = await pollDelivery(deliveryUrl(this.#account, reference), {
      secret: this.#account.apiSecret,
      purpose: "the background removal",
      signal,
      receive: async (response) => {
        await response.body?.cancel();
        return { size: Number(response.headers.get("content-length")) };
      },
    });
    if (!loads) throw new ImageHostError("Cloudinary has no such image", { retryable: false, status: 404 });
    if (Number.isSafeInteger(loads.size) && loads.size > 0) onSize?.(loads.size);
    return deliveryUrl(this.#account, reference);
  }

  async destroy(publicId: string, signal?: AbortSignal): Promise<void> {
    await this.#call("destroy", { public_id: publicId, type: "upload", invalidate: "true" }, { signal });
  }

  async requireRoom(): Promise<void> {
    // Cloudinary enforces the account's own storage limit.
  }

  async sweep(): Promise<void> {
    // Cloudinary cleans up its own unfinished uploads.
  }

  /** Calls the upload API; null for a 404 response. */
  async #call(
    action: "upload" | "explicit" | "destroy",
    params: Params,
    { signal, file, timeoutMs }: { signal: AbortSignal | undefined; file?: Blob; timeoutMs?: number },
  ): Promise<unknown> {
    const plan: RequestPlan = {
      purpose: action,
      method: "POST",
      url: this.#callUrl(action),
      timeoutMs: timeoutMs ?? (file ? transferTimeoutMs : callTimeoutMs),
      signal,
      secret: this.#account.apiSecret,
      body: () => {
        const form = new FormData();
        for (const [name, value] of Object.entries(this.#sign(params))) form.set(name, value);
        if (file) form.set("file", file, "file");
        return form;
      },
    };
    return requestWithRetries(plan, async (response) => {
      if (response.status === 404) return null;
      // The derived image is still being made; a later request for it may succeed.
      if (response.status === 423) {
        throw new ImageHostError("Cloudinary is still processing the image", {
          retryable: true,
          status: 423,
        });
      }
      if (!response.ok) throw await refusal(response, plan);
      return response.json();
    });
  }

  #sign(params: Params): Params & { timestamp: string; signature: string; api_key: string } {
    const { apiKey, apiSecret, signatureAlgorithm } = this.#account;
    const signed = { ...params, timestamp: String(Math.floor(Date.now() / 1000)) };
    const signature = signParams(signed, apiSecret, { algorithm: signatureAlgorithm });
    return { ...signed, signature, api_key: apiKey };
  }

  #callUrl(action: string): string {
    return `${this.#account.uploadPrefix}/v1_1/${this.#account.cloudName}/image/${action}`;
  }

  #describe(asset: z.output<typeof resource>): HostedAsset {
    const { public_id: publicId, version, format, width, height, bytes: sizeBytes } = asset;
    const url = deliveryUrl(this.#account, { publicId, version, format, transformation: "" });
    return { publicId, version, format, width, height, sizeBytes, url };
  }
}

function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ImageHostError("Cloudinary gave an answer of an unknown form", {
    retryable: false,
    cause: parsed.error,
  });
}
