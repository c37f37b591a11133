import sharp from "sharp";
import { scaleSize } from "../pixels/boxes.ts";
import { blurField, type Field } from "../pixels/field.ts";
import { clamp, percentile } from "../pixels/numbers.ts";
import { sampleField } from "../pixels/sampling.ts";
import { boxOfLine, type RgbPicture, type TextLine } from "./find-lines.ts";
import { readerRows as rows, runReader } from "./models.ts";

/** What a line says, and how sure the reader is of its letters on average (0..1). */
interface TextRead {
  text: string;
  confidence: number;
}

/** A line's pixels, upright: planes of blue, green and red, −1..1, with grey behind its own columns. */
interface LinePixels {
  planes: Float32Array;
  columns: number;
  ownColumns: number;
}

/** Columns of the shortest line in training, and of the longest that is read: longer ones are pressed. */
const leastColumns = 320;
const mostColumns = 1600;
/** Least confidence and number of letters of what is certainly text. */
const certain = { confidence: 0.85, letters: 3 };
/** Letters that a picture does not always tell apart. */
const alike: Record<string, string> = { "0": "o", "1": "l", i: "l" };

/** The letters and digits of a text, in a form in which those that look alike are equal, and their places in it. */
export function lettersOf(text: string): { letter: string; at: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]/gu)].map(({ 0: found, index: at }) => {
    const letter = found.normalize("NFKC").toLowerCase();
    return { letter: alike[letter] ?? letter, at };
  });
}

export function isText({ text, confidence }: TextRead): boolean {
  return confidence >= certain.confidence && lettersOf(text).length >= certain.letters;
}

/** Runs the reader, and joins the likeliest letters of its steps (CTC, Graves et al. 2006). */
export async function readLine({ planes, columns }: LinePixels): Promise<TextRead> {
  const { data, classes, letters } = await runReader(planes, columns);
  let [text, sum, count, last] = ["", 0, 0, 0];
  for (let start = 0; start < data.length; start += classes) {
    let likeliest = 0;
    for (let i = 1; i < classes; i++)
      if ((data[start + i] as number) > (data[start + likeliest] as number)) likeliest = i;
    if (likeliest !== 0 && likeliest !== last) {
      text += letters[likeliest] ?? "";
      sum += data[start + likeliest] as number;
      count += 1;
    }
    last = likeliest;
  }
  return { text: text.trim(), confidence: sum / Math.max(1, count) };
}

/** Samples a line upright, in the reader's rows. */
export async function lineUp(picture: RgbPicture, line: TextLine): Promise<LinePixels> {
  const { x, y, length, height, angle } = line;
  const ownColumns = clamp(Math.round((rows * length) / height), 8, mostColumns);
  const columns = Math.max(leastColumns, ownColumns);
  const planes = new Float32Array(3 * rows * columns);
  const box = boxOfLine(line, picture);
  if (box === null) return { planes, columns, ownColumns };
  const size = scaleSize(box, Math.min(1, rows / height));
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const part = sharp(picture.rgb, { raw })
    .extract(box)
    .resize({ ...size, fit: "fill" });
  const field: Field = { ...size, channels: 3, data: Float32Array.from(await part.raw().toBuffer()) };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let row = 0; row < rows; row++) {
    const across = ((row + 0.5) / rows - 0.5) * height;
    for (let column = 0; column < ownColumns; column++) {
      const along = ((column + 0.5) / ownColumns - 0.5) * length;
      const atX = ((x + along * cos - across * sin - box.left) * size.width) / box.width - 0.5;
      const atY = ((y + along * sin + across * cos - box.top) * size.height) / box.height - 0.5;
      for (let c = 0; c < 3; c++)
        planes[(c * rows + row) * columns + column] = sampleField(field, atX, atY, 2 - c) / 127.5 - 1;
    }
  }
  return { planes, columns, ownColumns };
}

/** The same line, blurred by a share of its height. */
export function softened({ planes, ...line }: LinePixels, blur: number): LinePixels {
  const soft = planes.slice();
  for (let start = 0; start < soft.length; start += rows * line.columns) {
    const data = soft.subarray(start, start + rows * line.columns);
    blurField({ width: line.columns, height: rows, channels: 1, data }, blur * rows);
  }
  return { planes: soft, ...line };
}

/**
 * Standard deviation of the blur of a line's steepest edges, as a share of its height: the steepest slope of a blurred
 * step is its contrast, divided by that deviation and √2π.
 */
export function blurOf({ planes, columns, ownColumns }: LinePixels): number {
  const values: number[] = [];
  const slopes: number[] = [];
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < ownColumns - 1; column++) {
      const green = (rows + row) * columns + column;
      const across = (planes[green + 1] as number) - (planes[green - 1] as number);
      const down = (planes[green + columns] as number) - (planes[green - columns] as number);
      values.push(planes[green] as number);
      slopes.push(Math.max(1e-6, Math.hypot(across, down) / 2));
    }
  }
  const contrast = percentile(values, 0.98) - percentile(values, 0.02);
  return contrast / (percentile(slopes, 0.99) * Math.sqrt(2 * Math.PI) * rows);
}
