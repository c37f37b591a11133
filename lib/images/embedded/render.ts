import sharp, { type OutputInfo, type Sharp } from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { type DecodableFormat, supportsAlpha } from "../../contract/images/formats.ts";
import { formatMegapixels, maxOutputPixels, maxOutputSide } from "../../contract/images/limits.ts";
import { encodeNoted } from "../origin.ts";
import { type Rgba, transparent, white } from "./color.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { Component, Gravity, Length, Quality } from "./transformation.ts";

export interface Output {
  format: DecodableFormat;
  quality: Quality;
  /** Resolution noted in the file; absent: none. */
  dpi?: number | undefined;
}

/**
 * Applies the components (none of them a cutout) to a picture and encodes the result, in sRGB and upright. Throws
 * ProtocolError 400 when a requested size exceeds 8,192 pixels per side or 40 megapixels. Runs only in the pixel
 * worker.
 */
export async function render(
  picture: { open(): Sharp; origin?: string | null },
  components: readonly Component[],
  output: Output,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const metadata = await picture.open().metadata();
  let size: Size = metadata.autoOrient;
  let image = picture.open().autoOrient();
  let opaque = !metadata.hasAlpha;
  let rendered = false;
  for (const component of components.filter(changesPixels)) {
    // A sharp pipeline supports one resize, so each further component starts from the previous one's pixels.
    if (rendered) image = await restart(image);
    const background = usableBackground(component, output.format);
    const applied = applyComponent({ image, size }, component, background);
    image =
      background.alpha === 1 && component.background ? applied.image.flatten({ background }) : applied.image;
    opaque ||= background.alpha === 1 && component.background !== undefined;
    if (component.crop === "pad" && background.alpha < 1) opaque = false;
    size = applied.size;
    rendered = true;
  }
  checkPixels(size);
  if (!opaque && !supportsAlpha(output.format)) image = image.flatten({ background: white });
  if (output.dpi !== undefined) image = image.withMetadata({ density: output.dpi });
  return encodeNoted(encode(image, output), output.format, picture.origin ?? null);
}

/** The requested background color, else transparent; white when the format has no alpha. */
function usableBackground(component: Component, format: DecodableFormat): Rgba {
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

interface Sized {
  image: Sharp;
  size: Size;
}

function applyComponent(from: Sized, component: Component, background: Rgba): Sized {
  if (component.width === undefined && component.height === undefined) return from;
  const box = requestedBox(from.size, component);
  const crop = component.crop ?? "scale";
  const resized = resizers[crop](from, box, component);
  checkSize(resized.size);
  return crop === "pad" ? pad(resized, box, { ...component, background }) : resized;
}

/**
 * Requested width and height in pixels, with device pixel ratio and aspect ratio applied; null when not requested.
 */
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

type Resizer = (from: Sized, box: Box, component: Component) => Sized;

const fitInside: Resizer = (from, box) => stretch(from, scaleInto(from.size, box));

const fill: Resizer = ({ image, size: source }, box, { gravity = "center" }) => {
  const size = fullBox(box, scaleInto(source, box));
  return {
    image: image.resize({ ...size, fit: "cover", position: sharpPositions[gravity] ?? gravity }),
    size,
  };
};

const resizers: Record<NonNullable<Component["crop"]>, Resizer> = {
  // Stretches the picture when both sides are given, as Cloudinary does.
  scale: (from, box) => stretch(from, fullBox(box, scaleInto(from.size, box))),
  fit: fitInside,
  pad: fitInside,
  limit: (from, box) => {
    const size = scaleInto(from.size, box);
    return size.width >= from.size.width && size.height >= from.size.height ? from : stretch(from, size);
  },
  fill,
  thumb: (from, box, component) => fill(from, box, { gravity: "attention", ...component }),
  crop: ({ image, size: source }, box, component) => {
    const size = {
      width: Math.min(source.width, box.width ?? source.width),
      height: Math.min(source.height, box.height ?? source.height),
    };
    if (component.gravity === "attention") {
      return { image: image.resize({ ...size, fit: "cover", position: "attention" }), size };
    }
    const { left, top } = positionWithin(source, size, component);
    return { image: image.extract({ left, top, ...size }), size };
  },
};

function stretch({ image }: Sized, size: Size): Sized {
  return { image: image.resize({ ...size, fit: "fill" }), size };
}

/** The largest size with the source's aspect ratio that fits into the box. */
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

function pad({ image, size }: Sized, box: Box, component: Component & { background: Rgba }): Sized {
  const { background, gravity } = component;
  const target = fullBox(box, size);
  const { left, top } = positionWithin(target, size, { gravity });
  const padded = (background.alpha < 1 ? image.ensureAlpha() : image).extend({
    left,
    top,
    right: target.width - size.width - left,
    bottom: target.height - size.height - top,
    background,
  });
  return { image: padded, size: target };
}

/** Position of `inner` within `outer`: by gravity (centered without one), offset by x and y, clamped to the edges. */
function positionWithin(
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

function checkSize(size: Size): void {
  checkPixels(size);
  if (size.width > maxOutputSide || size.height > maxOutputSide) throw tooLarge(size);
}

/** Limits only the area: a picture that only changes its format may be long and thin. */
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

function encode(image: Sharp, { format, quality: asked }: Output): Sharp {
  const quality = typeof asked === "number" ? asked : autoQuality[asked];
  switch (format) {
    case "jpg":
      return image.jpeg({ quality, progressive: true, mozjpeg: false });
    case "png":
      return image.png({ compressionLevel: 7 });
    case "webp":
      return image.webp({ quality, effort: 4 });
    case "avif":
      // AVIF has the same visual quality at a lower number; effort 2 encodes a megapixel in less than a second.
      return image.avif({ quality: Math.max(1, Math.round(quality * 0.75)), effort: 2 });
    case "gif":
      return image.gif();
    case "tiff":
      return image.tiff({ quality, compression: "lzw" });
  }
}
