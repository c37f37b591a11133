import type { Box } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { type CutOutOptions, cutOut } from "../matting/cut-out.ts";
import { clipBox, scaleSize } from "../pixels/boxes.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { type OpenPicture, openPicture } from "../pixels/open-picture.ts";
import { boxOfLine, findLines } from "./find-lines.ts";
import { canReadText } from "./models.ts";
import { blurOf, lineUp, readLine } from "./read-line.ts";

/** Longest side, in pixels, at which a product is read. */
const readSide = 1280;
// Chosen on the samples, blurred and made smaller: their sharp lines have at most 0.06, and are read.
/** Blur (share of a line's height) from which it may be why the line is not read; less is another script. */
const leastBlur = 0.07;
const mostConfidence = 0.7;
/** A line is this much longer than high: patterns and ornaments are rounder. */
const leastElongation = 2.5;
/** Least alpha (0..255) of the product at the middle of its text. */
const solid = 128;

/** Cuts a product out, and finds its text that is too blurred to be read. */
export async function cutOutExamined(image: PictureInput, options: CutOutOptions): Promise<CutOut> {
  const cut = await cutOut(image, options);
  return canReadText() ? { ...cut, unreadable: await findUnreadable(await openPicture(image), cut) } : cut;
}

/** Boxes, in the cut-out's pixels, of lines on the product that its picture shows too blurred to be read. */
async function findUnreadable(picture: OpenPicture, cut: CutOut): Promise<Box[]> {
  const { box, reduced = 1, rgba, width } = cut;
  const scale = Math.min(1, readSide / (reduced * Math.max(box.width, box.height)));
  const size = scaleSize(picture, scale);
  const to = reduced * scale;
  const seen = { left: Math.floor(box.left * to), top: Math.floor(box.top * to), ...scaleSize(box, to) };
  const part = clipBox(seen, size);
  if (part === null) return [];
  const product = { rgb: await picture.readPart(size, part), width: part.width, height: part.height };
  const found: Box[] = [];
  for (const line of await findLines(product)) {
    const middle = Math.floor((line.y + part.top) / to) * width + Math.floor((line.x + part.left) / to);
    if (line.length < leastElongation * line.height || !((rgba[middle * 4 + 3] ?? 0) >= solid)) continue;
    const pixels = await lineUp(product, line);
    if (blurOf(pixels) < leastBlur || (await readLine(pixels)).confidence > mostConfidence) continue;
    const own = boxOfLine(line, product);
    if (own === null) continue;
    const start = {
      left: Math.round((own.left + part.left) / to),
      top: Math.round((own.top + part.top) / to),
    };
    found.push({ ...start, ...scaleSize(own, 1 / to) });
  }
  return found;
}
