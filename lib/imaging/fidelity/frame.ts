import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import { createField } from "#lib/imaging/pixels/field.ts";
import { smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { createWeightedPixels, spreadKnown } from "#lib/imaging/pixels/pull-push.ts";
import { createRowSampler } from "#lib/imaging/pixels/sampling.ts";
import type { EditedPicture } from "./pictures.ts";

/** Sides in pixels; right and bottom are exclusive. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An edited picture at the requested size; (x, y) of the edit is at (x · scaleX + x0, y · scaleY + y0). */
export interface Framed extends Size {
  /** sRGB bytes × 3. */
  rgb: Uint8Array;
  scaleX: number;
  scaleY: number;
  x0: number;
  y0: number;
}

/** Margin around the product that is kept when the picture is cropped, as a share of the product's longer side. */
const margin = 0.04;
/** Longer side, in pixels, at which the area beyond the edit is synthesized. */
const beyondSide = 192;
/** Longest side at which an edit is read for framing. */
const mostReadSide = 5_600;

/**
 * Brings an edited picture to exactly the requested size: cropped to its aspect ratio around the product, never
 * through it. Where the picture does not suffice, it is extended by mirroring, which fades into a soft continuation
 * of its colors.
 */
export async function frameEdited(edited: EditedPicture, product: Bounds, size: Size): Promise<Framed> {
  const window = chooseWindow(edited, product, size.width / size.height);
  const read = fitInside(edited, mostReadSide);
  const [toX, toY] = [read.width / edited.width, read.height / edited.height];
  const left = Math.max(0, Math.round(window.left * toX));
  const top = Math.max(0, Math.round(window.top * toY));
  const part = {
    left,
    top,
    width: Math.max(1, Math.min(read.width, Math.round(window.right * toX)) - left),
    height: Math.max(1, Math.min(read.height, Math.round(window.bottom * toY)) - top),
  };
  const [zoomX, zoomY] = [
    size.width / (window.right - window.left),
    size.height / (window.bottom - window.top),
  ];
  // Where that part lies in the frame: it fills it, unless the window extends beyond the edit.
  const place = {
    left: window.left < 0 ? Math.round(-window.left * zoomX) : 0,
    top: window.top < 0 ? Math.round(-window.top * zoomY) : 0,
    right: window.right > edited.width ? Math.round((edited.width - window.left) * zoomX) : size.width,
    bottom: window.bottom > edited.height ? Math.round((edited.height - window.top) * zoomY) : size.height,
  };
  const shown = { width: place.right - place.left, height: place.bottom - place.top };
  const pixels = await sharp(await edited.read(read), { raw: { ...read, channels: 3 } })
    .extract(part)
    .resize({ ...shown, fit: "fill" })
    .raw()
    .toBuffer();
  const scaleX = (shown.width / part.width) * toX;
  const scaleY = (shown.height / part.height) * toY;
  const framed = {
    ...size,
    scaleX,
    scaleY,
    x0: place.left - (part.left / toX) * scaleX,
    y0: place.top - (part.top / toY) * scaleY,
  };
  if (shown.width === size.width && shown.height === size.height) return { ...framed, rgb: pixels };
  const around = {
    left: product.left * scaleX + framed.x0,
    top: product.top * scaleY + framed.y0,
    right: product.right * scaleX + framed.x0,
    bottom: product.bottom * scaleY + framed.y0,
  };
  return { ...framed, rgb: goOn(pixels, { place, size, product: around }) };
}

/** Chooses the largest window of that aspect ratio, as central as the product allows; beyond the edit if needed. */
function chooseWindow(edited: Size, product: Bounds, shape: number): Bounds {
  const room = margin * Math.max(product.right - product.left, product.bottom - product.top);
  const needed = {
    left: product.left < 0 ? product.left - room : Math.max(0, product.left - room),
    top: product.top < 0 ? product.top - room : Math.max(0, product.top - room),
    right: product.right > edited.width ? product.right + room : Math.min(edited.width, product.right + room),
    bottom:
      product.bottom > edited.height ? product.bottom + room : Math.min(edited.height, product.bottom + room),
  };
  const cut = Math.min(edited.width, edited.height * shape);
  const width = Math.max(cut, needed.right - needed.left, (needed.bottom - needed.top) * shape);
  const height = width / shape;
  const left = fitSpan(width, edited.width, needed.left, needed.right);
  const top = fitSpan(height, edited.height, needed.top, needed.bottom);
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns the start of a span: centered in the whole, inside it if it fits, and around from..to. */
function fitSpan(length: number, whole: number, from: number, to: number): number {
  const middle = (whole - length) / 2;
  const inside = length <= whole ? Math.min(Math.max(middle, 0), whole - length) : middle;
  return Math.min(Math.max(inside, to - length), from);
}

/** Fills a frame of which only `place` has pixels. */
function goOn(
  pixels: Uint8Array,
  { place, size, product }: { place: Bounds; size: Size; product: Bounds },
): Uint8Array {
  const { width, height } = size;
  const shown = { width: place.right - place.left, height: place.bottom - place.top };
  const beyond = spreadLight(pixels, { place, size, product });
  const rows = createRowSampler(beyond, width, height);
  const line = new Float32Array(width * 3);
  // The mirror image fades out before it would repeat the product.
  const reach = {
    left: Math.max(1, 0.8 * (product.left - place.left)),
    right: Math.max(1, 0.8 * (place.right - product.right)),
    top: Math.max(1, 0.8 * (product.top - place.top)),
    bottom: Math.max(1, 0.8 * (place.bottom - product.bottom)),
  };
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = mirror(y - place.top, shown.height);
    const farY = y < place.top ? (place.top - y) / reach.top : (y - place.bottom + 1) / reach.bottom;
    const isBeyond = y < place.top || y >= place.bottom;
    rows(y, line);
    for (let x = 0; x < width; x++) {
      const column = mirror(x - place.left, shown.width);
      const farX = x < place.left ? (place.left - x) / reach.left : (x - place.right + 1) / reach.right;
      const far = Math.max(isBeyond ? farY : 0, x < place.left || x >= place.right ? farX : 0);
      const soft = smoothstep(0, 1, far);
      const from = (row * shown.width + column) * 3;
      const to = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const near = pixels[from + c] as number;
        rgb[to + c] = Math.round(near + soft * ((line[x * 3 + c] as number) - near));
      }
    }
  }
  return rgb;
}

