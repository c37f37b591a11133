import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import type { runTask } from "#lib/imaging/worker/pool.ts";
import type { TaskInput, TaskName } from "#lib/imaging/worker/protocol.ts";

const side = 64;
const boundingBox = { left: 1, top: 2, width: 30, height: 40 };

/**
 * For `vi.spyOn(pool, "runTask")`: photos and cut-outs become small copies of their source, without network or
 * renderer. Source, background and mask are decoded, so that unreadable pictures fail; everything else is real.
 */
export function fixedPixels(real: typeof runTask): typeof runTask {
  const answer = async (
    name: TaskName,
    input: TaskInput<TaskName>,
    options?: Parameters<typeof runTask>[2],
  ) => {
    if (name === "photo") {
      const photo = input as TaskInput<"photo">;
      const { background } = photo.options ?? {};
      if (background && "image" in background) await sharp(background.image).stats();
      if (photo.mask) await sharp(photo.mask).stats();
      return { bytes: await sharp(photo.image).resize(side).jpeg().toBuffer(), boundingBox, notes: [] };
    }
    if (name === "cutout") {
      const { image, target } = input as TaskInput<"cutout">;
      const bytes = await sharp(image).resize(side).ensureAlpha().png().toBuffer();
      if (target !== undefined) await writeFile(target, bytes);
      return { bytes, width: side, height: side, boundingBox };
    }
    if (name === "finish") {
      const { image, mask, options: wanted } = input as TaskInput<"finish">;
      if (mask) await sharp(mask).stats();
      if (wanted.background && "image" in wanted.background) await sharp(wanted.background.image).stats();
      const bytes = await sharp(image)
        .resize(side)
        .toFormat(wanted.format ?? "png")
        .toBuffer();
      return { bytes, width: side, height: side, boundingBox, hasAlpha: false };
    }
    return real(name, input, options);
  };
  return answer as typeof runTask;
}
