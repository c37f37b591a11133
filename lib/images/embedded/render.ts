import sharp, { type OutputInfo, type Sharp } from "sharp";
import type { ReadablePicture } from "#lib/pixel-worker/decoder.ts";
import { type ImageFormat, supportsAlpha } from "../formats.ts";
import { formatMegapixels, maxOutputPixels, maxOutputSide } from "../limits.ts";
import { type Rgba, transparent, white } from "./colour.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { Component, Gravity, Length, Quality } from "./transformation.ts";

export interface Size {
  width: number;
  height: number;
}

export interface Output {
  format: ImageFormat;
  quality: Quality;
}

/**
 * Applies the components (none of them a cut-out) to a picture and encodes the result, in sRGB and upright.
 * Throws ProtocolError 400 when a size asked for is beyond 8,192 pixels a side or 40 megapixels. Runs in the pixel
 * worker alone.
 */
export async function render(
  picture: Pick<ReadablePicture, "open">,
  components: readonly Component[],
  output: Output,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const metadata = await picture.open().metadata();
  let size: Size = metadata.autoOrient;
  let image = picture.open().autoOrient();
  let opaque = !metadata.hasAlpha;
  let rendered = false;
  for (const component of components.filter(changesPixels)) {
    // One sharp pipeline does one resize; each further component starts from the pixels of the last.
    if (rendered) image = await restart(image);
    const background = usableBackground(component, output.format);
    const applied = applyComponent(image, size, component, background);
    image =
      background.alpha === 1 && component.background ? applied.image.flatten({ background }) : applied.image;
    opaque ||= background.alpha === 1 && component.background !== undefined;
    if (component.crop === "pad" && background.alpha < 1) opaque = false;
    size = applied.size;
    rendered = true;
  }
  checkPixels(size);
  if (!opaque && !supportsAlpha(output.format)) image = image.flatten({ background: white });
  return encode(image, output);
}

/** The colour behind the picture: as asked, else nothing; white instead of nothing where a format has no alpha. */
function usableBackground(component: Component, format: ImageFormat): Rgba {
  const background = component.background ?? transparent;
  return background.alpha === 1 || supportsAlpha(format) ? background : { ...background, alpha: 1 };
}

function changesPixels(component: Component): boolean {
  return (
    component.width !== undefined || component.height !== undefined || component.background !== undefined
  );
}

