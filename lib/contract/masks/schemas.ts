import { z } from "zod";
import { imageUrl } from "../fields.ts";

const source = imageUrl.describe("Delivery URL of a picture on the image host.");

export const maskQuery = z.object({ image_url: source });

export const maskSources = ["kept", "found"] as const;

export const maskFileQuery = z.object({
  image_url: source,
  source: z
    .enum(maskSources)
    .describe(
      "`kept`: your corrected mask. `found`: what the service finds itself, where you have a result of the picture.",
    ),
});

export const maskRequest = z
  .object({
    image_url: source,
    mask_url: imageUrl.describe(
      "An upload of yours on the image host: a grey picture of the same size, white where the product is.",
    ),
  })
  .meta({ id: "MaskRequest" });

export const pictureMask = z
  .object({
    image_url: z.string(),
    corrected: z.boolean().describe("You keep a corrected mask for this picture."),
    mask_url: z.string().nullable().describe("The corrected mask."),
    width: z.int().describe("Pixels of the upright picture: a mask has exactly these."),
    height: z.int(),
    updated_at: z.iso.datetime().nullable().describe("When the mask was kept."),
  })
  .meta({ id: "PictureMask" });
