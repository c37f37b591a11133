import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import { linearLight } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { remainsReach } from "./bounds.ts";
import type { Bounds, Framed } from "./frame.ts";
import { type ProductView, viewProduct } from "./pictures.ts";
import { findRemains, rim, spreadWhere, stepsFrom } from "./remains.ts";
import { boundsOf, invert, type Similarity } from "./similarity.ts";

/** The scene around and behind a product in a framed edit, without the product that the edit painted. */
export interface Surroundings {
  /** Its pose in the frame, in pixels. */
  bounds: Bounds;
  /** Linear light × 3. */
  color: Field;
  /** Share by which `color` replaces the edit's: 1 at the product and its remains around, 0 elsewhere. */
  share: Field;
  /** Area of the edit's product outside of the true outline, as a share of the product. */
  remains: number;
  /** The part of it at the end of the searched distance, which may continue beyond. */
  open: number;
}

/** Longer side, in pixels, at which all this is computed; it limits how sharp edges are. */
const side = 512;
/** Pixels over which a remainder blends into the scene. */
const softEdge = 4;

interface Patch {
  bounds: Bounds;
  width: number;
  height: number;
  /** The edit, linear light × 3. */
  edited: Field;
  /** The product's alpha at its placement. */
  alpha: Field;
}

/**
 * Finds where an edit shows its own product outside of the true outline, and fills these pixels from the scene around
 * (pull–push). A remainder is connected to the outline, and closer in color to what the edit shows inside of it than
 * to the scene outside. Under the product's foot nothing counts as a remainder: shadows and reflections belong to the
 * scene.
 */
export async function clearSurroundings(
  framed: Framed,
  product: ProductCutOut,
  pose: Similarity,
): Promise<Surroundings> {
  const patch = await cutPatch(framed, product, pose);
  const { alpha, width, height } = patch;
  const box = product.box;
  const reach = Math.ceil(
    (remainsReach * Math.max(box.width, box.height) * Math.hypot(pose.a, pose.b) * framed.scaleX * width) /
      (patch.bounds.right - patch.bounds.left),
  );
  const distance = stepsFrom(alpha, reach);
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
  // A remainder's own edge is mixed with the scene, so it is replaced too.
  const beyond = stepsFrom(share, softEdge + 1);
  const isFilled = (i: number) => (distance[i] as number) <= rim + 1 || (beyond[i] as number) <= softEdge;
  const color = spreadWhere(patch.edited, (i) => !isFilled(i));
  for (let i = 0; i < share.data.length; i++) share.data[i] = isFilled(i) ? 1 : 0;
  blurField(share, 0.7);
  total = Math.max(1, total);
  return { bounds: patch.bounds, color, share, remains: remains / total, open: open / total };
}

async function cutPatch(framed: Framed, product: ProductCutOut, pose: Similarity): Promise<Patch> {
  const around = boundsOf(pose, product.box);
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
  const alpha = drawAlpha(view, product, { pose, framed, bounds, size });
  return { bounds, ...size, edited: linearLight(rgb, size), alpha };
}

interface Drawing {
  pose: Similarity;
  framed: Framed;
  bounds: Bounds;
  size: Size;
}

/** Draws the product's alpha at its pose in the patch. */
function drawAlpha(view: ProductView, { box }: ProductCutOut, drawing: Drawing): Field {
  const { pose, framed, bounds, size } = drawing;
  const back = invert(pose);
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