function mirror(index: number, length: number): number {
  const period = 2 * length;
  const wrapped = ((index % period) + period) % period;
  return wrapped < length ? wrapped : period - 1 - wrapped;
}

/** The frame at low resolution (sRGB codes): unknown areas and the product are filled from their surroundings. */
function spreadLight(
  pixels: Uint8Array,
  { place, size, product }: { place: Bounds; size: Size; product: Bounds },
) {
  const small = fitInside(size, beyondSide);
  const shownWidth = place.right - place.left;
  const spread = createWeightedPixels(small.width, small.height, 3);
  for (let y = 0; y < small.height; y++) {
    const row = Math.floor(((y + 0.5) * size.height) / small.height);
    for (let x = 0; x < small.width; x++) {
      const column = Math.floor(((x + 0.5) * size.width) / small.width);
      const isShown = column >= place.left && column < place.right && row >= place.top && row < place.bottom;
      const isProduct =
        column >= product.left && column < product.right && row >= product.top && row < product.bottom;
      if (!isShown || isProduct) continue;
      const at = y * small.width + x;
      const from = ((row - place.top) * shownWidth + column - place.left) * 3;
      for (let c = 0; c < 3; c++) spread.values[at * 3 + c] = pixels[from + c] as number;
      spread.weights[at] = 1;
    }
  }
  spreadKnown(spread);
  const field = createField(small.width, small.height, 3);
  field.data.set(spread.values);
  return field;
}
