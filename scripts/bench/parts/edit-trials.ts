import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { linearOfByte, toOklab } from "#lib/imaging/pixels/color.ts";
import { blurField, createField } from "#lib/imaging/pixels/field.ts";
import type { Picture } from "#lib/testing/imaging/edge-quality.ts";
import { type EditPlan, placedLayer } from "#lib/testing/imaging/edited-pictures.ts";
import { pick } from "#lib/testing/random.ts";
import { type Random, randomLight, visibleBox } from "./edits.ts";

const shapes = [
  { width: 1024, height: 1024 },
  { width: 1376, height: 768 },
  { width: 896, height: 1200 },
] as const;

/** Random placement of the product: anywhere inside the frame, 0.45 to 1.3 of its relative size, slightly rotated. */
export function randomPlan(product: Picture, random: Random): EditPlan {
  const { width, height } = pick(random, shapes);
  const box = visibleBox(product);
  const side = Math.max(box.width, box.height);
  const relative = side / Math.sqrt(product.width * product.height);
  const wanted = (relative * (0.5 + 0.8 * random()) * Math.sqrt(width * height)) / side;
  const scale = Math.min(wanted, 0.88 * Math.min(width / box.width, height / box.height));
  const turnDeg = 16 * (random() - 0.5);
  const angle = (turnDeg * Math.PI) / 180;
  const [dx, dy] = [
    (box.left + box.width / 2 - product.width / 2) * scale,
    (box.top + box.height / 2 - product.height / 2) * scale,
  ];
  const roomX = Math.max(0, width - box.width * scale * 1.15);
  const roomY = Math.max(0, height - box.height * scale * 1.15);
  const middleX = width / 2 + (random() - 0.5) * 0.8 * roomX;
  const middleY = height / 2 + (random() - 0.5) * 0.8 * roomY;
  return {
    width,
    height,
    x: middleX - (dx * Math.cos(angle) - dy * Math.sin(angle)),
    y: middleY - (dx * Math.sin(angle) + dy * Math.cos(angle)),
    scale,
    turnDeg,
    gain: randomLight(random),
    slopeX: 0.3 * (random() - 0.5),
    slopeY: 0.3 * (random() - 0.5),
    blurSigma: 0.8 * random(),
    jpegQuality: 80,
  };
}

const backdropFolder = new URL("../../../lib/imaging/renderer/set/backdrops/", import.meta.url);

/** A random room or surface of the renderer, three bytes per pixel. */
export async function randomScene({ width, height }: EditPlan, random: Random): Promise<Uint8Array> {
  const folder = new URL(pick(random, ["rooms/", "surfaces/"]), backdropFolder);
  const file = new URL(pick(random, (await readdir(folder)).sort()), folder);
  return await sharp(file.pathname).resize(width, height, { fit: "cover" }).removeAlpha().raw().toBuffer();
}

/** Mean color difference of two products in OKLab × 100, without lightness: 2 is just visible. */
export function colorDifference(one: Picture, two: Picture): number {
  const [a, b] = [labOf(one), labOf(two)];
  let [sum, count] = [0, 0];
  for (let i = 0; i < a.width * a.height; i++) {
    if (one.rgba[i * 4 + 3] !== 255) continue;
    const difference = (c: number) => (a.data[i * 3 + c] as number) - (b.data[i * 3 + c] as number);
    sum += Math.hypot(difference(1), difference(2)) * 100;
    count += 1;
  }
  return sum / Math.max(1, count);
}

function labOf({ rgba, width, height }: Picture) {
  const light = createField(width, height, 3);
  for (let i = 0; i < light.data.length; i++) {
    light.data[i] = linearOfByte[rgba[Math.floor(i / 3) * 4 + (i % 3)] as number] as number;
  }
  return toOklab(light);
}

/** Errors of a photo against the wanted one of the same size: inside the product, and in a rim around it. */
export async function putBackErrors(
  photo: Uint8Array,
  wanted: Uint8Array,
  { truth, plan }: { truth: Picture; plan: EditPlan },
): Promise<{ inside: number; around: number }> {
  const [made, right] = await Promise.all([photo, wanted].map((jpeg) => sharp(jpeg).raw().toBuffer()));
  if (!made || !right) throw new Error("no picture");
  const layer = await placedLayer(truth, plan);
  const alpha = createField(plan.width, plan.height, 1);
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = layer.data[i * 4 + 3] as number;
  const near = blurField({ ...alpha, data: alpha.data.slice() }, 0.012 * Math.min(plan.width, plan.height));
  const sums = { inside: 0, around: 0 };
  const counts = { inside: 0, around: 0 };
  for (let i = 0; i < alpha.data.length; i++) {
    const opacity = alpha.data[i] as number;
    const where =
      opacity > 0.99 ? "inside" : opacity < 0.01 && (near.data[i] as number) > 0.02 ? "around" : null;
    if (where === null) continue;
    for (let c = i * 3; c < i * 3 + 3; c++)
      sums[where] += Math.abs((made[c] as number) - (right[c] as number)) / 3;
    counts[where] += 1;
  }
  return {
    inside: sums.inside / Math.max(1, counts.inside),
    around: sums.around / Math.max(1, counts.around),
  };
}
