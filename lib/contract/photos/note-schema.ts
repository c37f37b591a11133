import { z } from "zod";
import { boundingBox } from "../fields.ts";
import { propNames } from "./values.ts";

/** Notes as detected when the photo was made, and as its row has them. */
export const photoNote = z.discriminatedUnion("code", [
  // The box is the position in the photo, in its pixels.
  z.object({
    code: z.enum(["unsure_parts", "ground_remains", "text_unreadable", "glass_background_kept"]),
    box: boundingBox,
  }),
  z.object({ code: z.enum(["noisy", "blurred", "person_or_hand", "view_mismatch"]) }),
  // The product's base, which does not show on what it rests; absent when it lies, and in older photos.
  z.object({ code: z.literal("unsure_stance"), box: boundingBox.optional() }),
  // `photo`: the photo's own frame. `visible`: the picture's, and no edge of the photo hides the cut. Absent: the
  // picture's, so that the photo shows it at its own edge.
  z.object({ code: z.literal("cut_by_frame"), by: z.enum(["photo", "visible"]).optional() }),
  // The factor by which the product, or the scene, was enlarged.
  z.object({ code: z.enum(["small_source", "scene_enlarged"]), enlarged: z.number() }),
  // Whether the photo is corrected for it.
  z.object({ code: z.enum(["color_cast", "too_dark"]), corrected: z.boolean() }),
  // By how many degrees the product leans in its picture, in tenths.
  z.object({ code: z.literal("tilted"), deg: z.number(), corrected: z.boolean() }),
  z.object({ code: z.literal("props_left_out"), props: z.array(z.enum(propNames)) }),
  // Whether the product's real size is too large or too small for the scene.
  z.object({ code: z.literal("size_misfit"), is: z.enum(["too_large", "too_small"]) }),
]);

export type PhotoNote = z.output<typeof photoNote>;
export type SizeMisfit = Extract<PhotoNote, { code: "size_misfit" }>["is"];
