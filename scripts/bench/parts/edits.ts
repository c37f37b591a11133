import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { toOklab } from "#lib/imaging/fidelity/oklab.ts";
import { boundingBox } from "#lib/imaging/matting/mask.ts";
import { linearOfByte } from "#lib/imaging/renderer/color.ts";
import { blurField, createField } from "#lib/imaging/renderer/field.ts";
import type { ProductCutOut } from "#lib/imaging/renderer/product.ts";
import type { Picture } from "#lib/testing/imaging/edge-quality.ts";
import {
  busiestRegion,
  type EditPlan,
  inside,
  pixelAt,
  placedLayer,
  recolor,
  redraw,
  smear,
  wipe,
} from "#lib/testing/imaging/edited-pictures.ts";
import { pick } from "#lib/testing/random.ts";

type Random = () => number;

export interface EditKind {
  name: string;
  /** Whether the product stays as it is; light, place and size may be others. */
  isTrue: boolean;
  /** Whether all of it has other colors: a gray product then looks the same. */
  isRecolored?: true;
  alter?: (product: Picture, random: Random) => Picture | Promise<Picture>;
  /** What is different about its place. */
  plan?: (plan: EditPlan, random: Random) => Partial<EditPlan>;
}

/** Side of a region that is altered, as a share of the product's longer side. */
const regionShare = 0.2;

function regionOf(product: Picture) {
  const box = visibleBox(product);
  const side = Math.round(regionShare * Math.max(box.width, box.height));
  return busiestRegion(product, Math.min(side, product.width - 2, product.height - 2));
}

function visibleBox({ rgba, width, height }: Picture) {
  const box = boundingBox(width, height, (i) => (rgba[i * 4 + 3] ?? 0) >= 48);
  if (box === null) throw new Error("no product");
  return box;
}

export function asCutOut(product: Picture): ProductCutOut {
  return { ...product, box: visibleBox(product) };
}

/** Light and place differ in every edit, also in these. */
export const editKinds: readonly EditKind[] = [
  { name: "relit", isTrue: true },
  {
    name: "dim and warm",
    isTrue: true,
    plan: (plan) => ({ gain: light(0.8, 0.5), blurSigma: plan.blurSigma }),
  },
  { name: "bright and cool", isTrue: true, plan: () => ({ gain: light(1.25, -0.6) }) },
  { name: "soft, small", isTrue: true, plan: (plan) => ({ scale: plan.scale * 0.75, blurSigma: 1 }) },
  { name: "moved 8 px", isTrue: true, plan: ({ x, y }) => ({ x: x + 8, y: y - 8 }) },
  { name: "scaled 2 %", isTrue: true, plan: ({ scale }) => ({ scale: scale * 1.02 }) },
  { name: "turned 2°", isTrue: true, plan: ({ turnDeg }) => ({ turnDeg: turnDeg + 2 }) },
  { name: "logo: other signs", isTrue: false, alter: writeSigns },
  { name: "logo: mirrored", isTrue: false, alter: mirrorRegion },
  { name: "text bent", isTrue: false, alter: bendRegion },
  {
    name: "text wiped out",
    isTrue: false,
    alter: (product) => wipe(product, shrunk(regionOf(product), 0.8)),
  },
  {
    name: "hue +15°",
    isTrue: false,
    isRecolored: true,
    alter: (product) => recolor(product, { hueDeg: 15 }),
  },
  {
    name: "hue −15°",
    isTrue: false,
    isRecolored: true,
    alter: (product) => recolor(product, { hueDeg: -15 }),
  },
  {
    name: "saturation × 0.6",
    isTrue: false,
    isRecolored: true,
    alter: (product) => recolor(product, { saturation: 0.6 }),
  },
  {
    name: "saturation × 1.5",
    isTrue: false,
    isRecolored: true,
    alter: (product) => recolor(product, { saturation: 1.5 }),
  },
  { name: "repainted", isTrue: false, alter: (product) => smear(product, productSide(product) / 250) },
  { name: "part removed", isTrue: false, alter: cutOff },
  { name: "part added on it", isTrue: false, alter: (product) => addDisc(product, 0.5, 0.55) },
  { name: "part added beside", isTrue: false, alter: (product) => addDisc(product, 1.0, 0.45) },
  { name: "stretched 4 %", isTrue: false, alter: (product) => stretch(product, 1.04) },
];

function productSide(product: Picture) {
  const { width, height } = visibleBox(product);
  return Math.max(width, height);
}

/** Gains of linear light: brightness, and warmth (−1 cool … 1 candle). */
function light(level: number, warmth: number): [number, number, number] {
  return [level * (1 + 0.16 * warmth), level, level * (1 - 0.3 * warmth)];
}

export function randomLight(random: Random): [number, number, number] {
  return light(0.8 + 0.45 * random(), -0.5 + random());
}

