import { z } from "zod";
import { imageUrl, optional, text } from "#lib/contract/fields.ts";
import { marketplaceSizeNames } from "#lib/contract/marketplaces/list.ts";
import { engines } from "#lib/contract/photos/modes.ts";
import { maxOutputPixelsOf } from "#lib/contract/photos/sizes.ts";
import {
  corrections,
  materials,
  maxProps,
  maxSeed,
  propNames,
  resultFormats,
  stances,
  variantsPerStyle,
} from "#lib/contract/photos/values.ts";
import type { Given } from "#lib/contract/wire.ts";

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
      "Longer side of the product before rotation, as a share of the frame's shorter side.",
    ),
    rotation_deg: optional(z.number().min(-180).max(180)).describe(
      "Clockwise rotation of the product about its center.",
    ),
  })
  .meta({ id: "Layout" });

export const light = z
  .object({
    azimuth_deg: optional(z.number().min(-180).max(180)).describe(
      "Direction of the key light, seen from above: 0 at the camera, -90 left, 90 right, 180 behind the product.",
    ),
    elevation_deg: optional(z.number().min(5).max(90)).describe(
      "Elevation of the key light above the ground.",
    ),
    warmth: optional(z.number().min(-1).max(1)).describe(
      "Color of the light: -1 cool, 0 daylight, 1 candlelight.",
    ),
    exposure: optional(z.number().min(0.5).max(2)).describe(
      "Brightness of the set; 1 is the default brightness.",
    ),
    relight: optional(z.boolean()).describe(
      "false: the scene's light does not affect the product, which keeps the light of its picture. Default: true.",
    ),
  })
  .meta({ id: "Light" });

export const crop = z
  .object({
    x: optional(share).describe("Center of the kept area, as a share of the frame's width."),
    y: optional(share).describe("Center of the kept area, as a share of the frame's height."),
    zoom: z.number().min(1).max(4).describe("1 keeps the whole frame, 2 keeps half of its width and height."),
  })
  .meta({ id: "Crop" });

/** The caller's own picture can be the backdrop behind the product or the surface under it. */
export const backgroundRoles = ["backdrop", "surface"] as const;

export const photoBackground = z
  .object({
    color: optional(hexColor).describe("Plain color behind and under the product."),
    image_url: optional(imageUrl).describe("URL of your own picture. Cannot be combined with `color`."),
    role: optional(z.enum(backgroundRoles)).describe(
      "`backdrop`: the picture is the whole set. `surface`: the product stands on the picture. Default: `backdrop`.",
    ),
    horizon: optional(share).describe(
      "Height at which the surface of a backdrop ends, as a share of the frame's height from the top. Default: estimated.",
    ),
  })
  .refine(({ color, image_url }) => (color === undefined) !== (image_url === undefined), {
    error: "must have either color or image_url",
  })
  .meta({ id: "Background" });

const cm = optional(z.number().min(0.5).max(400));

export const productSizeCm = z
  .object({
    height: cm.describe("Height of the product in centimeters, as its picture shows it."),
    width: cm.describe("Width of the product in centimeters, instead of its height."),
  })
  .refine(({ height, width }) => (height === undefined) !== (width === undefined), {
    error: "must have either height or width",
  })
  .meta({ id: "ProductSize" });

export const props = z
  .array(z.enum(propNames))
  .max(maxProps)
  .refine((names) => new Set(names).size === names.length, { error: "must name each of them once" });

export const size = z
  .union([
    z.enum(marketplaceSizeNames),
    z.object({ width: z.int().min(64).max(8192), height: z.int().min(64).max(8192) }),
  ])
  .meta({ id: "Size" });

