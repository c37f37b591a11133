import { v2 as cloudinary } from "cloudinary";
import { FormData, type Response } from "undici";
import { z } from "zod";
import { randomBase62 } from "#lib/ids.ts";
import { parseDeliveryPath } from "../delivery-path.ts";
import {
  type AssetReference,
  type CutOutOptions,
  type HostedAsset,
  type ImageHost,
  ImageHostError,
  type SignedUpload,
  type UploadOptions,
} from "../host.ts";
import { type CloudinaryAccount, readCloudinaryUrl } from "./account.ts";
import { pause, type RequestPlan, refusal, requestWithRetries } from "./request.ts";

const callTimeoutMs = 15_000;
const transferTimeoutMs = 30_000;
/** Making a cut-out may take Cloudinary this long, polling included. */
const cutOutTimeoutMs = 50_000;
const firstPollMs = 400;
const longestPollMs = 4_000;
const maxReadBytes = 64 * 1024 * 1024;

const cutOutTransformation = "e_background_removal/f_png";

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
 * The image host at Cloudinary. Signing and URL building are its package's; requests are made here, because the
 * package neither retries nor keeps the secret out of its errors.
 */
class CloudinaryHost implements ImageHost {
  readonly kind = "cloudinary";
  readonly deliveryPrefix: string;
  readonly #account: CloudinaryAccount;

  constructor(account: CloudinaryAccount) {
    this.#account = account;
    const sample = this.#url({ publicId: "sample", version: 1, format: null, transformation: "" });
    this.deliveryPrefix = sample.slice(0, sample.lastIndexOf("image/upload/"));
  }

  get cloudName(): string {
    return this.#account.cloudName;
  }

  get uploadUrl(): string {
    return this.#callUrl("upload");
  }

  signUpload(folder: string): SignedUpload {
    const { timestamp, signature, api_key } = this.#sign({ folder });
    return { signature, timestamp: Number(timestamp), api_key, cloud_name: this.cloudName, folder };
  }

