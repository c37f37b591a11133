import { z } from "zod";
import { imageUrl, optional, text } from "#lib/contract/fields.ts";
import { marketplaceSizeNames } from "#lib/contract/marketplaces/list.ts";
import { maxOutputPixelsOf } from "#lib/contract/photos/sizes.ts";
import { stances } from "#lib/contract/photos/stances.ts";
import { maxSeed, resultFormats, variantsPerStyle } from "#lib/contract/photos/values.ts";
import type { FromWire } from "#lib/contract/wire.ts";

/** Optional settings of a photo beyond style, prompt, aspect ratio and resolution. */

const share = z.number().min(0).max(1);
const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a color like #f4efe6")
  .transform((color) => color.toLowerCase());

const maxLookIdLength = 40;

export const layout = z
  .object({
    x: optional(share).describe("Center of the product, as a share of the frame's width."),
    y: optional(share).describe("Center of the product, as a share of the frame's height."),
    scale: optional(z.number().min(0.05).max(2)).describe(
      "Longer side of the product before it is turned, as a share of the frame's shorter side.",
    ),
    rotation_deg: optional(z.number().min(-180).max(180)).describe(
      "Turns the product clockwise about its center.",
    ),
  })
  .meta({ id: "Layout" });

export const light = z
  .object({
    azimuth_deg: optional(z.number().min(-180).max(180)).describe(
      "Where the key light stands, seen from above: 0 at the camera, -90 left, 90 right, 180 behind the product.",
    ),
    elevation_deg: optional(z.number().min(5).max(90)).describe("Its height above the surface."),
    warmth: optional(z.number().min(-1).max(1)).describe("-1 cool, 0 daylight, 1 candle."),
    exposure: optional(z.number().min(0.5).max(2)).describe("Brightness of the set; 1 is as designed."),
    relight: optional(z.boolean()).describe(
      "false: the scene's light does not reach the product, which keeps that of its picture. Default: true.",
    ),
  })
  .meta({ id: "Light" });

export const crop = z
  .object({
    x: optional(share).describe("Center of the part that is kept, as a share of the frame's width."),
    y: optional(share).describe("Center of the part that is kept, as a share of the frame's height."),
    zoom: z.number().min(1).max(4).describe("1 keeps the whole frame, 2 half of its width and height."),
  })
  .meta({ id: "Crop" });

/** The caller's own picture can be the backdrop behind the product or the surface under it. */
export const backgroundRoles = ["backdrop", "surface"] as const;

export const photoBackground = z
  .object({
    color: optional(hexColor).describe("A plain color behind and under the product."),
    image_url: optional(imageUrl).describe("A picture of your own; not together with `color`."),
    role: optional(z.enum(backgroundRoles)).describe(
      "`backdrop`: the picture is the whole set. `surface`: the product stands on it. Default: `backdrop`.",
    ),
    horizon: optional(share).describe(
      "Where the surface of a backdrop ends, as a share of the frame's height from above; estimated when absent.",
    ),
  })
  .refine(({ color, image_url }) => (color === undefined) !== (image_url === undefined), {
    error: "must have either color or image_url",
  })
  .meta({ id: "Background" });

export const size = z
  .union([
    z.enum(marketplaceSizeNames),
    z.object({ width: z.int().min(64).max(8192), height: z.int().min(64).max(8192) }),
  ])
  .meta({ id: "Size" });

