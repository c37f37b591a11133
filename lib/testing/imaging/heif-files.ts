import { readFileSync } from "node:fs";

/**
 * HEIC pictures for tests. assets/tests/heic contains pictures encoded by heif-enc (libheif 1.15, x265) from our own
 * pictures, in Display P3; others are assembled here from their pixels, valid and manipulated ones.
 */
export function heicFile(name: "mug" | "quarters" | "cutout"): Buffer {
  return readFileSync(new URL(`../../../assets/tests/heic/${name}.heic`, import.meta.url));
}

interface HeifOptions {
  /** Size declared by the file. */
  width: number;
  height: number;
  /** Repeats the same tile; the size is then that of the grid. */
  grid?: { columns: number; rows: number };
  /** Properties of the picture: see `rotated`, `mirrored`, `colored`. */
  properties?: readonly Buffer[];
  brand?: string;
}

/** The pixels of `quarters` (128 × 96) in a file with arbitrary declared properties. */
export function heifOf({ width, height, grid, properties = [], brand = "heic" }: HeifOptions): Buffer {
  const { configuration, data } = tile();
  const tiles = grid ? grid.columns * grid.rows : 0;
  const gridData = grid
    ? Buffer.concat([Buffer.from([0, 1, grid.rows - 1, grid.columns - 1]), u32(width), u32(height)])
    : Buffer.alloc(0);
  const ids = Array.from({ length: tiles }, (_, index) => index + 2);
  const ipco = [configuration, size(128, 96), size(width, height), ...properties];
  const own = properties.map((_, index) => 0x80 | (index + 4));
  const associations = [
    [1, grid ? [3, ...own] : [0x81, 3, ...own]] as const,
    ...ids.map((id) => [id, [0x81, 2]] as const),
  ];
  const meta = (mdatAt: number) =>
    fullBox("meta", 0, [
      fullBox("hdlr", 0, [u32(0), Buffer.from("pict"), Buffer.alloc(13)]),
      fullBox("pitm", 0, [u16(1)]),
      fullBox("iloc", 1 << 24, [
        Buffer.from([0x44, 0]),
        u16(tiles + 1),
        // The grid's description precedes the pixels; all tiles share the same data.
        location(1, mdatAt, grid ? gridData.length : data.length),
        ...ids.map((id) => location(id, mdatAt + gridData.length, data.length)),
      ]),
      fullBox("iinf", 0, [
        u16(tiles + 1),
        item(1, grid ? "grid" : "hvc1"),
        ...ids.map((id) => item(id, "hvc1")),
      ]),
      ...(grid ? [fullBox("iref", 0, [box("dimg", [u16(1), u16(tiles), ...ids.map(u16)])])] : []),
      box("iprp", [
        box("ipco", ipco),
        fullBox("ipma", 0, [
          u32(associations.length),
          ...associations.map(([id, to]) => Buffer.concat([u16(id), Buffer.from([to.length, ...to])])),
        ]),
      ]),
    ]);
  const ftyp = box("ftyp", [Buffer.from(brand), u32(0), Buffer.from(`mif1${brand}`)]);
  const mdatAt = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(mdatAt), box("mdat", [gridData, data])]);
}

/** Rotation counter-clockwise, in quarter turns. */
export function rotated(quarters: number): Buffer {
  return box("irot", [Buffer.from([quarters])]);
}

/** Mirroring: swaps top and bottom (0) or left and right (1). */
export function mirrored(axis: 0 | 1): Buffer {
  return box("imir", [Buffer.from([axis])]);
}

/** Color space by the codes of ITU-T H.273: primaries 12 is Display P3. */
export function colored(primaries: number): Buffer {
  return box("colr", [Buffer.from("nclx"), u16(primaries), u16(13), u16(6), Buffer.from([0x80])]);
}

function tile() {
  const file = heicFile("quarters");
  return { configuration: findBox(file, "hvcC"), data: findBox(file, "mdat").subarray(8) };
}

function findBox(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

function box(type: string, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, "latin1"), content]);
}

function fullBox(type: string, versionAndFlags: number, parts: readonly Uint8Array[]): Buffer {
  return box(type, [u32(versionAndFlags), ...parts]);
}

function size(width: number, height: number): Buffer {
  return fullBox("ispe", 0, [u32(width), u32(height)]);
}

function item(id: number, type: string): Buffer {
  return fullBox("infe", 2 << 24, [u16(id), u16(0), Buffer.from(type), Buffer.alloc(1)]);
}

function location(id: number, at: number, length: number): Buffer {
  return Buffer.concat([u16(id), u16(0), u16(0), u16(1), u32(at), u32(length)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
