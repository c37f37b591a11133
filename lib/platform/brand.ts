import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "./env.ts";
import { log } from "./log.ts";

const maxLogoBytes = 512 * 1024;

const logoTypes: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
};

/** The service's name, and whether the operator's logo exists: pages show their own mark without it. */
export function getBrand(): { name: string; hasLogo: boolean } {
  const file = logoFile();
  return { name: env().BRAND_NAME, hasLogo: file !== null && existsSync(/* turbopackIgnore: true */ file) };
}

function logoFile(): string | null {
  const { BRAND_LOGO } = env();
  return BRAND_LOGO === undefined ? null : path.resolve(/* turbopackIgnore: true */ BRAND_LOGO);
}

/** The operator's logo, read from its file at each call; null when unset, unreadable or too large. */
export async function readLogo(): Promise<{ bytes: Buffer<ArrayBuffer>; contentType: string } | null> {
  const file = logoFile();
  if (file === null) return null;
  try {
    const bytes = await readFile(/* turbopackIgnore: true */ file);
    if (bytes.length > maxLogoBytes) throw new RangeError(`it has more than ${maxLogoBytes} bytes`);
    return { bytes, contentType: logoTypes[path.extname(file).toLowerCase()] ?? "image/png" };
  } catch (error) {
    log.warn({ err: error }, "the file of BRAND_LOGO cannot be used: name one that this process can read");
    return null;
  }
}

/** A color in OKLCH (Ottosson 2020): lightness 0..1, chroma 0..0.4, hue in degrees. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hueDeg: number;
}

/** The accent color of BRAND_COLOR; null when it is unset. */
export function getAccent(): Oklch | null {
  const { BRAND_COLOR } = env();
  return BRAND_COLOR === undefined ? null : oklchOfHex(BRAND_COLOR);
}

/**
 * The style sheet with the hue and chroma of the operator's accent. Lightness comes from the themes, so that text
 * stays legible with any color.
 */
export function brandStyles(): string {
  const accent = getAccent();
  if (accent === null) return "";
  return `:root{--brand-hue:${accent.hueDeg.toFixed(1)};--brand-chroma:${Math.min(accent.chroma, 0.215).toFixed(3)}}\n`;
}

/** Converts #rrggbb to OKLCH. */
export function oklchOfHex(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hueDeg: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}
