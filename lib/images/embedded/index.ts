import { requireDiskSpace } from "#lib/platform/disk.ts";
import { env } from "#lib/platform/env.ts";
import { processSlot } from "#lib/platform/process-slot.ts";
import { secret } from "#lib/platform/secrets.ts";
import { safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { getPresentAccount } from "../providers.ts";
import { imageServices } from "../services.ts";
import { basePath, cloudName } from "./address.ts";
import type { InFlight, MakeCutout } from "./derived.ts";
import { hasEmbeddedPictures, rootFolder } from "./folder.ts";
import { EmbeddedImageHost } from "./host.ts";
import { answer } from "./http.ts";

const inFlight = processSlot<InFlight>("embedded-images", () => new Map());

let host: EmbeddedImageHost | undefined;

/** The embedded image host of this installation: files under DATA_DIR/images, addresses under BASE_URL. */
export function embeddedImageHost(): EmbeddedImageHost {
  const baseUrl = env().BASE_URL + basePath;
  if (host?.baseUrl === baseUrl) return host;
  host = new EmbeddedImageHost({
    root: rootFolder(),
    baseUrl,
    account: {
      cloudName,
      apiKey: BigInt(`0x${secret("image-host-api-key").slice(0, 16)}`)
        .toString()
        .padStart(15, "0")
        .slice(0, 15),
      apiSecret: secret("image-host-api-secret"),
    },
    inFlight: inFlight(),
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
  return host;
}

const makeCutout: MakeCutout = async (image, target, { onBox, ...options }) => {
  const box = await imageServices().pixels.cutOut({ image, target }, options);
  onBox?.(box);
};

/**
 * Answers every request under `/embedded/images`. With Cloudinary configured it takes no uploads (404) and goes on
 * delivering the pictures that DATA_DIR has from the time before.
 */
export async function handleImageHostRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const at = pathname.indexOf(`${basePath}/`);
  const rest = at < 0 ? "" : pathname.slice(at + basePath.length + 1);
  if (getPresentAccount() && (rest.startsWith("v1_1/") || !hasEmbeddedPictures())) {
    return Response.json({ error: { message: "Not found" } }, { status: 404 });
  }
  return answer(embeddedImageHost(), request, rest);
}
