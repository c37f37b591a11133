import { cutoutCost } from "../contract/styles.ts";
import { imageHost } from "../images/index.ts";
import { invalidParam } from "../platform/errors.ts";
import { doPaidWork, type Requester, type WorkResult } from "./work.ts";

const lookUpTimeoutMs = 10_000;

/** Removes the background of a picture on the image host; the result loads at once. */
export async function removeBackground(
  { imageUrl }: { imageUrl: string },
  by: Requester,
): Promise<WorkResult> {
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
  return doPaidWork(
    {
      operation: "remove_bg",
      imageUrl,
      cost: cutoutCost,
      make: async (signal, report) => ({
        url: await host.makeCutout(asset, { signal, caller: by.userId, onStart: () => report("cutout") }),
        publicId: null,
      }),
    },
    by,
  );
}
