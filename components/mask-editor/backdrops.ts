import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Work } from "./brush.ts";

/** The backdrop behind the product. `overlay` shows the whole picture with the removed parts in red. */
export const backdrops = ["checkerboard", "black", "white", "product", "overlay"] as const;
export type Backdrop = (typeof backdrops)[number];

const red = [226, 32, 60] as const;
/** Opacity of the red over removed parts. */
const redShare = 0.62;

/** Renders a part of the picture over a backdrop; the checkerboard shows through transparent pixels. */
export function drawPart({ picture, mask }: Work, box: Box, backdrop: Backdrop): ImageData {
  const image = new ImageData(box.width, box.height);
  const { data } = image;
  const isOverlay = backdrop === "overlay";
  for (let y = 0; y < box.height; y += 1) {
    const row = (box.top + y) * mask.width + box.left;
    for (let x = 0; x < box.width; x += 1) {
      const from = (row + x) * 4;
      const to = (y * box.width + x) * 4;
      const alpha = mask.values[row + x] ?? 0;
      const share = isOverlay ? (1 - alpha / 255) * redShare : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const color = picture.rgba[from + channel] ?? 0;
        data[to + channel] = color + ((red[channel] ?? 0) - color) * share;
      }
      data[to + 3] = isOverlay ? 255 : alpha;
    }
  }
  return image;
}
