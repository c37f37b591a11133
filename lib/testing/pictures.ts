import { fileURLToPath } from "node:url";
import sharp from "sharp";

const mug = fileURLToPath(new URL("../../public/samples/mug.jpg", import.meta.url));

/** A plain product picture, small, encoded as asked. */
export function productPicture(format: "jpeg" | "png" | "webp" = "jpeg", side = 480): Promise<Buffer> {
  return sharp(mug).resize(side, side, { fit: "cover" }).toFormat(format).toBuffer();
}

/** A picture with nothing in it. */
export function emptyPicture(): Promise<Buffer> {
  const create = { width: 320, height: 320, channels: 3, background: "#ffffff" } as const;
  return sharp({ create }).jpeg().toBuffer();
}
