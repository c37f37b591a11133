import { v2 as cloudinary } from "cloudinary";
import type { Response } from "undici";
import { type AssetReference, ImageHostError } from "../host.ts";
import type { CloudinaryAccount } from "./account.ts";
import { deliveryMarker } from "./delivery-url.ts";
import { pause, type RequestPlan, refusal, requestWithRetries } from "./request.ts";

export const transferTimeoutMs = 30_000;
/** Timeout of a background removal, polling included. */
export const cutoutTimeoutMs = 50_000;
const firstPollMs = 400;
const longestPollMs = 4_000;
const maxReadBytes = 64 * 1024 * 1024;

/** The delivery URL of an asset, built by Cloudinary's package. */
export function deliveryUrl(
  account: CloudinaryAccount,
  { publicId, version, format, transformation, signed }: AssetReference,
): string {
  const { cloudName, secure, secureDistribution, cname, privateCdn, apiSecret, signatureAlgorithm } = account;
  // The package decodes public ids once, so literal ids must be encoded here.
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
    // Accounts with strict transformations deliver only signed URLs.
    sign_url: signed === true,
    api_secret: apiSecret,
    signature_algorithm: signatureAlgorithm,
    urlAnalytics: false,
  } as Parameters<typeof cloudinary.url>[1]);
}

/** The prefix of every delivery URL of the account. */
export function deliveryPrefix(account: CloudinaryAccount): string {
  const sample = deliveryUrl(account, { publicId: "sample", version: 1, format: null, transformation: "" });
  return sample.slice(0, sample.lastIndexOf(deliveryMarker));
}

/** The prefixes of this account's delivery URLs: its own, and those of the shared hosts. */
export function deliveryPrefixes(account: CloudinaryAccount): string[] {
  const { cloudName, privateCdn } = account;
  const shared = privateCdn ? [`https://${cloudName}-res.cloudinary.com/`] : sharedPrefixes(cloudName);
  return [deliveryPrefix(account), ...shared];
}

/** The prefixes of an account without its own host name; the first is the usual one. */
export function sharedPrefixes(cloudName: string): string[] {
  return ["", "-1", "-2", "-3", "-4", "-5"].map((part) => `https://res${part}.cloudinary.com/${cloudName}/`);
}

/** Polls a delivery URL until it is no longer being processed (423); null when the image does not exist. */
export async function pollDelivery<Result>(
  url: string,
  {
    secret,
    purpose,
    signal,
    receive,
  }: {
    /** Redacted from errors. */
    secret?: string;
    purpose: string;
    signal: AbortSignal | undefined;
    receive: (response: Response) => Promise<Result>;
  },
): Promise<Result | null> {
  const plan: RequestPlan = {
    purpose,
    method: "GET",
    url,
    headers: { Accept: "image/*" },
    timeoutMs: transferTimeoutMs,
    signal,
    secret,
  };
  const giveUpAtMs = Date.now() + cutoutTimeoutMs;
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

/** The body of a response. Throws ImageHostError beyond 64 MB. */
export async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxReadBytes) throw new ImageHostError("the image is too large to read", { retryable: false });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
