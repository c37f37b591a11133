import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { SceneFolder } from "./scene-files.ts";

/** Narrowest part of the plate that is shown: below it, its pixels would be enlarged visibly. */
export const leastShown = 0.34;
/** A product of a given size fills at least this share of the frame, else it is shown larger. */
export const leastFill = 0.3;
/** By how much a product may be shown larger or smaller than its given size without a note. */
export const sizeTolerance = 1.1;

const viewFile = z.object({
  pixels: z.number().positive(),
  cm_per_pixel: z.number().positive(),
  ground: z.object({ max_width_cm: z.number().positive(), max_height_cm: z.number().positive() }),
});

/** Lengths of the longer side, in centimeters, of the products that have their real size in a scene. */
export interface ProductRange {
  from: number;
  to: number;
}

/** The lengths that fit one of a scene's views at least. */
export function readProductRange({ folder, views }: SceneFolder): ProductRange {
  const files = views.map((view) =>
    viewFile.parse(JSON.parse(readFileSync(path.join(folder, `${view}.json`), "utf8"))),
  );
  return {
    from: Math.ceil(
      Math.min(...files.map((view) => leastFill * leastShown * view.pixels * view.cm_per_pixel)),
    ),
    to: Math.floor(Math.max(...files.flatMap(({ ground }) => [ground.max_width_cm, ground.max_height_cm]))),
  };
}
