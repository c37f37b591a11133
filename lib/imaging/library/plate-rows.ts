import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { linearOfByte, type Rgb } from "../pixels/color.ts";
import type { RowSource } from "../pixels/sampling.ts";
import { enlargePart } from "../renderer/product/bounded-bicubic.ts";
import { finishEnlarged, sharpeningOf } from "../renderer/product/enlarge.ts";
import { partOfCrop, wholeView } from "../renderer/set/view.ts";
import type { Guide } from "./cast-borders.ts";
import { readPlate } from "./plates.ts";
import type { SceneView } from "./scene-files.ts";
import { exposeMore } from "./tone.ts";

/** From this scale on, a plate is enlarged by the project's own code, which keeps edges sharp. */
const leastEnlarged = 1.05;

/** Returns rows of a part of the plate as linear color, scaled to the view; `gain` multiplies the light. */
export async function plateRows(
  scene: SceneView,
  part: Box,
  { size, gain }: { size: Size; gain: Rgb },
): Promise<RowSource> {
  const exposed = (value: number, c: 0 | 1 | 2) =>
    gain[c] === 1 ? value : exposeMore(value, gain[c], scene.tone);
  if (isEnlarged(part, size)) return await enlargedRows(scene, part, { size, exposed });
  const bytes = await readPlate(scene, part, size);
  const tables = channels.map((c) => linearOfByte.map((value) => exposed(value, c)));
  return (y, out) => readRow(bytes, y * size.width * 3, { tables, out });
}

const channels = [0, 1, 2] as const;

/** Maps each channel with its own table. */
function readRow(
  values: Uint8Array | Uint16Array,
  from: number,
  { tables, out }: { tables: readonly Float32Array[]; out: Float32Array },
): void {
  for (const c of channels) {
    const table = tables[c] as Float32Array;
    for (let i = c; i < out.length; i += 3) out[i] = table[values[from + i] as number] as number;
  }
}

/** The plate in the frame: the pixels from which `plateRows` makes a photo of the whole frame, decoded once for both. */
export async function readGuide(view: SceneView, crop: Box, shown: Size): Promise<Guide> {
  const part = partOfCrop({ width: view.pixels, height: view.pixels }, crop, wholeView(shown));
  const { width, height } = isEnlarged(part, shown) ? part : shown;
  return { width, height, bytes: await readPlate(view, part, { width, height }) };
}

function isEnlarged(part: Size, size: Size): boolean {
  return size.width / part.width > leastEnlarged;
}

/** Rows that are enlarged at once, so that a large photo is never held whole. */
const stripRows = 64;
const words = 65_535;

async function enlargedRows(
  scene: SceneView,
  part: Box,
  { size, exposed }: { size: Size; exposed: (value: number, c: 0 | 1 | 2) => number },
): Promise<RowSource> {
  const bytes = await readPlate(scene, part, part);
  // Enlarges square roots of light, where ringing of the filter at edges is least visible.
  const roots = Uint16Array.from(linearOfByte, (value) => Math.sqrt(value) * words);
  const data = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) data[i] = roots[bytes[i] as number] as number;
  const plane = { data, channels: 3 as const, width: part.width, height: part.height };
  const scale = size.width / part.width;
  const margin = Math.ceil(scale * 0.6);
  const tables = channels.map((c) =>
    Float32Array.from({ length: words + 1 }, (_, i) => exposed(i / words, c)),
  );
  let strip = { top: -1, first: 0, color: new Uint16Array() };
  const makeStrip = (top: number) => {
    const first = Math.max(0, top - margin);
    const height = Math.min(size.height, top + stripRows + margin) - first;
    const cut = { left: 0, top: first, width: size.width, height };
    const color = enlargePart(plane, { width: size.width, height: size.height }, cut);
    const alpha = new Uint16Array(size.width * height).fill(words);
    finishEnlarged({ width: size.width, height, color, alpha }, scale, 0.6 * sharpeningOf(scale));
    return { top, first, color };
  };
  return (y, out) => {
    const top = y - (y % stripRows);
    if (strip.top !== top) strip = makeStrip(top);
    readRow(strip.color, (y - strip.first) * size.width * 3, { tables, out });
  };
}
