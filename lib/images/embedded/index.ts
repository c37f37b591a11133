import path from "node:path";
import { runTask } from "#lib/imaging/worker/pool.ts";
import { requireDiskSpace } from "#lib/platform/disk.ts";
import { env } from "#lib/platform/env.ts";
import { processSlot } from "#lib/platform/process-slot.ts";
import { secret } from "#lib/platform/secrets.ts";
import { safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { admitUpload, forgetUpload, hasDependentWork } from "#lib/uploads/quota.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import type { InFlight, MakeCutout } from "./derived.ts";
import { EmbeddedImageHost } from "./host.ts";
import { answer } from "./http.ts";

const basePath = "/embedded/images";

const inFlight = processSlot<InFlight>("embedded-images", () => new Map());

let host: EmbeddedImageHost | undefined;

/** The embedded image host of this installation: files under DATA_DIR/images, addresses under BASE_URL. */
export function embeddedImageHost(): EmbeddedImageHost {
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
    inFlight: inFlight(),
    guard: { requireRoom: requireDiskSpace, admit: admitUpload, forget: forgetUpload, hasDependentWork },
    makeCutout,
    fetchImageTo: (file, url, signal) =>
      safeFetcher.fetchImageTo(file, url, { maxBytes: maxUploadBytes(), signal }),
  });
  return host;
}

const makeCutout: MakeCutout = async (source, target, { onStart, onBox, ...options }) => {
  const input = { image: source, format: "png", target } as const;
  const { boundingBox } = await runTask("cutout", input, { ...options, onStage: onStart });
  onBox?.(boundingBox);
};

/** Answers every request under `/embedded/images`; 404 when the pictures live at Cloudinary. */
export async function handleImageHostRequest(request: Request): Promise<Response> {
  if (env().CLOUDINARY_URL) {
    return Response.json({ error: { message: "Not found" } }, { status: 404 });
  }
  const { pathname } = new URL(request.url);
  const at = pathname.indexOf(`${basePath}/`);
  return answer(embeddedImageHost(), request, at < 0 ? "" : pathname.slice(at + basePath.length + 1));
}
