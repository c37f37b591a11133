import type { ProductInFrame } from "./contact.ts";

/** A product as a body of revolution, in cells, against which rays from the ground are tested. */
export interface ProductBody {
  width: number;
  height: number;
  /** Half thickness (cells) per column and height above ground; 0 where it is empty. */
  depth: Float32Array;
  /** Depth offset (cells) of each column's foot. */
  offset: Float32Array;
  /** Largest distance (cells) of the body from the ground row, in front or behind. */
  reach: number;
  /** Distance from that row, in front and behind, over which samples are spread along a ray. */
  lookedAt: number;
}

/** Inflates a product's outline to the thickness of a body of revolution. `cell` is in pixels of the frame. */
export function inflate({ alpha, contact }: ProductInFrame, cell: number): ProductBody {
  const width = Math.ceil(alpha.width / cell);
  const height = Math.ceil(alpha.height / cell);
  const depth = new Float32Array(width * height);
  const offset = new Float32Array(width);
  const cosine = Math.sqrt(1 - contact.pitchSin ** 2);
  const cap = 0.55 * Math.min(width, height);
  const solid = (x: number, h: number): boolean => {
    const px = Math.min(alpha.width - 1, Math.floor((x + 0.5) * cell));
    const py = Math.floor((contact.foot[px] as number) - (h + 0.25) * cell * cosine);
    return py >= 0 && py < alpha.height && (alpha.data[py * alpha.width + px] as number) > 0.4;
  };
  for (let x = 0; x < width; x++) {
    const px = Math.min(alpha.width - 1, Math.floor((x + 0.5) * cell));
    offset[x] = ((contact.foot[px] as number) - contact.groundY) / contact.pitchSin / cell;
  }
  const power = 0.12 + 0.38 * contact.roundness;
  for (let h = 0; h < height; h++) {
    for (let x = 0; x < width; x++) {
      if (!solid(x, h)) continue;
      let end = x;
      while (end + 1 < width && solid(end + 1, h)) end++;
      const half = (end - x + 1) / 2;
      const thickness = Math.min(cap, half * (0.6 + 0.4 * contact.roundness));
      for (let i = x; i <= end; i++) {
        const u = (i + 0.5 - x - half) / half;
        const px = Math.min(alpha.width - 1, Math.floor((i + 0.5) * cell));
        // No part of the body may be visible below its own outline.
        const rise = contact.upright && (contact.weight[px] as number) > 0.5 ? 0 : (h + 0.5) * cosine;
        const below = ((contact.bottom[px] as number) - (contact.foot[px] as number)) / cell;
        const hidden = (below + rise) / contact.pitchSin;
        const full = thickness * Math.max(0, 1 - u * u) ** power;
        depth[h * width + i] = Math.max(0.6, Math.min(full, hidden));
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
    offset,
    reach: farthest + deepest,
    lookedAt: Math.max(0.6 * longer + 4, farthest + 0.3 * longer),
  };
}