async function restart(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function applyComponent(
  image: Sharp,
  source: Size,
  component: Component,
  background: Rgba,
): { image: Sharp; size: Size } {
  if (component.width === undefined && component.height === undefined) return { image, size: source };
  const box = requestedBox(source, component);
  const crop = component.crop ?? "scale";
  const resized = resizers[crop](image, source, box, component);
  checkSize(resized.size);
  if (crop !== "pad") return resized;
  return {
    image: pad(resized.image, resized.size, box, component, background),
    size: fullBox(box, resized.size),
  };
}

/** Width and height asked for in pixels, device pixel ratio and aspect ratio worked in; null is not asked for. */
interface Box {
  width: number | null;
  height: number | null;
}

function requestedBox(source: Size, component: Component): Box {
  const dpr = component.dpr ?? 1;
  const { aspectRatio } = component;
  let width = toPixels(component.width, source.width);
  let height = toPixels(component.height, source.height);
  if (aspectRatio !== undefined) {
    if (width !== null) height = width / aspectRatio;
    else if (height !== null) width = height * aspectRatio;
  }
  const scaled = (side: number | null) => (side === null ? null : Math.max(1, Math.round(side * dpr)));
  const box = { width: scaled(width), height: scaled(height) };
  checkSize({ width: box.width ?? 1, height: box.height ?? 1 });
  return box;
}

function toPixels(length: Length | undefined, own: number): number | null {
  if (!length) return null;
  return "pixels" in length ? length.pixels : Math.max(1, length.fraction * own);
}

function fullBox(box: Box, size: Size): Size {
  return { width: box.width ?? size.width, height: box.height ?? size.height };
}

type Resizer = (image: Sharp, source: Size, box: Box, component: Component) => { image: Sharp; size: Size };

const fitInside: Resizer = (image, source, box) => stretch(image, scaleInto(source, box));

const limit: Resizer = (image, source, box) => {
  const size = scaleInto(source, box);
  return size.width >= source.width && size.height >= source.height
    ? { image, size: source }
    : stretch(image, size);
};

const fill: Resizer = (image, source, box, { gravity = "center" }) => {
  const natural = scaleInto(source, box);
  const size = fullBox(box, natural);
  return { image: image.resize({ ...size, fit: "cover", position: position(gravity) }), size };
};

const resizers: Record<NonNullable<Component["crop"]>, Resizer> = {
  // Both sides given: stretched to them, as Cloudinary does.
  scale: (image, source, box) => stretch(image, fullBox(box, scaleInto(source, box))),
  fit: fitInside,
  pad: fitInside,
  limit,
  fill,
  thumb: (image, source, box, component) => fill(image, source, box, { gravity: "attention", ...component }),
  crop: (image, source, box, component) => {
    const size = {
      width: Math.min(source.width, box.width ?? source.width),
      height: Math.min(source.height, box.height ?? source.height),
    };
    if (component.gravity === "attention") {
      return { image: image.resize({ ...size, fit: "cover", position: "attention" }), size };
    }
    const { left, top } = placeWithin(source, size, component);
    return { image: image.extract({ left, top, ...size }), size };
  },
};

function stretch(image: Sharp, size: Size): { image: Sharp; size: Size } {
  return { image: image.resize({ ...size, fit: "fill" }), size };
}

/** The largest size of the source's shape inside the box. */
function scaleInto(source: Size, box: Box): Size {
  const scale = Math.min(
    box.width === null ? Number.POSITIVE_INFINITY : box.width / source.width,
    box.height === null ? Number.POSITIVE_INFINITY : box.height / source.height,
  );
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
}

function pad(image: Sharp, size: Size, box: Box, component: Component, background: Rgba): Sharp {
  const target = fullBox(box, size);
  const { left, top } = placeWithin(target, size, { ...component, x: undefined, y: undefined });
  return (background.alpha < 1 ? image.ensureAlpha() : image).extend({
    left,
    top,
    right: target.width - size.width - left,
    bottom: target.height - size.height - top,
    background,
  });
}

/** Where `inner` goes in `outer`: by gravity (middle when none), moved by x and y, never over the edge. */
function placeWithin(
  outer: Size,
  inner: Size,
  { gravity, x, y }: { gravity?: Gravity | undefined; x?: number | undefined; y?: number | undefined },
): { left: number; top: number } {
  const compass = gravity ?? (x !== undefined || y !== undefined ? "northwest" : "center");
  const freeX = outer.width - inner.width;
  const freeY = outer.height - inner.height;
  const east = compass.includes("east");
  const south = compass.includes("south");
  const baseX = compass.includes("west") ? 0 : east ? freeX : freeX / 2;
  const baseY = compass.includes("north") ? 0 : south ? freeY : freeY / 2;
  const clamp = (value: number, most: number) => Math.min(Math.max(0, Math.round(value)), most);
  return {
    left: clamp(baseX + (x ?? 0) * (east ? -1 : 1), freeX),
    top: clamp(baseY + (y ?? 0) * (south ? -1 : 1), freeY),
  };
}

const sharpPositions: Partial<Record<Gravity, string>> = {
  northeast: "right top",
  northwest: "left top",
  southeast: "right bottom",
  southwest: "left bottom",
};

function position(gravity: Gravity): string {
  return sharpPositions[gravity] ?? gravity;
}

function checkSize(size: Size): void {
  checkPixels(size);
  if (size.width > maxOutputSide || size.height > maxOutputSide) throw tooLarge(size);
}

/** A picture that only changes its format may be long and thin. */
function checkPixels(size: Size): void {
  if (size.width * size.height > maxOutputPixels) throw tooLarge(size);
}

function tooLarge({ width, height }: Size): ProtocolError {
  const most = `${maxOutputSide} pixels a side and ${formatMegapixels(maxOutputPixels)}`;
  return new ProtocolError(400, `Maximum image size is ${most}. Requested ${width}x${height}`);
}

const autoQuality: Record<Exclude<Quality, number>, number> = {
  "auto:best": 90,
  "auto:good": 82,
  "auto:eco": 72,
  "auto:low": 60,
};

async function encode(
  image: Sharp,
  { format, quality: asked }: Output,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const whole = { resolveWithObject: true } as const;
  const quality = typeof asked === "number" ? asked : autoQuality[asked];
  switch (format) {
    case "jpg":
      return image.jpeg({ quality, progressive: true, mozjpeg: false }).toBuffer(whole);
    case "png":
      return image.png({ compressionLevel: 7 }).toBuffer(whole);
    case "webp":
      return image.webp({ quality, effort: 4 }).toBuffer(whole);
    case "avif":
      // AVIF reaches the same look at a lower number; effort 2 keeps a megapixel under a second.
      return image.avif({ quality: Math.max(1, Math.round(quality * 0.75)), effort: 2 }).toBuffer(whole);
    case "gif":
      return image.gif().toBuffer(whole);
    case "tiff":
      return image.tiff({ quality, compression: "lzw" }).toBuffer(whole);
  }
}