/** Fields of a photo request that are also settings of a brand look. */
export const lookOptions = {
  layout: optional(layout).describe(
    "Where the product stands in the frame. Default: as the style places it. In mode `edit` layout, light, shadow, reflection and crop are the model's own.",
  ),
  stance: optional(z.enum(stances)).describe(
    "How the product is put into the photo. `stand`: on its lowest points. `lie`: on its back, seen from above. `hang`: hung, with the ground far below. `float`: a little over the ground. Default: as its picture shows it; `stance` of the response says which.",
  ),
  light: optional(light).describe("Default: the light of style and prompt."),
  shadow: optional(share).describe("Strength of the shadow, 0 none to 1. Default: the style's."),
  reflection: optional(share).describe("Strength of the mirror image, 0 none to 1. Default: the style's."),
  background: optional(photoBackground).describe(
    "In place of the style's set; such photos are made by the embedded renderer, whatever the `mode`.",
  ),
  crop: optional(crop).describe("Keeps a part of the frame, at the full size."),
  size: optional(size).describe(
    `Pixels of the photo, in place of those of \`aspect_ratio\`: the name of a marketplace's size, or width and height. No more pixels than the resolution has: ${maxOutputPixelsOf("1K").toLocaleString("en")} at 1K, four times as many at 2K, sixteen at 4K.`,
  ),
  format: optional(z.enum(resultFormats)).describe("Format of the photo. Default: `jpeg`."),
};

export const photoOptions = {
  seed: optional(z.int().min(0).max(maxSeed)).describe(
    `Another number is another photo. Its remainder by ${variantsPerStyle} chooses one of the style's ${variantsPerStyle} looks (backdrop, surface and light), and every number varies light, angle of the set and place a little; what prompt and options name wins. In style \`amazon\` the looks differ in light, shadow and reflection only, on pure white. In mode \`studio\` the same request with the same seed gives the same bytes. Default: 0, the style's standard look.`,
  ),
  look: optional(text.min(1).max(maxLookIdLength)).describe(
    "Id of a brand look of yours: fills every field that the request does not say, key by key in `layout`, `light` and `crop`. Its `size` gives way to an `aspect_ratio` of the request.",
  ),
  ...lookOptions,
};

export const cutoutOutputs = ["cutout", "mask"] as const;

export const cutoutBackground = z
  .object({
    color: optional(hexColor).describe("A plain color."),
    image_url: optional(imageUrl).describe(
      "A picture of your own, cropped to fill; not together with `color`.",
    ),
  })
  .refine(({ color, image_url }) => (color === undefined) !== (image_url === undefined), {
    error: "must have either color or image_url",
  })
  .meta({ id: "CutoutBackground" });

export const cutoutOptions = {
  format: optional(z.enum(resultFormats)).describe(
    "Format of the result; `jpeg` needs `background`. Default: `png`.",
  ),
  background: optional(cutoutBackground).describe("Behind the product. Default: transparent."),
  trim: optional(z.boolean()).describe("Crops the result to the product."),
  margin: optional(z.number().min(0).max(0.5)).describe(
    "Room around the trimmed product, as a share of its longer side. Means `trim`.",
  ),
  output: optional(z.enum(cutoutOutputs)).describe(
    "`mask`: the alpha as an 8-bit grey picture, white where the product is. Default: `cutout`.",
  ),
  mask_url: optional(imageUrl).describe(
    "A corrected mask on the image host, of the picture's size, 8-bit grey. Default: the mask that was kept for the picture (`POST /api/v1/masks`), else what the service finds itself.",
  ),
};

const photoFields = z.object(photoOptions);
const cutoutFields = z.object(cutoutOptions);

/** Makes fields that may be undefined optional. */
export type Loose<T> = T extends object
  ? { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Loose<T[Key]> } & {
      [Key in keyof T as undefined extends T[Key] ? never : Key]: Loose<T[Key]>;
    }
  : T;

/** Settings of a photo beyond style, prompt, aspect ratio and resolution, in the form used by the business. */
export type PhotoOptions = Loose<FromWire<z.output<typeof photoFields>>>;
/** Settings of a cut-out beyond its picture. */
export type CutoutOptions = Loose<FromWire<z.output<typeof cutoutFields>>>;

const lookFields = z.object(lookOptions);
/** The options that a brand look may also have, in the form of a request. */
export type LookOptions = z.input<typeof lookFields>;
