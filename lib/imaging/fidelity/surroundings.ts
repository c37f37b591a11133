import sharp from "sharp";
import type { Size } from "#lib/imaging/matting/open-picture.ts";
import { createWeightedPixels, spreadKnown } from "#lib/imaging/matting/pull-push.ts";
import { blurField, clamp, createField, type Field, sampleField } from "#lib/imaging/renderer/field.ts";
import type { ProductCutOut } from "#lib/imaging/renderer/product.ts";
import { remainsReach } from "./bounds.ts";
import type { Bounds, Framed } from "./frame.ts";
import { erode } from "./masked.ts";
import { toOklab } from "./oklab.ts";
import { fitInside, linearLight, type ProductView, viewProduct } from "./pictures.ts";
import { boundsOf, invert, type Similarity } from "./similarity.ts";

/** The scene around and behind a product in a framed edit, without what the edit painted of it. */
export interface Surroundings {
  /** Where in the frame, in pixels. */
  bounds: Bounds;
  /** Linear light × 3. */
  color: Field;
  /** How far `color` replaces the edit's: 1 at the product and at what is left of it around, 0 elsewhere. */
  share: Field;
  /** What of the edit's product shows outside of the true outline, as a share of the product. */
  remains: number;
  /** The same for what reaches as far as was looked: it may go on beyond. */
  open: number;
}

/** Longer side at which all this is found, in pixels; edges are as soft as it allows. */
const side = 512;
/** Pixels around the outline that always are made new: an edit's own edge is soft too. */
const rim = 2;
/** Pixels over which a remainder turns into the scene. */
const softEdge = 4;
/** Distance in OKLab within which something outside goes on what is inside. */
const sameSurface = 0.08;
/** Distance in OKLab from the scene from which a remainder would show. */
const visibleContrast = 0.07;

/** Share of the product's height around which shadows and mirror images lie, not only under it. */
const foot = 0.12;

interface Patch {
  bounds: Bounds;
  width: number;
  height: number;
  /** The edit, linear light × 3. */
  edited: Field;
  /** The product's alpha, where its own pixels lie. */
  alpha: Field;
}

/**
 * Finds what an edit shows of its own product around the true outline, and makes up the scene there from what is
 * around (pull–push). A remainder is joined to the outline and nearer in color to what the edit shows inside of it than
 * to the scene outside. Under the product's foot nothing is taken for one: shadows and mirror images are the
 * scene's.
 */
export async function clearSurroundings(
  framed: Framed,
  product: ProductCutOut,
  place: Similarity,
): Promise<Surroundings> {
  const patch = await cutPatch(framed, product, place);
  const { alpha, width, height } = patch;
  const box = product.box;
  const reach = Math.ceil(
    (remainsReach * Math.max(box.width, box.height) * Math.hypot(place.a, place.b) * framed.scaleX * width) /
      (patch.bounds.right - patch.bounds.left),
  );
  const distance = distanceFrom(alpha, reach);
  const scene = spreadWhere(patch.edited, (i) => (distance[i] as number) > reach);
  const marks = findRemains(patch, scene, { distance, reach });
  const share = createField(width, height, 1);
  let [total, remains, open] = [0, 0, 0];
  for (let i = 0; i < share.data.length; i++) {
    total += alpha.data[i] as number;
    if (marks[i] === 1) {
      remains += 1;
      if ((distance[i] as number) >= reach) open += 1;
    }
    share.data[i] = marks[i] as number;
  }
  // A remainder's own edge is mixed with the scene: it goes too.
  const beyond = distanceFrom(share, softEdge + 1);
  const isFilled = (i: number) => (distance[i] as number) <= rim + 1 || (beyond[i] as number) <= softEdge;
  const color = spreadWhere(patch.edited, (i) => !isFilled(i));
  for (let i = 0; i < share.data.length; i++) share.data[i] = isFilled(i) ? 1 : 0;
  blurField(share, 0.7);
  total = Math.max(1, total);
  return { bounds: patch.bounds, color, share, remains: remains / total, open: open / total };
}

async function cutPatch(framed: Framed, product: ProductCutOut, place: Similarity): Promise<Patch> {
  const around = boundsOf(place, product.box);
  const room = 1.6 * remainsReach * Math.max(around.right - around.left, around.bottom - around.top) + 6;
  const inFrame = (x: number, scale: number, zero: number, limit: number) =>
    clamp(Math.round(x * scale + zero), 0, limit);
  const bounds = {
    left: inFrame(around.left - room, framed.scaleX, framed.x0, framed.width - 1),
    top: inFrame(around.top - room, framed.scaleY, framed.y0, framed.height - 1),
    right: inFrame(around.right + room, framed.scaleX, framed.x0, framed.width),
    bottom: inFrame(around.bottom + room, framed.scaleY, framed.y0, framed.height),
  };
  const part = {
    left: bounds.left,
    top: bounds.top,
    width: Math.max(1, bounds.right - bounds.left),
    height: Math.max(1, bounds.bottom - bounds.top),
  };
  const size = fitInside(part, side);
  const rgb = await sharp(framed.rgb, { raw: { width: framed.width, height: framed.height, channels: 3 } })
    .extract(part)
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer();
  const view = await viewProduct(product, side);
  const alpha = drawAlpha(view, product, { place, framed, bounds, size });
  return { bounds, ...size, edited: linearLight(rgb, size), alpha };
}

