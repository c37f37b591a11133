import { distanceFrom } from "#lib/imaging/pixels/distance.ts";
import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import type { Light } from "#lib/imaging/renderer/scene/scene.ts";
import { type GroundLight, lampDirections, skyDirections } from "./ground-light.ts";

/** Largest thickness of a lying product, as a share of its longer side: round at its edges, flat in its middle. */
const thickest = 0.07;
/** Samples of the body's height along a ray. */
const steps = 14;

/**
 * Computes the light on the ground around a product that lies on it, seen from above: like `castGroundLight`, against
 * a low body of the product's outline.
 */
export function castAroundLying(
  { alpha, frame }: ProductInFrame,
  light: Light,
  { cell }: { cell: number },
): GroundLight {
  const field = createField(Math.ceil(frame.width / cell), Math.ceil(frame.height / cell), 2);
  field.data.fill(1);
  const body = heightsOf(alpha, cell);
  const [left, top] = [frame.left / cell, frame.top / cell];
  const most = thickest * Math.max(body.width, body.height);
  const keys = lampDirections(light, 24, 0.5);
  const skies = skyDirections(24, 0.5);
  const far = most * 8;
  const first = { x: Math.max(0, Math.floor(left - far)), y: Math.max(0, Math.floor(top - far)) };
  const last = {
    x: Math.min(field.width, Math.ceil(left + body.width + far)),
    y: Math.min(field.height, Math.ceil(top + body.height + far)),
  };
  for (let y = first.y; y < last.y; y++) {
    for (let x = first.x; x < last.x; x++) {
      const at = (y * field.width + x) * 2;
      const place = { x: x + 0.5 - left, y: y + 0.5 - top };
      field.data[at] = arriving(body, place, { directions: keys, most });
      field.data[at + 1] = arriving(body, place, { directions: skies, most });
    }
  }
  return { field: blurField(field, 1), firstY: 0 };
}

/** Share of the directions (x right, y up from the ground, z towards the bottom of the frame) that hit nothing. */
function arriving(
  body: Field,
  { x, y }: { x: number; y: number },
  { directions, most }: { directions: Float32Array; most: number },
): number {
  let free = 0;
  for (let i = 0; i < directions.length; i += 3) {
    const up = directions[i + 1] as number;
    const [across, down] = [(directions[i] as number) / up, (directions[i + 2] as number) / up];
    let hit = false;
    for (let step = 0; step < steps && !hit; step++) {
      const height = most * ((step + 0.3) / steps);
      const [u, v] = [Math.floor(x + across * height), Math.floor(y + down * height)];
      if (u < 0 || v < 0 || u >= body.width || v >= body.height) continue;
      hit = (body.data[v * body.width + u] as number) > height;
    }
    if (!hit) free++;
  }
  return (free * 3) / directions.length;
}

/** The body's height over each cell, in cells. */
function heightsOf(alpha: Field, cell: number): Field {
  const width = Math.ceil(alpha.width / cell);
  const height = Math.ceil(alpha.height / cell);
  const most = thickest * Math.max(width, height);
  const isOutside = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5) * cell - 0.5, (y + 0.5) * cell - 0.5];
      isOutside[y * width + x] =
        sampleField(alpha, Math.min(u, alpha.width - 1), Math.min(v, alpha.height - 1)) > 0.5 ? 0 : 1;
    }
  }
  const data = distanceFrom(isOutside, { width, height }, { beyond: 0 });
  for (let i = 0; i < data.length; i++) {
    const share = clamp((data[i] as number) / most, 0, 1);
    // A quarter circle from the edge to the flat top.
    data[i] = most * Math.sqrt(1 - (1 - share) ** 2);
  }
  return { width, height, channels: 1, data };
}