function shrunk({ left, top, width, height }: ReturnType<typeof regionOf>, factor: number) {
  const [dx, dy] = [(width * (1 - factor)) / 2, (height * (1 - factor)) / 2];
  return { left: left + dx, top: top + dy, width: width * factor, height: height * factor };
}

/** Signs of five by seven dots, in a color that contrasts, on the region's own mean color. */
function writeSigns(product: Picture, random: Random): Picture {
  const region = regionOf(product);
  const dots = Array.from({ length: 4 * 35 }, () => random() < 0.5);
  const blank = wipe(product, shrunk(region, 0.9));
  const [r, g, b] = pixelAt(blank, region.left + region.width / 2, region.top + region.height / 2);
  const ink = r + g + b > 300 ? 40 : 215;
  const cell = region.width / 26;
  return redraw(blank, (x, y, own) => {
    const column = Math.floor((x - region.left) / cell) - 1;
    const row = Math.floor((y - region.top - region.height * 0.36) / cell);
    if (column < 0 || column >= 24 || column % 6 === 5 || row < 0 || row >= 7) return own;
    const dot = dots[Math.floor(column / 6) * 35 + row * 5 + (column % 6)];
    return dot && own[3] > 0 ? [ink, ink, ink, own[3]] : own;
  });
}

function mirrorRegion(product: Picture): Picture {
  const region = regionOf(product);
  return redraw(product, (x, y, own) => {
    if (!inside(region, x, y)) return own;
    const [r, g, b, alpha] = pixelAt(product, 2 * region.left + region.width - 1 - x, y);
    return alpha === 255 && own[3] === 255 ? [r, g, b, 255] : own;
  });
}

function bendRegion(product: Picture): Picture {
  const region = regionOf(product);
  const reach = productSide(product) * 0.008;
  return redraw(product, (x, y, own) => {
    if (!inside(region, x, y)) return own;
    const u = (x - region.left) / region.width;
    const v = (y - region.top) / region.height;
    const fade = Math.sin(Math.PI * u) * Math.sin(Math.PI * v);
    const [r, g, b, alpha] = pixelAt(product, x, y + reach * 1.4 * fade * Math.sin(u * 4 * Math.PI));
    return alpha === 255 && own[3] === 255 ? [r, g, b, 255] : own;
  });
}

/** The upper right part of the product, about a twelfth of it, gone. */
function cutOff(product: Picture): Picture {
  const box = visibleBox(product);
  let total = 0;
  for (let i = 3; i < product.rgba.length; i += 4) total += (product.rgba[i] as number) / 255;
  let [limit, seen] = [box.left + box.width, 0];
  while (seen < total / 12 && limit > box.left) {
    limit -= 1;
    for (let y = box.top; y < box.top + box.height; y++) seen += pixelAt(product, limit, y)[3] / 255;
  }
  return redraw(product, (x, _y, own) => (x >= limit ? [own[0], own[1], own[2], 0] : own));
}

/** A disc in the product's own color, a little darker, at a place of its box. */
function addDisc(product: Picture, u: number, v: number): Picture {
  const box = visibleBox(product);
  const radius = 0.09 * Math.max(box.width, box.height);
  const y = box.top + v * box.height;
  // On the outline where that is asked for: half of the disc is then outside.
  let x = box.left + u * box.width;
  if (u === 1) while (pixelAt(product, x, y)[3] < 128 && x > box.left) x -= 1;
  const [r, g, b] = pixelAt(product, x - (u === 1 ? 8 : 0), y);
  const darker = (value: number) => Math.round(value > 60 ? value * 0.8 : value + 30);
  return redraw(product, (column, row, own) =>
    Math.hypot(column - x, row - y) < radius ? [darker(r), darker(g), darker(b), 255] : own,
  );
}

function stretch(product: Picture, factor: number): Picture {
  const { left, width } = visibleBox(product);
  const middle = left + width / 2;
  return redraw(product, (x, y) => pixelAt(product, middle + (x - middle) / factor, y));
}

const shapes = [
  { width: 1024, height: 1024 },
  { width: 1376, height: 768 },
  { width: 896, height: 1200 },
] as const;

/** Where and how the product appears: anywhere inside the frame, 0.45 to 1.3 of its relative size, turned a little. */
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

const backdropFolder = new URL("../../../lib/imaging/renderer/backdrops/", import.meta.url);

/** One of the renderer's rooms and surfaces, as bytes × 3. */
export async function randomScene({ width, height }: EditPlan, random: Random): Promise<Uint8Array> {
  const folder = new URL(pick(random, ["rooms/", "surfaces/"]), backdropFolder);
  const file = new URL(pick(random, (await readdir(folder)).sort()), folder);
  return await sharp(file.pathname).resize(width, height, { fit: "cover" }).removeAlpha().raw().toBuffer();
}

/** Mean difference of two products' colors in OKLab × 100, lightness left out: 2 can just be seen. */
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

/** How far a photo is from the wanted one of the same size: inside the product, and in a rim around it. */
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
