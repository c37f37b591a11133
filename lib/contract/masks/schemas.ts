import { z } from "zod";
import { imageUrl } from "../fields.ts";

const source = imageUrl.describe("Delivery URL of a picture on the image host.");

export const maskQuery = z.object({ image_url: source });

export const maskSources = ["kept", "found"] as const;

export const maskFileQuery = z.object({
  image_url: source,
  source: z
    .enum(maskSources)
    .describe("`kept`: your corrected mask. `found`: the mask that the service detects."),
});

export const maskRequest = z
  .object({
    image_url: source,
    mask_url: imageUrl.describe(
      "One of your uploads on the image host: a grayscale picture of the same size, white where the product is.",
    ),
  })
  .meta({ id: "MaskRequest" });

export const pictureMask = z
  .object({
    image_url: z.string(),
    corrected: z.boolean().describe("Whether you have saved a corrected mask for this picture."),
    mask_url: z.string().nullable().describe("URL of the corrected mask."),
    width: z
      .int()
      .describe("Width of the upright picture in pixels. A mask must have exactly the same size."),
    height: z.int(),
    updated_at: z.iso.datetime().nullable().describe("Time at which the mask was saved."),
  })
  .meta({ id: "PictureMask" });
