import path from "node:path";
import { requireDiskSpace } from "#lib/disk.ts";
import { env } from "#lib/env.ts";
import { safeFetchImage } from "#lib/safe-fetch/index.ts";
import { secret } from "#lib/secrets.ts";
import { admitUpload, forgetUpload } from "#lib/uploads/quota.ts";
import { isStoodOn } from "#lib/uploads/standing.ts";
import { maxImageBytes } from "../decoder.ts";
import { newSharedWork, type SharedWork } from "./derived.ts";
import { EmbeddedImageHost } from "./host.ts";
import { answer } from "./http.ts";

const basePath = "/embedded/images";

// The server's bundles may hold several copies of this module; the work under way in the process is one.
const slot = Symbol.for("photo-generation-service.embedded-images");
const shared = globalThis as { [slot]?: SharedWork };

let host: EmbeddedImageHost | undefined;

/** The embedded image host of this installation: files under DATA_DIR/images, addresses under BASE_URL. */
export function embeddedImageHost(): EmbeddedImageHost {
  shared[slot] ??= newSharedWork();
  host ??= new EmbeddedImageHost({
    root: path.join(/* turbopackIgnore: true */ env().DATA_DIR, "images"),
    baseUrl: env().BASE_URL + basePath,
    account: {
      cloudName: "embedded",
      apiKey: BigInt(`0x${secret("image-host-api-key").slice(0, 16)}`)
        .toString()
        .padStart(15, "0")
        .slice(0, 15),
      apiSecret: secret("image-host-api-secret"),
    },
    shared: shared[slot],
    guard: { requireRoom: requireDiskSpace, admit: admitUpload, forget: forgetUpload, isStoodOn },
    cutOut,
    fetchImage: (url, signal) => safeFetchImage(url, { maxBytes: maxImageBytes, ...(signal && { signal }) }),
  });
  return host;
}

async function cutOut(image: Uint8Array, onStart?: () => void): Promise<Uint8Array> {
  // Only where a cut-out is made is the worker's code needed at all.
  const { runTask } = await import("#lib/pixel-worker/pool.ts");
  const { bytes } = await runTask("cutout", { image, format: "png" }, onStart && { onStage: onStart });
  return bytes;
}

/** Answers every request under `/embedded/images`; 404 when the pictures live at Cloudinary. */
export async function handleImageHostRequest(request: Request): Promise<Response> {
  if (env().CLOUDINARY_URL) {
    return Response.json({ error: { message: "Not found" } }, { status: 404 });
  }
  const { pathname } = new URL(request.url);
  const at = pathname.indexOf(`${basePath}/`);
  return answer(embeddedImageHost(), request, at < 0 ? "" : pathname.slice(at + basePath.length + 1));
}
