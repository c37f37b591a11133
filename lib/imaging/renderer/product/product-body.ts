import type { ProductInFrame } from "./contact.ts";

/** A product as a body of revolution, in cells, against which rays from the ground are tested. */
export interface ProductBody {
  width: number;
  height: number;
  /** Half thickness (cells) per column and height above ground; 0 where it is empty. */
  depth: Float32Array;
  /** Of glass: the share of the light that each place blocks; null for what is opaque. */
  opacity: Float32Array | null;
  /** Depth offset (cells) of each column's foot. */
  offset: Float32Array;
  /** Largest distance (cells) of the body from the ground row, in front or behind. */
  reach: number;
  /** Distance from that row, in front and behind, over which samples are spread along a ray. */
  lookedAt: number;
}

/** The ground below a product, as the camera of the photo sees it. */
export interface SeenGround {
  /** Sine of its downward pitch. */
  pitchSin: number;
  /** Distance toward the camera (pixels at the product's scale) of the ground that is seen so many rows lower. */
  depthOf(rows: number): number;
}

export function flatGround(pitchSin: number): SeenGround {
  return { pitchSin, depthOf: (rows) => rows / pitchSin };
}

/** Inflates the outline of a product that was taken from straight above: it has no foot, and no row is nearer. */
export function inflateLying({ contact, ...product }: ProductInFrame, cell: number): ProductBody {
  const lowest = new Float32Array(product.alpha.width).fill(product.alpha.height);
  const lying = { ...contact, foot: lowest, bottom: lowest, groundY: product.alpha.height, upright: false };
  return inflate({ ...product, contact: lying }, cell, { pitchSin: 0, depthOf: () => 0 });
}

/** Inflates a product's outline to the thickness of a body of revolution. `cell` is in pixels of the frame. */
export function inflate(
  { alpha, contact, mirrored }: ProductInFrame,
  cell: number,
  { pitchSin, depthOf }: SeenGround = flatGround(contact.pitchSin),
): ProductBody {
  const width = Math.ceil(alpha.width / cell);
  const height = Math.ceil(alpha.height / cell);
  const depth = new Float32Array(width * height);
  const offset = new Float32Array(width);
  const cosine = Math.sqrt(1 - pitchSin ** 2);
  const cap = 0.55 * Math.min(width, height);
  const columnOf = (x: number) => Math.min(alpha.width - 1, Math.floor((x + 0.5) * cell));
  const above = new Float32Array(width * height);
  const opacity = mirrored ? new Float32Array(width * height) : null;
  for (let x = 0; x < width; x++) {
    const px = columnOf(x);
    const foot = contact.foot[px] as number;
    offset[x] = depthOf(foot - contact.groundY) / cell;
    for (let h = height - 1; h >= 0; h--) {
      const py = Math.floor(foot - (h + 0.25) * cell * cosine);
      const isSolid = py >= 0 && py < alpha.height && (alpha.data[py * alpha.width + px] as number) > 0.4;
      if (!isSolid) continue;
      above[h * width + x] = 1 + (h + 1 < height ? (above[(h + 1) * width + x] as number) : 0);
      const at = py * alpha.width + px;
      if (opacity && mirrored)
        opacity[h * width + x] = (mirrored.alpha.data[at] as number) / (alpha.data[at] as number);
    }
  }
  const power = 0.12 + 0.38 * contact.roundness;
  for (let h = 0; h < height; h++) {
    for (let x = 0; x < width; x++) {
      if (above[h * width + x] === 0) continue;
      let end = x;
      while (end + 1 < width && (above[h * width + end + 1] as number) > 0) end++;
      const half = (end - x + 1) / 2;
      const thickness = Math.min(cap, half * (0.6 + 0.4 * contact.roundness));
      for (let i = x; i <= end; i++) {
        const u = (i + 0.5 - x - half) / half;
        const px = columnOf(i);
        // No part of the body may be visible below its own outline, nor above it.
        const rise = contact.upright && (contact.weight[px] as number) > 0.5 ? 0 : (h + 0.5) * cosine;
        const below = ((contact.bottom[px] as number) - (contact.foot[px] as number)) / cell;
        const behind = ((above[h * width + i] as number) * cosine) / pitchSin;
        const full = thickness * Math.max(0, 1 - u * u) ** power;
        depth[h * width + i] = Math.max(0.6, Math.min(full, (below + rise) / pitchSin, behind));
      }
      x = end;
    }
  }
  const farthest = offset.reduce((far, z) => Math.max(far, Math.abs(z)), 0);
  const deepest = depth.reduce((most, half) => Math.max(most, half), 0);
  const longer = Math.max(width, height);
  return {
    width,
    height,
    depth,
    opacity,
    offset,
    reach: farthest + deepest,
    lookedAt: Math.max(0.6 * longer + 4, farthest + 0.3 * longer),
  };
}
