import type { CutoutOptions } from "../contract/photo-options.ts";
import { cutoutCost } from "../contract/styles.ts";
import type { HostedAsset } from "../images/host.ts";
import { imageHost } from "../images/index.ts";
import { invalidParam } from "../platform/errors.ts";
import { holdSource } from "../uploads/release.ts";
import type { WorkKind, WorkOptions } from "./kind.ts";
import { pickCutoutOptions } from "./options.ts";

export interface CutoutOrder extends WorkOptions, CutoutOptions {
  imageUrl: string;
}

const lookUpTimeoutMs = 10_000;

/** The product without its background, as a view of a picture on the image host; the result loads at once. */
export const cutout: WorkKind<CutoutOrder> = {
  operation: "remove_bg",
  cost: () => cutoutCost,
  async check(wanted) {
    const { imageUrl } = wanted;
    const { publicId } = await requireAsset(imageUrl);
    return { imageUrl, sourcePublicId: publicId, options: pickCutoutOptions(wanted) };
  },
  async make({ imageUrl, userId, sourcePublicId }, { signal, report }) {
    if (sourcePublicId) await holdSource(sourcePublicId);
    const asset = await requireAsset(imageUrl);
    const url = await imageHost().makeCutout(asset, {
      signal,
      caller: userId,
      onStart: () => report("cutout"),
    });
    const { width, height } = asset;
    return { url, publicId: null, width, height, contentType: "image/png" };
  },
};

async function requireAsset(imageUrl: string): Promise<HostedAsset> {
  const refuse = (message: string) => invalidParam("image_url", message);
  const host = imageHost();
  const reference = host.parse(imageUrl);
  if (!reference) {
    throw refuse(
      `the address must be that of an image on the image host, starting with ${host.deliveryPrefix}`,
    );
  }
  const { transformation } = reference;
  if (transformation !== "") {
    throw refuse(
      `must name the picture itself: leave the transformation "${transformation}" out of the address`,
    );
  }
  const asset = await host.find(reference, AbortSignal.timeout(lookUpTimeoutMs));
  if (!asset) throw refuse("no such image exists on the image host");
  return asset;
}
