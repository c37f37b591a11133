/** The parts of a picture file that are pixels or change how they look, and how many frames the file has. */
export interface PixelRanges {
  /** Start and end of each part to keep, in order; no two are adjacent. */
  ranges: [start: number, end: number][];
  /** Frames of an animation; only the first is kept. */
  frames: number;
}

/** The file's structure is broken, or unlike that of any camera or program; `message` names the problem. */
export class MalformedFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MalformedFileError";
  }
}

/** Larger profiles and Exif data are dropped: no real picture has them. */
export const maxProfileBytes = 4 * 1024 * 1024;
export const maxExifBytes = 64 * 1024;

export class RangeList {
  readonly ranges: [start: number, end: number][] = [];

  add(start: number, end: number): void {
    const last = this.ranges.at(-1);
    if (last && last[1] === start) last[1] = end;
    else if (end > start) this.ranges.push([start, end]);
  }
}

export function endsTooEarly(): MalformedFileError {
  return new MalformedFileError("it ends too early");
}

export function latin1(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}
