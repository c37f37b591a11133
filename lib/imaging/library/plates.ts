import sharp, { type Sharp } from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { linearOfByte } from "../pixels/color.ts";
import { createField, type Field } from "../pixels/field.ts";
import { asWords } from "../pixels/resampling.ts";
import type { SceneView } from "./scene-files.ts";

/** A view's decoded maps, each covering the whole plate. */
export interface ViewMaps {
  /** 1 / distance along the optical axis in 1/cm; 0 is infinitely far. */
  inverseDepth: Field;
  /** Share of the plate's light that comes from the lamps that cast the product's shadow. */
  keyShare: Field;
  /** Props in front of any product: premultiplied linear color, and alpha; null for none. */
  front: Field | null;
  /** Share of a lamp's light that reaches an upright rectangle at the product's place; null for all of it. */
  gobo: Field | null;
}

/** Cache of the most recently used values, of at most `room` bytes. */
class Recent<T> {
  private readonly entries = new Map<string, { value: Promise<T>; bytes: number }>();
  private readonly room: number;

  constructor(room: number) {
    this.room = room;
  }

  async get(key: string, make: () => Promise<T>, bytesOf: (value: T) => number): Promise<T> {
    const entry = this.entries.get(key) ?? { value: make(), bytes: 0 };
    // A Map keeps insertion order, so the first key is the least recently used.
    this.entries.delete(key);
    this.entries.set(key, entry);
    try {
      entry.bytes = bytesOf(await entry.value);
    } catch (error) {
      this.entries.delete(key);
      throw error;
    }
    let bytes = 0;
    for (const { bytes: own } of this.entries.values()) bytes += own;
    for (const [old, { bytes: own }] of this.entries) {
      if (bytes <= this.room || old === key) break;
      this.entries.delete(old);
      bytes -= own;
    }
    return await entry.value;
  }
}

const recentMaps = new Recent<ViewMaps>(48_000_000);
const recentPlates = new Recent<Uint8Array>(20_000_000);
/** Reduced plates, decoded once for previews. */
const recentReduced = new Recent<Uint8Array>(18_000_000);
const reducedSide = 704;

function keyOf({ file, mirrored }: SceneView): string {
  return `${file} ${mirrored}`;
}

export function readMaps(view: SceneView): Promise<ViewMaps> {
  const bytesOf = ({ inverseDepth, keyShare, front }: ViewMaps) =>
    inverseDepth.data.byteLength + keyShare.data.byteLength + (front?.data.byteLength ?? 0);
  return recentMaps.get(keyOf(view), () => decodeMaps(view), bytesOf);
}

/** Returns sRGB bytes of a part of the plate (its pixels), scaled to the given size. */
export async function readPlate(view: SceneView, part: Box, size: Size): Promise<Uint8Array> {
  const { left: x, top: y } = part;
  const key = `${keyOf(view)} ${[x, y, part.width, part.height, size.width, size.height].join(" ")}`;
  const read = async () => {
    const left = view.mirrored ? view.pixels - part.left - part.width : part.left;
    const { plate, scale } = await openPlate(view, size.width / part.width);
    const area = { left, top: part.top, width: part.width, height: part.height };
    const sized = plate
      .extract(scaleBox(area, scale))
      .resize(size.width, size.height, { fit: "fill", kernel: "lanczos3" });
    return new Uint8Array(await sized.flop(view.mirrored).raw({ depth: "uchar" }).toBuffer());
  };
  return await recentPlates.get(key, read, ({ byteLength }) => byteLength);
}

/** Opens the plate with at least the share `least` of its resolution; `scale` is the share that it has. */
async function openPlate(
  { file, pixels }: SceneView,
  least: number,
): Promise<{ plate: Sharp; scale: number }> {
  const side = Math.min(pixels, reducedSide);
  const whole = sharp(`${file}.webp`).removeAlpha().toColourspace("srgb");
  if (least > side / pixels) return { plate: whole, scale: 1 };
  const decode = () => whole.resize(side, side, { fit: "fill" }).raw({ depth: "uchar" }).toBuffer();
  const reduced = await recentReduced.get(file, decode, ({ byteLength }) => byteLength);
  const raw = { width: side, height: side, channels: 3 } as const;
  return { plate: sharp(reduced, { raw }), scale: side / pixels };
}

function scaleBox({ left, top, width, height }: Box, scale: number): Box {
  const at = (value: number) => Math.floor(value * scale);
  return {
    left: at(left),
    top: at(top),
    width: Math.max(1, at(left + width) - at(left)),
    height: Math.max(1, at(top + height) - at(top)),
  };
}

async function decodeMaps(view: SceneView): Promise<ViewMaps> {
  const [inverseDepth, keyShare, gobo, front] = await Promise.all([
    decodeDepth(view),
    decodeGray(view, "-key.webp"),
    view.gobo ? decodeGray(view, "-gobo.png") : null,
    view.hasFront ? decodeFront(view) : null,
  ]);
  return { inverseDepth, keyShare, gobo, front };
}

async function decodeDepth(view: SceneView): Promise<Field> {
  const { data, info } = await sharp(`${view.file}-depth.png`)
    .flop(view.mirrored)
    .toColourspace("grey16")
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const field = createField(info.width, info.height, 1);
  const words = asWords(data);
  const scale = 1 / (65_528 * view.nearestCm);
  for (let i = 0; i < field.data.length; i++) field.data[i] = (words[i * info.channels] as number) * scale;
  return field;
}

async function decodeGray(view: SceneView, ending: string): Promise<Field> {
  const { data, info } = await sharp(view.file + ending)
    .flop(view.mirrored)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const field = createField(info.width, info.height, 1);
  for (let i = 0; i < field.data.length; i++) field.data[i] = (data[i] as number) / 255;
  return field;
}

async function decodeFront(view: SceneView): Promise<Field> {
  const { data, info } = await sharp(`${view.file}-front.webp`)
    .flop(view.mirrored)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const field = createField(info.width, info.height, 4);
  for (let i = 0; i < field.data.length; i += 4) {
    if (data[i + 3] === 0) continue;
    const alpha = (data[i + 3] as number) / 255;
    for (let c = 0; c < 3; c++) field.data[i + c] = (linearOfByte[data[i + c] as number] as number) * alpha;
    field.data[i + 3] = alpha;
  }
  return field;
}
