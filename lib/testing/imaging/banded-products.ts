import sharp from "sharp";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { noiseFrom } from "../random.ts";
import { drawSvg } from "./drawn-pictures.ts";
import type { Picture } from "./edge-quality.ts";

/** A drawn picture: its pixels × 3, and as a file. */
export interface DrawnPicture {
  rgb: Uint8Array;
  png: Uint8Array;
  width: number;
  height: number;
}

/** A drawn product with bands in the color of the ground, with its true alpha in `rgba`. */
export interface BandedPicture extends Picture, DrawnPicture {}

export interface Banded {
  shape?: keyof typeof shapes;
  /** Product's width and height in a picture of 900 × 900. */
  width?: number;
  height?: number;
  /** Each band's ends as shares of the product's height, and whether something is printed on it. */
  bands: readonly { from: number; to: number; isPrinted?: boolean; color?: string }[];
  color?: string;
  ground?: string;
  turnDeg?: number;
  /** Standard deviation of the camera's noise, in 8-bit steps. */
  noise?: number;
  /** Draws a pattern on the product. */
  isPatterned?: boolean;
  /** How far the bands sag in their middle, as on a round product seen from above; share of the width. */
  sag?: number;
}

const side = 900;

/** Outlines around the origin. */
const shapes = {
  box: (w: number, h: number) => `M${-w / 2} ${-h / 2} h${w} v${h} h${-w} z`,
  soap: (w: number, h: number) => {
    const r = 0.08 * w;
    return `M${-w / 2 + r} ${-h / 2} h${w - 2 * r} a${r} ${r} 0 0 1 ${r} ${r} v${h - 2 * r} a${r} ${r} 0 0 1 ${-r} ${r} h${-(w - 2 * r)} a${r} ${r} 0 0 1 ${-r} ${-r} v${-(h - 2 * r)} a${r} ${r} 0 0 1 ${r} ${-r} z`;
  },
  /** Wider at the top. */
  cup: (w: number, h: number) => `M${-w / 2} ${-h / 2} h${w} L${0.38 * w} ${h / 2} h${-0.76 * w} z`,
  bottle: (w: number, h: number) =>
    `M${-0.15 * w} ${-h / 2} h${0.3 * w} v${0.12 * h} C${0.15 * w} ${-0.27 * h} ${w / 2} ${-0.3 * h} ${w / 2} ${-0.2 * h} V${0.46 * h} q0 ${0.04 * h} ${-0.04 * h} ${0.04 * h} H${-w / 2 + 0.04 * h} q${-0.04 * h} 0 ${-0.04 * h} ${-0.04 * h} V${-0.2 * h} C${-w / 2} ${-0.3 * h} ${-0.15 * w} ${-0.27 * h} ${-0.15 * w} ${-0.38 * h} z`,
  /** Sides that curve outwards. */
  barrel: (w: number, h: number) =>
    `M${-0.36 * w} ${-h / 2} H${0.36 * w} C${0.55 * w} ${-0.2 * h} ${0.55 * w} ${0.2 * h} ${0.36 * w} ${h / 2} H${-0.36 * w} C${-0.55 * w} ${0.2 * h} ${-0.55 * w} ${-0.2 * h} ${-0.36 * w} ${-h / 2} z`,
} as const;

/** Draws a product whose bands have the color of the ground. */
export async function drawBanded(options: Banded): Promise<BandedPicture> {
  const { shape = "soap", width = 300, height = 560, bands, ground = "#fff", noise = 0 } = options;
  const { color = "#5d4037", turnDeg = 0, isPatterned = false, sag = 0 } = options;
  const outline = `<path d="${shapes[shape](width, height)}"`;
  const place = `translate(${side / 2} ${side / 2}) rotate(${turnDeg})`;
  const pattern = isPatterned
    ? Array.from({ length: 24 }, (_, at) => {
        const y = -height / 2 + (at * height) / 24;
        return `<path d="M${-width / 2} ${y} l${width} ${width / 3}" stroke="#c9a98f" stroke-width="6"/>`;
      }).join("")
    : "";
  const drawnBands = bands.map(({ from, to, isPrinted = false, color: own = ground }) => {
    const [top, bottom] = [(from - 0.5) * height, (to - 0.5) * height];
    const dip = 2 * sag * width;
    // A band in another color ends at the product's outline; one in the ground's color needs no end.
    const clip = own === ground ? "" : ` clip-path="url(#c)"`;
    const band = `<path${clip} d="M${-width} ${top} H${-width / 2 - 2} Q0 ${top + dip} ${width / 2 + 2} ${top} H${width} V${bottom} H${width / 2 + 2} Q0 ${bottom + dip} ${-width / 2 - 2} ${bottom} H${-width} z" fill="${own}"/>`;
    return band + (isPrinted ? drawWord(width, (top + bottom + dip) / 2, (bottom - top) * 0.24) : "");
  });
  const inside = `<clipPath id="c">${outline}/></clipPath>${outline} fill="${color}"/><g clip-path="url(#c)">${pattern}</g>${drawnBands.join("")}`;
  const product = `<g transform="${place}">${inside}</g>`;
  const alpha = await drawSvg(picture(`<g transform="${place}">${outline} fill="#000"/></g>`), (drawn) =>
    drawn.ensureAlpha().extractChannel(3),
  );
  const rgb = await drawPicture(product, { ground, noise });
  const rgba = new Uint8Array(side * side * 4);
  for (let index = 0; index < side * side; index += 1) {
    rgba.set(rgb.subarray(index * 3, index * 3 + 3), index * 4);
    rgba[index * 4 + 3] = alpha[index] ?? 0;
  }
  return { rgba, rgb, width: side, height: side, png: await encode(rgb) };
}

