import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { removeBgRequest, workResult } from "../api/schemas.ts";
import { invalidParam } from "../errors.ts";
import { doPaidWork } from "../generations/work.ts";
import { imageHost } from "../images/index.ts";

/** Flat price of a cut-out, whatever its size. */
export const cutOutCost = 10;

const lookUpTimeoutMs = 10_000;

/** Removes the background of a picture on the image host; the result loads at once. */
export const removeBackground: UseCase<
  z.output<typeof removeBgRequest>,
  z.output<typeof workResult>
> = async (call) => {
  const { image_url: imageUrl } = call.input;
  const host = imageHost();
  const reference = host.parse(imageUrl);
  if (!reference) {
    throw invalidParam(
      "image_url",
      `the address must be that of an image on the image host, starting with ${host.deliveryPrefix}`,
    );
  }
  if (reference.transformation !== "") {
    throw invalidParam(
      "image_url",
      `must name the picture itself: leave the transformation "${reference.transformation}" out of the address`,
    );
  }
  const asset = await host.find(reference, AbortSignal.timeout(lookUpTimeoutMs));
  if (!asset) throw invalidParam("image_url", "no such image exists on the image host");
  return doPaidWork(call, { operation: "remove_bg", imageUrl }, cutOutCost, async (signal, at) => ({
    url: await host.makeCutout(asset, { signal, caller: call.caller.userId, onStart: () => at("cutout") }),
    publicId: null,
  }));
};