/** Fields of a photo request that are also settings of a brand look. */
export const lookOptions = {
  layout: optional(layout).describe(
    "Position, size and rotation of the product in the frame. Default: determined by the style. In mode `edit`, the model determines layout, light, shadow, reflection and crop.",
  ),
  stance: optional(z.enum(stances)).describe(
    "How the product is placed in the photo. `stand`: on its lowest points. `lie`: on its back, seen from above. `hang`: hanging, with the ground far below. `float`: slightly above the ground. Default: detected from the picture and returned as `stance`.",
  ),
  product_size_cm: optional(productSizeCm).describe(
    "Real size of the product: in a rendered scene it then has the right size beside the props. A size that does not fit the scene gets the note `size_misfit`. Default: unknown; the scene is framed so that its size does not matter.",
  ),
  props: optional(props).describe(
    `Up to ${maxProps} names of \`GET /api/v1/scenes/props\`: small things that lie around the product on the ground of a rendered scene, arranged by \`seed\`. Needs a scene. Default: those that the prompt names and the scene lacks; \`[]\` for none.`,
  ),
  light: optional(light).describe("Light of the photo. Default: determined by style and prompt."),
  shadow: optional(share).describe(
    "Strength of the shadow, from 0 (none) to 1. Default: determined by the style.",
  ),
  reflection: optional(share).describe(
    "Strength of the reflection, from 0 (none) to 1. Default: determined by the style.",
  ),
  background: optional(photoBackground).describe(
    "Replaces the style's set. The embedded renderer generates such photos, regardless of `mode`.",
  ),
  crop: optional(crop).describe("Keeps only a part of the frame, at the full size of the photo."),
  correct: optional(z.enum(corrections)).describe(
    "`auto`: corrects the light and the camera of the picture: a color cast, measured on a neutral background, a dark exposure, a symmetric product that leans, noise of color and the blocks of a JPEG. Nothing is painted, and a picture that needs no correction gives the same photo as `off`. No effect in mode `edit`. Default: `off`.",
  ),
  material: optional(z.enum(materials)).describe(
    "`glass`: the photo shows its own background through the product, with the color of the glass, and keeps highlights, edges, labels and caps from the picture. Take the picture in front of a plain, bright background. No effect in mode `edit`, nor where the service has less than 1.2 GB of memory. Default: the product stays as it is in the picture; glass then shows the background of the picture and gets the note `glass_background_kept`.",
  ),
  size: optional(size).describe(
    `Size of the photo, instead of that of \`aspect_ratio\`: the name of a marketplace size, or width and height in pixels. The resolution limits the number of pixels: ${maxOutputPixelsOf("1K").toLocaleString("en")} at 1K, four times as many at 2K, sixteen times as many at 4K.`,
  ),
  format: optional(z.enum(resultFormats)).describe("Format of the photo. Default: `jpeg`."),
};

export const photoOptions = {
  seed: optional(z.int().min(0).max(maxSeed)).describe(
    `Different seeds give different photos. The seed modulo ${variantsPerStyle} selects one of the style's ${variantsPerStyle} looks (backdrop, surface and light), and each seed varies light, angle of the set and position slightly. Prompt and options take precedence. In style \`amazon\`, the looks differ only in light, shadow and reflection, on pure white. In mode \`studio\`, the same request with the same seed returns the same bytes. Default: 0, the style's standard look.`,
  ),
  engine: optional(z.enum(engines)).describe(
    "Version of the renderer, `MAJOR.MINOR`: the current one or the one before it, so that a catalogue does not change with an upgrade. Default: the current one.",
  ),
  look: optional(text.min(1).max(maxLookIdLength)).describe(
    "Id of one of your brand looks. Its settings apply to all fields that the request does not set, key by key in `layout`, `light` and `crop`. An `aspect_ratio` in the request overrides its `size`.",
  ),
  ...lookOptions,
};

export const cutoutOutputs = ["cutout", "mask"] as const;

export const cutoutBackground = z
  .object({
    color: optional(hexColor).describe("Plain color."),
    image_url: optional(imageUrl).describe(
      "URL of your own picture, cropped to fill. Cannot be combined with `color`.",
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
  background: optional(cutoutBackground).describe("Background of the result. Default: transparent."),
  trim: optional(z.boolean()).describe("Whether to crop the result to the product."),
  margin: optional(z.number().min(0).max(0.5)).describe(
    "Margin around the trimmed product, as a share of its longer side. Implies `trim`.",
  ),
  output: optional(z.enum(cutoutOutputs)).describe(
    "`mask`: the alpha channel as an 8-bit grayscale picture, white where the product is. Default: `cutout`.",
  ),
  mask_url: optional(imageUrl).describe(
    "URL of a corrected mask on the image host: 8-bit grayscale, of the same size as the picture. Default: the mask saved for the picture (`POST /api/v1/masks`), otherwise the mask that the service detects.",
  ),
};

const photoFields = z.object(photoOptions);
const cutoutFields = z.object(cutoutOptions);

/** Settings of a photo beyond style, prompt, aspect ratio and resolution, in the form used by the business. */
export type PhotoOptions = Given<typeof photoFields>;
/** Settings of a cut-out beyond its picture. */
export type CutoutOptions = Given<typeof cutoutFields>;

const lookFields = z.object(lookOptions);
/** The options that a brand look may also have, in the form of a request. */
export type LookOptions = z.input<typeof lookFields>;