/** Draws SVG content, 900 × 900, on a plain ground. */
export async function drawOnGround(content: string, ground = "#fff"): Promise<DrawnPicture> {
  const rgb = await drawPicture(content, { ground, noise: 0 });
  return { rgb, width: side, height: side, png: await encode(rgb) };
}

/** The mask of a network that takes for product whatever differs clearly from the picture's first pixel. */
export function maskByColor({ rgb, width, height }: DrawnPicture): Mask {
  const [red = 0, green = 0, blue = 0] = rgb;
  const alpha = new Float32Array(width * height);
  for (let index = 0, at = 0; index < alpha.length; index += 1, at += 3) {
    const differs =
      Math.abs((rgb[at] ?? 0) - red) > 30 ||
      Math.abs((rgb[at + 1] ?? 0) - green) > 30 ||
      Math.abs((rgb[at + 2] ?? 0) - blue) > 30;
    if (differs) alpha[index] = 1;
  }
  return { alpha, width, height };
}

/** Products of which no gap is a band: several in one picture, or one whose parts are apart. */
export const sets = {
  "bars with rounded corners, one above the other": bar(300, 180, 300, 220) + bar(300, 420, 300, 220),
  "boxes of different width, one above the other": bar(300, 150, 300, 220, 0) + bar(310, 470, 280, 260, 0),
  "three frames beside each other":
    bar(100, 280, 200, 300, 0) + bar(350, 280, 200, 300, 0) + bar(600, 280, 200, 300, 0),
  "two phones": bar(200, 200, 220, 450, 30) + bar(480, 200, 220, 450, 30),
  "bottles, one above the other": bottleAt(450, 100) + bottleAt(450, 480),
  "bottles beside each other": bottleAt(320, 280) + bottleAt(580, 280),
  "a pair of shoes": shoeAt(120) + shoeAt(470),
  "a lamp on a white cord": `${bar(400, 60, 100, 40, 0)}<path d="M380 430 H520 L620 640 H280 z" fill="#c8882a"/>`,
  earrings: earringAt(300) + earringAt(600),
  "a frame with a hole": `<path fill-rule="evenodd" d="M250 200 H650 V700 H250 z M350 330 H550 V560 H350 z" fill="#5d4037"/>`,
  "a table": bar(200, 300, 500, 40, 0) + bar(230, 340, 30, 300, 0) + bar(640, 340, 30, 300, 0),
  "the planks of a white shelf":
    bar(200, 200, 500, 30, 0) + bar(200, 440, 500, 30, 0) + bar(200, 680, 500, 30, 0),
  "a jar and its lid": bar(330, 150, 240, 70, 6) + bar(320, 270, 260, 360, 20),
  "a dumbbell": bar(150, 350, 150, 220, 0) + bar(600, 350, 150, 220, 0) + bar(298, 430, 304, 60, 0),
  balls: `<circle cx="450" cy="260" r="130" fill="#369"/><circle cx="450" cy="580" r="130" fill="#369"/>`,
  cans: canAt(160) + canAt(500),
} as const;

function bar(x: number, y: number, width: number, height: number, radius = 24): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="#5d4037"/>`;
}

function bottleAt(x: number, y: number): string {
  return `<path transform="translate(${x} ${y})" d="M-20 0 h40 v50 C20 80 60 70 60 110 V290 q0 10 -10 10 H-50 q-10 0 -10 -10 V110 C-60 70 -20 80 -20 50 z" fill="#264"/>`;
}

function shoeAt(x: number): string {
  return `<path transform="translate(${x} 0)" d="M0 420 C60 380 100 300 140 300 L210 360 C260 400 310 420 310 470 V500 H0 z" fill="#833"/>`;
}

function earringAt(x: number): string {
  return `<circle cx="${x}" cy="250" r="22" fill="#b8860b"/><path transform="translate(${x} 0)" d="M0 290 L40 480 L0 560 L-40 480 z" fill="#185"/>`;
}

function canAt(y: number): string {
  return `<path transform="translate(330 ${y})" d="M0 0 a120 30 0 0 1 240 0 V180 a120 30 0 0 1 -240 0 z" fill="#369"/>`;
}

/** Four shapes that look like letters, `size` high. Fonts differ from machine to machine. */
function drawWord(width: number, y: number, size: number): string {
  const step = Math.min(size, width * 0.18);
  const stroke = Math.max(2, size * 0.14);
  const letters = ["M0 0 h.6 M0 0 v1 h.6", "M0 0 h.6 v1 h-.6 z", "M0 1 L.3 0 L.6 1", "M0 1 v-1 h.6 v.5 h-.6"];
  return letters
    .map(
      (d, at) =>
        `<g transform="translate(${(at - 2) * step} ${y - size / 2}) scale(${step} ${size})"><path d="${d}" fill="none" stroke="#111" stroke-width="${stroke / size}"/></g>`,
    )
    .join("");
}

const picture = (content: string, ground = "none") =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${ground}"/>${content}</svg>`;

async function drawPicture(content: string, { ground, noise }: { ground: string; noise: number }) {
  const drawn = await drawSvg(picture(content, ground), (made) => made.flatten().removeAlpha());
  const rgb = new Uint8Array(drawn);
  const next = noiseFrom(12_345);
  const random = () => next() - 0.5;
  // The sum of three uniform values of this range has a standard deviation of 0.5.
  const clamped = new Uint8ClampedArray(rgb.buffer);
  if (noise > 0)
    for (const [at, value] of rgb.entries())
      clamped[at] = value + (random() + random() + random()) * 2 * noise;
  return rgb;
}

async function encode(rgb: Uint8Array): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