interface Drawing {
  place: Similarity;
  framed: Framed;
  bounds: Bounds;
  size: Size;
}

/** The product's alpha as it lies in the patch. */
function drawAlpha(view: ProductView, { box }: ProductCutOut, drawing: Drawing): Field {
  const { place, framed, bounds, size } = drawing;
  const back = invert(place);
  const alpha = createField(size.width, size.height, 1);
  const stepX = (bounds.right - bounds.left) / size.width;
  const stepY = (bounds.bottom - bounds.top) / size.height;
  for (let y = 0; y < size.height; y++) {
    const editY = (bounds.top + (y + 0.5) * stepY - framed.y0) / framed.scaleY;
    for (let x = 0; x < size.width; x++) {
      const editX = (bounds.left + (x + 0.5) * stepX - framed.x0) / framed.scaleX;
      const u = (back.a * editX - back.b * editY + back.x) / box.width;
      const v = (back.b * editX + back.a * editY + back.y) / box.height;
      if (Math.abs(u) >= 0.5 || Math.abs(v) >= 0.5) continue;
      const [column, row] = [(u + 0.5) * view.width - 0.5, (v + 0.5) * view.height - 0.5];
      alpha.data[y * size.width + x] = sampleField(view.alpha, column, row);
    }
  }
  return alpha;
}

/** Keeps the pixels that are known and fills the others from them. */
function spreadWhere(light: Field, isKnown: (index: number) => boolean): Field {
  const spread = createWeightedPixels(light.width, light.height, 3);
  for (let i = 0; i < spread.weights.length; i++) {
    if (!isKnown(i)) continue;
    spread.weights[i] = 1;
    for (let c = i * 3; c < i * 3 + 3; c++) spread.values[c] = light.data[c] as number;
  }
  spreadKnown(spread);
  return { width: light.width, height: light.height, channels: 3, data: spread.values };
}

/** Steps (to all eight neighbors) from where the plane is more than 2 %; `limit` + 1 beyond the limit. */
function distanceFrom({ width, height, data }: Field, limit: number): Uint16Array {
  const distance = new Uint16Array(data.length).fill(limit + 1);
  let front: number[] = [];
  for (let i = 0; i < data.length; i++) {
    if ((data[i] as number) <= 0.02) continue;
    distance[i] = 0;
    front.push(i);
  }
  for (let step = 1; step <= limit && front.length > 0; step++) {
    const next: number[] = [];
    for (const at of front) {
      const x = at % width;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const neighbor = at + dy * width + dx;
          if (x + dx < 0 || x + dx >= width || neighbor < 0 || neighbor >= height * width) continue;
          if ((distance[neighbor] as number) <= step) continue;
          distance[neighbor] = step;
          next.push(neighbor);
        }
      }
    }
    front = next;
  }
  return distance;
}

function findRemains(
  { width, height, edited, alpha }: Patch,
  scene: Field,
  { distance, reach }: { distance: Uint16Array; reach: number },
): Uint8Array {
  const opaque = createField(width, height, 1);
  for (let i = 0; i < opaque.data.length; i++) opaque.data[i] = (alpha.data[i] as number) > 0.95 ? 1 : 0;
  const inner = erode(opaque, rim);
  // What the edit shows along the inside of the outline, which may be the product or what was added to it.
  const painted = spreadWhere(edited, (i) => inner.data[i] === 1);
  const [own, there, behind] = [toOklab(painted), toOklab(edited), toOklab(scene)];
  const difference = (one: Field, two: Field, i: number) =>
    Math.hypot(
      (one.data[i * 3] as number) - (two.data[i * 3] as number),
      (one.data[i * 3 + 1] as number) - (two.data[i * 3 + 1] as number),
      (one.data[i * 3 + 2] as number) - (two.data[i * 3 + 2] as number),
    );
  const lowest = lowestRows(alpha);
  const isLike = (i: number) =>
    Math.floor(i / width) <= (lowest[i % width] as number) &&
    difference(own, behind, i) > visibleContrast &&
    difference(there, behind, i) > visibleContrast &&
    difference(there, own, i) < Math.min(sameSurface, 0.5 * difference(there, behind, i));
  const marks = new Uint8Array(width * height);
  let front: number[] = [];
  for (let i = 0; i < marks.length; i++) if ((distance[i] as number) <= rim) front.push(i);
  while (front.length > 0) {
    const next: number[] = [];
    for (const at of front) {
      for (const neighbor of [at - 1, at + 1, at - width, at + width]) {
        if (neighbor < 0 || neighbor >= marks.length || marks[neighbor] === 1) continue;
        const away = distance[neighbor] as number;
        if (away <= rim || away > reach || !isLike(neighbor)) continue;
        marks[neighbor] = 1;
        next.push(neighbor);
      }
    }
    front = next;
  }
  return marks;
}

/** For each column the row down to which remains are looked for: the product's lowest, or where its foot begins. */
function lowestRows({ width, height, data }: Field): Int32Array {
  const lowest = new Int32Array(width).fill(-1);
  let [top, bottom] = [height, 0];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if ((data[y * width + x] as number) <= 0.5) continue;
      lowest[x] = y;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const footTop = bottom - foot * (bottom - top);
  return lowest.map((row) => Math.max(row, footTop));
}
