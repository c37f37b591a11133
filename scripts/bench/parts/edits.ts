import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Picture } from "#lib/testing/imaging/edge-quality.ts";
import {
  busiestRegion,
  type EditPlan,
  inside,
  pixelAt,
  recolor,
  redraw,
  smear,
  wipe,
} from "#lib/testing/imaging/edited-pictures.ts";

export type Random = () => number;

export interface EditKind {
  name: string;
  /** Whether the product is unchanged; light, place and size may differ. */
  isTrue: boolean;
  /** Whether the whole product is recolored, which does not show on a gray product. */
  isRecolored?: true;
  alter?: (product: Picture, random: Random) => Picture | Promise<Picture>;
  /** Changes to the placement plan. */
  plan?: (plan: EditPlan, random: Random) => Partial<EditPlan>;
}

/** Side of an altered region, as a fraction of the product's longer side. */
const regionShare = 0.2;

function regionOf(product: Picture) {
  const box = visibleBox(product);
  const side = Math.round(regionShare * Math.max(box.width, box.height));
  return busiestRegion(product, Math.min(side, product.width - 2, product.height - 2));
}

export function visibleBox({ rgba, width, height }: Picture) {
  const box = boundingBox(width, height, (i) => (rgba[i * 4 + 3] ?? 0) >= 48);
  if (box === null) throw new Error("no product");
  return box;
}

export function asCutOut(product: Picture): ProductCutOut {
  return { ...product, box: visibleBox(product) };
}

/** Light and place differ in every edit, also in the kinds without a `plan`. */
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
  { name: "repainted", isTrue: false, alter: (product) => smear(product, productSide(product) / 150) },
  { name: "part removed", isTrue: false, alter: cutOff },
  { name: "part added on it", isTrue: false, alter: (product) => addDisc(product, 0.5, 0.55) },
  { name: "part added beside", isTrue: false, alter: (product) => addDisc(product, 1.0, 0.45) },
  { name: "stretched 4 %", isTrue: false, alter: (product) => stretch(product, 1.04) },
];

function productSide(product: Picture) {
  const { width, height } = visibleBox(product);
  return Math.max(width, height);
}

/** RGB gains in linear light for a brightness and a warmth (−1 cool … 1 candle). */
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

/** Draws glyphs of five by seven dots in a contrasting color on the region's mean color. */
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

/** Removes the upper right part of the product, about a twelfth of it. */
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

/** Draws a disc in a slightly darker tone of the product's color, at (u, v) of its box. */
function addDisc(product: Picture, u: number, v: number): Picture {
  const box = visibleBox(product);
  const radius = 0.09 * Math.max(box.width, box.height);
  const y = box.top + v * box.height;
  // u = 1 centres the disc on the outline, so that half of it is outside.
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
