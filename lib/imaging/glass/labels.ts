import type { PassedLight } from "#lib/imaging/matting/passed-light.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { toOklab } from "#lib/imaging/pixels/color.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";
import { findLines, type TextLine } from "#lib/imaging/text/find-lines.ts";

/** Longest side, in pixels, of the product in which text is looked for. */
const readSide = 1280;
/** Differences in Oklab, of lightness and of color, up to which a cell has its label's color, and that of the next cell. */
const likeLabel = { light: 0.25, color: 0.045 } as const;
const likeNext = { light: 0.06, color: 0.03 } as const;
/** A label that fills this share of its box is one rectangle. */
const leastOfBox = 0.6;
/** A "label" over more than these shares of the product's cells and height is the glass on which the text is printed. */
const mostOfProduct = 0.6;
const mostOfHeight = 0.72;

/** Marks the cells of labels: paper around lines of text, up to its edges. */
export async function markLabels(cutOut: ProductCutOut, cells: PassedLight): Promise<Uint8Array> {
  const { width, height, alpha, colors } = cells;
  const marked = new Uint8Array(width * height);
  const lab = toOklab({ width, height, channels: 3, data: colors });
  const count = alpha.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0);
  const { lines, scale } = await linesOn(cutOut);
  for (const line of lines) {
    const label = growLabel(scaleLine(line, 1 / (scale * cells.cell)), lab, alpha);
    const inLabel = new Set(label);
    const box = boundingBox(width, height, (cell) => inLabel.has(cell));
    if (box === null || label.length > mostOfProduct * count || box.height > mostOfHeight * height) continue;
    for (const cell of label) marked[cell] = 1;
    if (label.length < leastOfBox * box.width * box.height) continue;
    for (let y = box.top; y < box.top + box.height; y++) {
      marked.fill(1, y * width + box.left, y * width + box.left + box.width);
    }
  }
  fillHoles(marked, cells);
  return marked;
}

async function linesOn({ rgba, width, box }: ProductCutOut): Promise<{ lines: TextLine[]; scale: number }> {
  const stride = Math.max(1, Math.ceil(Math.max(box.width, box.height) / readSide));
  const size = { width: Math.floor(box.width / stride), height: Math.floor(box.height / stride) };
  const rgb = new Uint8Array(size.width * size.height * 3).fill(255);
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, to += 3) {
      const at = ((box.top + y * stride) * width + box.left + x * stride) * 4;
      const alpha = (rgba[at + 3] as number) / 255;
      for (let c = 0; c < 3; c++) rgb[to + c] = 255 + ((rgba[at + c] as number) - 255) * alpha;
    }
  }
  return { lines: await findLines({ rgb, ...size }), scale: 1 / stride };
}

function scaleLine({ x, y, length, height, angle }: TextLine, scale: number): TextLine {
  return { x: x * scale, y: y * scale, length: length * scale, height: height * scale, angle };
}

type Difference = [number, number, number];

/** The cells of one color around a line's letters, and the line itself. */
function growLabel(line: TextLine, lab: Field, alpha: Float32Array): number[] {
  const { width, height, data } = lab;
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)];
  const inLine: number[] = [];
  const reach = Math.ceil(line.length / 2 + line.height);
  for (let y = Math.max(0, Math.floor(line.y - reach)); y < Math.min(height, line.y + reach); y++) {
    for (let x = Math.max(0, Math.floor(line.x - reach)); x < Math.min(width, line.x + reach); x++) {
      const [dx, dy] = [x + 0.5 - line.x, y + 0.5 - line.y];
      const isInside =
        Math.abs(dx * cos + dy * sin) <= line.length / 2 &&
        Math.abs(dy * cos - dx * sin) <= 0.6 * line.height;
      if (isInside && (alpha[y * width + x] as number) > 0.5) inLine.push(y * width + x);
    }
  }
  if (inLine.length === 0) return [];
  // Letters cover less than half of a line.
  const paper = [0, 1, 2].map((c) =>
    percentile(
      inLine.map((cell) => data[cell * 3 + c] as number),
      0.5,
    ),
  );
  const isLike = (
    cell: number,
    other: readonly number[],
    { light, color }: { light: number; color: number },
  ) => {
    const [l, one, two] = [0, 1, 2].map(
      (c) => (data[cell * 3 + c] as number) - (other[c] as number),
    ) as Difference;
    return Math.hypot(l / light, one / color, two / color) <= 1;
  };
  const isIn = new Uint8Array(width * height);
  const open = inLine.filter((cell) => isLike(cell, paper, likeLabel));
  for (const cell of open) isIn[cell] = 1;
  for (let next = 0; next < open.length; next++) {
    const cell = open[next] as number;
    const x = cell % width;
    const here = [0, 1, 2].map((c) => data[cell * 3 + c] as number);
    for (const to of [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width]) {
      if (to < 0 || to >= isIn.length || isIn[to] === 1 || (alpha[to] as number) < 0.5) continue;
      if (!isLike(to, paper, likeLabel) || !isLike(to, here, likeNext)) continue;
      isIn[to] = 1;
      open.push(to);
    }
  }
  return [...open, ...inLine.filter((cell) => isIn[cell] === 0)];
}

/** Marks the letters and ornaments inside of labels, and the cells at their edges. */
function fillHoles(marked: Uint8Array, { width, height }: PassedLight): void {
  const gaps = findComponents({ alpha: Float32Array.from(marked), width, height }, { below: 0.5 });
  forEachRun(gaps, (name, start, end) => {
    if (!gaps.atBorder[name] && (gaps.areas[name] as number) < 0.2 * width * height)
      marked.fill(1, start, end);
  });
  const before = marked.slice();
  for (let i = 0; i < marked.length; i++) {
    const x = i % width;
    const isBeside =
      (x > 0 && before[i - 1] === 1) ||
      (x < width - 1 && before[i + 1] === 1) ||
      before[i - width] === 1 ||
      before[i + width] === 1;
    if (isBeside) marked[i] = 1;
  }
}
