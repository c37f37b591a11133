import sharp, { type Sharp } from "sharp";
import { noiseFrom } from "../random.ts";
import type { Picture } from "./edge-quality.ts";

/** Drawn product pictures with exactly known alpha and colors: the ground truth of the cut-out tests. */
export interface TestPicture extends Picture {
  /** JPEG (quality 92) of the product on its background. */
  jpeg: Uint8Array;
  /** The same, lossless: width × height × 3. */
  rgb: Uint8Array;
}

const products = {
  bottle: `
    <linearGradient id="glass"><stop offset="0" stop-color="#3d1206"/><stop offset=".25" stop-color="#b5491c"/>
      <stop offset=".4" stop-color="#e98a4a"/><stop offset=".55" stop-color="#a23c14"/><stop offset="1" stop-color="#2d0c04"/></linearGradient>
    <linearGradient id="cap"><stop offset="0" stop-color="#111"/><stop offset=".3" stop-color="#777"/><stop offset="1" stop-color="#0a0a0a"/></linearGradient>
    <path d="M38 92 Q35 92 35 88 L35 45 Q35 38 42 34 L44 24 L56 24 L58 34 Q65 38 65 45 L65 88 Q65 92 62 92 Z" fill="url(#glass)"/>
    <rect x="42.5" y="12" width="15" height="12.5" rx="1.2" fill="url(#cap)"/>
    <rect x="35" y="52" width="30" height="26" fill="#f3ead8"/><rect x="40" y="57" width="20" height="2.4" fill="#5a2b12"/>
    <rect x="40" y="62" width="14" height="1.6" fill="#8b6a4a"/><circle cx="50" cy="71" r="3.6" fill="#b5491c"/>
    <rect x="38.5" y="41" width="2" height="46" rx="1" fill="#fff" opacity=".45"/>`,
  mug: `
    <linearGradient id="body"><stop offset="0" stop-color="#134e58"/><stop offset=".3" stop-color="#3fa7b5"/><stop offset="1" stop-color="#0c3138"/></linearGradient>
    <path d="M64 44 C84 40 84 74 62 74" fill="none" stroke="#1f6b77" stroke-width="6.5"/>
    <path d="M26 32 L68 32 L65 82 Q64 87 58 87 L36 87 Q30 87 29 82 Z" fill="url(#body)"/>
    <ellipse cx="47" cy="32" rx="21" ry="4.2" fill="#0a2a30"/><ellipse cx="47" cy="32.8" rx="19" ry="3.2" fill="#123f47"/>
    <rect x="33" y="42" width="3" height="36" rx="1.5" fill="#d8f4f7" opacity=".5"/>`,
  lamp: `
    <linearGradient id="shade" x2="0" y2="1"><stop offset="0" stop-color="#d9a520"/><stop offset="1" stop-color="#8a6508"/></linearGradient>
    <ellipse cx="40" cy="89" rx="20" ry="4.5" fill="#222"/><ellipse cx="40" cy="87.5" rx="20" ry="4.5" fill="#3a3a3a"/>
    <path d="M40 87 L33 52 L62 26" fill="none" stroke="#2c2c2c" stroke-width="1.5"/>
    <circle cx="33" cy="52" r="2" fill="#555"/>
    <path d="M55 15 L80 36 L66 46 Q52 42 50 26 Z" fill="url(#shade)"/>`,
  jar: `
    <linearGradient id="wall"><stop offset="0" stop-color="#b9b9b7"/><stop offset=".3" stop-color="#fbfbfa"/><stop offset=".7" stop-color="#efefee"/><stop offset="1" stop-color="#a5a5a3"/></linearGradient>
    <rect x="24" y="44" width="52" height="42" rx="6" fill="url(#wall)"/>
    <rect x="22" y="30" width="56" height="15" rx="2.5" fill="#2b3a30"/><rect x="22" y="34" width="56" height="1" fill="#46594c"/>
    <rect x="36" y="58" width="28" height="3" fill="#2b3a30"/><rect x="40" y="65" width="20" height="1.6" fill="#6d7a71"/>`,
};

const rooms = {
  wood: ["#cfc4b4", "#8a5a33", 0.35],
  grey: ["#dcdcda", "#b8b8b4", 0.08],
  green: ["#6f8f6a", "#4a5f3a", 0.3],
} as const;

/** A drawn product with its shadow on a table in front of a blurred wall, on 90% of the picture's shorter side. */
export async function drawTestPicture(
  product: keyof typeof products,
  room: keyof typeof rooms,
  width: number,
  height: number,
): Promise<TestPicture> {
  const side = Math.round(Math.min(width, height) * 0.9);
  const place = `translate(${(width - side) / 2} ${(height - side) / 2}) scale(${side / 100})`;
  const drawing = await drawSvg(
    svg(
      width,
      height,
      `<filter id="lens" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${0.8 * (100 / side)}"/></filter>
       <g transform="${place}"><g filter="url(#lens)">${products[product]}</g></g>`,
    ),
    (picture) => picture.ensureAlpha(),
  );
  const [wall, table, grain] = rooms[room];
  const horizon = height * 0.62;
  const shadow = `<ellipse cx="50" cy="90" rx="30" ry="5" fill="#000" opacity=".45"/>`;
  const backdrop = await drawSvg(
    svg(
      width,
      height,
      `<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="${2 / width} ${40 / height}" numOctaves="4" seed="3"/>
       <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1 0 0 0 -0.2"/></filter>
       <filter id="soft"><feGaussianBlur stdDeviation="${2.2}"/></filter>
       <rect width="${width}" height="${height}" fill="${wall}"/>
       <rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${table}"/>
       <rect y="${horizon}" width="${width}" height="${height - horizon}" filter="url(#grain)" opacity="${grain}"/>
       <g transform="${place}" filter="url(#soft)">${shadow}</g>`,
    ),
    (picture) => picture.flatten().blur(Math.max(0.5, width / 700)),
  );
  const rgba = new Uint8Array(drawing);
  const rgb = compose(rgba, new Uint8Array(backdrop));
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { rgba, rgb, jpeg, width, height };
}

/**
 * Rasterizes an SVG. The service's decoder forbids SVG for the whole process, and a test on another thread may load
 * it between unblock and use: hence the retries.
 */
export async function drawSvg(text: string, finish: (picture: Sharp) => Sharp): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
    try {
      return await finish(sharp(Buffer.from(text)))
        .raw()
        .toBuffer();
    } catch (error) {
      if (attempt === 5 || !String(error).includes("unsupported image format")) throw error;
    }
  }
}

/** Composites the product over the background, with camera noise from a fixed seed. */
function compose(rgba: Uint8Array, backdrop: Uint8Array): Uint8Array {
  const rgb = new Uint8ClampedArray(backdrop.length);
  const random = noiseFrom(12_345);
  for (let index = 0; index < rgb.length / 3; index += 1) {
    const alpha = (rgba[index * 4 + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const noise = (random() - 0.5) * 6;
      const behind = backdrop[index * 3 + channel] ?? 0;
      rgb[index * 3 + channel] = alpha * (rgba[index * 4 + channel] ?? 0) + (1 - alpha) * behind + noise;
    }
  }
  return new Uint8Array(rgb.buffer);
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}
