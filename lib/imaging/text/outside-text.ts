import type { Box } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { clipBox, fitInside } from "../pixels/boxes.ts";
import { openPicture } from "../pixels/open-picture.ts";
import { boxOfLine, findLines } from "./find-lines.ts";
import { canReadText } from "./models.ts";
import { isText, lineUp, readLine } from "./read-line.ts";

/** Longest side, in pixels, at which a photo is read. */
const readSide = 1280;
/** Share of a text's box that must lie outside of the product's: a watermark may cross it. */
const leastOutside = 0.3;

/** The texts in a photo outside of its product's box, the largest first; null if this machine has too little memory. */
export async function findTextOutside(image: PictureInput, product: Box): Promise<string[] | null> {
  if (!canReadText()) return null;
  const picture = await openPicture(image);
  const size = fitInside(picture, readSide);
  const photo = { ...size, rgb: await picture.read(size, 3) };
  const scale = size.width / picture.width;
  const [left, top] = [product.left * scale, product.top * scale];
  const inPhoto = { left, top, width: product.width * scale, height: product.height * scale };
  const found: string[] = [];
  for (const line of await findLines(photo)) {
    const box = boxOfLine(line, photo);
    const inside = box && clipBox({ ...box, left: box.left - left, top: box.top - top }, inPhoto);
    if (!box || areaOf(box) - areaOf(inside) < leastOutside * areaOf(box)) continue;
    const read = await readLine(await lineUp(photo, line));
    if (isText(read)) found.push(read.text);
  }
  return found;
}

const areaOf = (box: Box | null) => (box === null ? 0 : box.width * box.height);
