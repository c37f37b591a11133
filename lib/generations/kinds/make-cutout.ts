import { currentEngine } from "#lib/contract/photos/modes.ts";
import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import { finishCutout, measureCutout } from "#lib/generations/kinds/finish.ts";
import type { WorkMaker } from "#lib/generations/kinds/kind.ts";
import { pickCutoutOptions } from "#lib/generations/kinds/options.ts";
import { requireHosted } from "#lib/images/hosted.ts";
import { imageHost } from "#lib/images/index.ts";
import { isTestAccount } from "#lib/platform/ids.ts";
import { reserveSource } from "#lib/uploads/release.ts";

/**
 * The product without its background. Without options it is a transformation of a picture on the image host; with
 * options or a corrected mask it is stored as a new picture. The result URL loads immediately.
 */
export const cutoutMaker: WorkMaker = {
  async make(work, { source: background, signal, report }) {
    const { userId, sourcePublicId, maskPublicId } = work;
    try {
      if (sourcePublicId) await reserveSource(sourcePublicId);
      if (maskPublicId) await reserveSource(maskPublicId);
      const asset = await requireHosted("image_url", imageUrlOf(work));
      const options = pickCutoutOptions(work.options);
      // The configured host cannot transform a picture of the embedded one, and a result of test mode is watermarked:
      // both are stored as new pictures.
      const isView = maskPublicId === null && isPlain(options) && !isTestAccount(userId);
      if (!isView || asset.isEmbedded) {
        return await finishCutout(asset, { work, options, background, signal, report });
      }
      let found: Box | undefined;
      let sizeBytes: number | undefined;
      const url = await imageHost().makeCutout(asset, {
        signal,
        caller: userId,
        onStart: () => report("cutout"),
        onBox: (box) => {
          found = box;
        },
        onSize: (size) => {
          sizeBytes = size;
        },
      });
      const { width, height } = asset;
      const made = { contentType: "image/png", engine: currentEngine };
      const boundingBox = found ?? (await measureCutout(url, { caller: userId, signal }));
      return { url, publicId: null, width, height, sizeBytes, ...made, boundingBox };
    } finally {
      await background?.dispose();
    }
  },
};

/** Whether the options describe the image host's own cut-out. */
function isPlain({
  format = "png",
  background,
  trim = false,
  margin,
  output = "cutout",
}: CutoutOptions): boolean {
  return format === "png" && background === undefined && !trim && margin === undefined && output === "cutout";
}