  async upload(bytes: Uint8Array, { folder, name, signal }: UploadOptions): Promise<HostedAsset> {
    // Naming the asset here makes the call repeatable: a second try writes the same asset, not another.
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
    const prefix = this.#ownPrefixes().find(
      (own) => own.host === given.host && given.pathname.startsWith(own.pathname),
    );
    if (!prefix) return null;
    const delivery = parseDeliveryPath(given.pathname.slice(prefix.pathname.length));
    if (!delivery) return null;
    const { publicId, version, format, transformation } = delivery;
    return { publicId, version, format, transformation };
  }

  /** By the upload interface's `explicit`, because the administration one allows but 500 calls an hour. */
  async find(reference: AssetReference, signal?: AbortSignal): Promise<HostedAsset | null> {
    const answer = await this.#call(
      "explicit",
      { public_id: reference.publicId, type: "upload" },
      { signal },
    );
    return answer ? this.#describe(readAnswer(explicitAnswer, answer)) : null;
  }

  async read(reference: AssetReference, signal?: AbortSignal): Promise<Uint8Array | null> {
    return this.#poll(reference, "reading an image", signal, (response) => readLimited(response));
  }

  async cutOut(asset: HostedAsset, { signal }: CutOutOptions = {}): Promise<string> {
    const timeout = AbortSignal.timeout(cutOutTimeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await this.#cutOutInTime(asset, both);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!timeout.aborted) throw error;
      throw new ImageHostError("Cloudinary did not finish the background removal in time", {
        retryable: true,
        cause: error,
      });
    }
  }

  async #cutOutInTime({ publicId, version }: HostedAsset, signal: AbortSignal): Promise<string> {
    const params = { public_id: publicId, type: "upload", eager: cutOutTransformation };
    const answer = await this.#call("explicit", params, { signal, timeoutMs: cutOutTimeoutMs });
    if (!answer)
      throw new ImageHostError("the image is gone from Cloudinary", { retryable: false, status: 404 });
    const failed = readAnswer(explicitAnswer, answer).eager?.find(({ status }) => status === "failed");
    if (failed) {
      const reason = failed.reason?.slice(0, 300) ?? "no reason given";
      throw new ImageHostError(`Cloudinary could not remove the background: ${reason}`, { retryable: false });
    }
    const reference = { publicId, version, format: null, transformation: cutOutTransformation };
    const loads = await this.#poll(reference, "the background removal", signal, async (response) => {
      await response.body?.cancel();
      return true;
    });
    if (!loads) throw new ImageHostError("Cloudinary has no such image", { retryable: false, status: 404 });
    return this.#url(reference);
  }

  async destroy(publicId: string, signal?: AbortSignal): Promise<void> {
    await this.#call("destroy", { public_id: publicId, type: "upload", invalidate: "true" }, { signal });
  }

  /** Calls the upload interface; null when it says 404. */
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
      // 423: the derived image is on its way; asking for it tells when it is there.
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

  /** Asks for a delivery URL until it is no longer being processed (423); null when there is no such image. */
  async #poll<Result>(
    reference: Pick<AssetReference, "publicId" | "format" | "transformation"> & { version: number | null },
    purpose: string,
    signal: AbortSignal | undefined,
    receive: (response: Response) => Promise<Result>,
  ): Promise<Result | null> {
    const plan: RequestPlan = {
      purpose,
      method: "GET",
      url: this.#url(reference),
      headers: { Accept: "image/*" },
      timeoutMs: transferTimeoutMs,
      signal,
      secret: this.#account.apiSecret,
    };
    const giveUpAtMs = Date.now() + cutOutTimeoutMs;
    for (let waitMs = firstPollMs; ; waitMs = Math.min(longestPollMs, waitMs * 1.6)) {
      const outcome = await requestWithRetries(plan, async (response) => {
        if (response.status === 423 || response.status === 404) {
          await response.body?.cancel();
          return { status: response.status } as const;
        }
        if (!response.ok) throw await refusal(response, plan);
        return { status: 200, result: await receive(response) } as const;
      });
      if (outcome.status === 200) return outcome.result;
      if (outcome.status === 404) return null;
      if (Date.now() + waitMs > giveUpAtMs) {
        throw new ImageHostError("Cloudinary is still processing the image", {
          retryable: true,
          status: 423,
        });
      }
      await pause(waitMs, signal);
    }
  }

  #sign(params: Params): Params & { timestamp: string; signature: string; api_key: string } {
    const { apiKey, apiSecret, signatureAlgorithm } = this.#account;
    const signed = { ...params, timestamp: String(Math.floor(Date.now() / 1000)) };
    // The package's types leave out its third and fourth parameter: algorithm and signature version.
    const sign: (params: object, secret: string, algorithm: string, version: number) => string =
      cloudinary.utils.api_sign_request;
    const signature = sign(signed, apiSecret, signatureAlgorithm, 2);
    return { ...signed, signature, api_key: apiKey };
  }

  #callUrl(action: string): string {
    return `${this.#account.uploadPrefix}/v1_1/${this.cloudName}/image/${action}`;
  }

  #describe(asset: z.output<typeof resource>): HostedAsset {
    const { public_id: publicId, version, format, width, height, bytes: sizeBytes } = asset;
    const url = this.#url({ publicId, version, format, transformation: "" });
    return { publicId, version, format, width, height, sizeBytes, url };
  }

  #url({
    publicId,
    version,
    format,
    transformation,
  }: Omit<AssetReference, "version"> & { version: number | null }): string {
    const { cloudName, secure, secureDistribution, cname, privateCdn } = this.#account;
    // Public ids are literal here, and the package decodes them once.
    return cloudinary.url(encodeURIComponent(publicId).replaceAll("%2F", "/"), {
      cloud_name: cloudName,
      secure,
      secure_distribution: secureDistribution,
      cname,
      private_cdn: privateCdn,
      version: version ?? undefined,
      format: format ?? undefined,
      raw_transformation: transformation || undefined,
      type: "upload",
      resource_type: "image",
      sign_url: false,
      urlAnalytics: false,
    } as Parameters<typeof cloudinary.url>[1]);
  }

  /** Where this account's images are delivered from: its own prefix, and the shared hosts' numbered names. */
  #ownPrefixes(): URL[] {
    const { cloudName, privateCdn } = this.#account;
    const shared = privateCdn
      ? [`https://${cloudName}-res.cloudinary.com/`]
      : ["", "-1", "-2", "-3", "-4", "-5"].map((part) => `https://res${part}.cloudinary.com/${cloudName}/`);
    return [this.deliveryPrefix, ...shared].map((prefix) => new URL(`${prefix}image/upload/`));
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

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxReadBytes) throw new ImageHostError("the image is too large to read", { retryable: false });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
