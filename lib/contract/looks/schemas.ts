import { z } from "zod";
import { listOf, livemode, open, optional, page, text } from "../fields.ts";
import { maxLookNameLength, maxPromptLength } from "../limits.ts";
import { marketplaceSizeNames } from "../marketplaces/list.ts";
import { photoModes } from "../photos/modes.ts";
import { backgroundRoles, lookOptions } from "../photos/options.ts";
import { refusalOfSize } from "../photos/sizes.ts";
import { aspectRatios, defaultResolution, resolutions, styleNames } from "../photos/styles.ts";
import { corrections, materials, propNames, resultFormats, stances } from "../photos/values.ts";
import { hasOneSet, oneSet, sceneChoice } from "../scenes/schemas.ts";

/** Fields of brand looks: a name, and defaults for photo requests. */

const name = text.trim().min(1).max(maxLookNameLength).describe(`1 to ${maxLookNameLength} characters.`);

/** Settings of a look; each has the form of the field in a photo request. */
export const lookSettings = z
  .object({
    style: optional(z.enum(styleNames)),
    prompt: optional(text.max(maxPromptLength)),
    mode: optional(z.enum(photoModes)),
    scene: sceneChoice,
    aspect_ratio: optional(z.enum(aspectRatios)),
    resolution: optional(z.enum(resolutions)),
    ...lookOptions,
  })
  .refine(hasOneSet, oneSet)
  .superRefine(({ size, resolution = defaultResolution }, context) => {
    const message = size === undefined ? null : refusalOfSize(size, resolution);
    if (message !== null) context.addIssue({ code: "custom", path: ["size"], message });
  })
  .meta({
    id: "LookSettings",
    description: "Every field is optional and has the same meaning as in `POST /api/v1/generate`.",
  });

/** The same in a response, without absent settings. */
const shownSettings = z
  .object({
    style: open(z.enum(styleNames)).optional(),
    prompt: z.string().optional(),
    mode: open(z.enum(photoModes)).optional(),
    scene: z.string().optional(),
    aspect_ratio: open(z.enum(aspectRatios)).optional(),
    resolution: open(z.enum(resolutions)).optional(),
    layout: z
      .object({
        x: z.number().optional(),
        y: z.number().optional(),
        scale: z.number().optional(),
        rotation_deg: z.number().optional(),
      })
      .optional(),
    stance: open(z.enum(stances)).optional(),
    product_size_cm: z.object({ height: z.number().optional(), width: z.number().optional() }).optional(),
    props: z.array(open(z.enum(propNames))).optional(),
    light: z
      .object({
        azimuth_deg: z.number().optional(),
        elevation_deg: z.number().optional(),
        warmth: z.number().optional(),
        exposure: z.number().optional(),
        relight: z.boolean().optional(),
      })
      .optional(),
    shadow: z.number().optional(),
    reflection: z.number().optional(),
    background: z
      .object({
        color: z.string().optional(),
        image_url: z.string().optional(),
        role: open(z.enum(backgroundRoles)).optional(),
        horizon: z.number().optional(),
      })
      .optional(),
    crop: z.object({ x: z.number().optional(), y: z.number().optional(), zoom: z.number() }).optional(),
    correct: open(z.enum(corrections)).optional(),
    material: open(z.enum(materials)).optional(),
    size: z
      .union([open(z.enum(marketplaceSizeNames)), z.object({ width: z.int(), height: z.int() })])
      .optional(),
    format: open(z.enum(resultFormats)).optional(),
  })
  .meta({ id: "ShownLookSettings" });

/** The settings of a look in responses and on pages. */
export type ShownLookSettings = z.output<typeof shownSettings>;

export const lookRequest = z.object({ name, settings: lookSettings }).meta({ id: "LookRequest" });
export const lookChange = z
  .object({
    name: optional(name),
    settings: optional(lookSettings).describe("Replaces all previous settings of the look."),
  })
  .meta({ id: "LookChange" });

export const look = z
  .object({
    id: z.string(),
    name: z.string(),
    settings: shownSettings,
    livemode,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Look" });
export const lookList = listOf(look).meta({ id: "LookList" });
export const lookQuery = z.object(page);
export const deletedLook = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "DeletedLook" });
