import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { heicFile, heifOf } from "#lib/testing/imaging/heif-files.ts";
import { rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import { deepTest, rowsOf, runsOf } from "#lib/testing/trials.ts";
import { inspectImage } from "./inspect.ts";
import { UnreadableImageError } from "./picture.ts";

useEnvironment({ UPLOAD_MAX_MB: "5" });

everyTestTries("pictures");

const colour = { r: 200, g: 120, b: 40 };

function picture(width: number, height: number, channels: 3 | 4 = 3) {
  return sharp({ create: { width, height, channels, background: { ...colour, alpha: 0.5 } } });
}

function noise(width: number, height: number) {
  const create = {
    width,
    height,
    channels: 3,
    background: "white",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  } as const;
  return sharp({ create });
}

async function animation(format: "gif" | "webp", frames: number): Promise<Buffer> {
  const data = Buffer.alloc(8 * 8 * frames * 3, 0);
  for (let index = 0; index < data.length; index += 1) data[index] = (index * 7) % 251;
  return sharp(data, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .toFormat(format, { delay: Array(frames).fill(20) })
    .toBuffer();
}

const formats = ["jpeg", "png", "webp", "avif", "gif", "tiff"] as const;

describe("readable pictures", () => {
  test.each(formats)("%s is recognised and measured", async (format) => {
    const bytes = await picture(61, 43).toFormat(format).toBuffer();
    expect(await inspectImage(bytes)).toMatchObject({
      format: format === "jpeg" ? "jpg" : format,
      width: 61,
      height: 43,
      sizeBytes: bytes.length,
    });
  });

  const readable: [string, () => Promise<Buffer>, object][] = [
    [
      "a grey picture with alpha",
      () => picture(9, 9, 4).toColourspace("b-w").png().toBuffer(),
      { hasAlpha: true },
    ],
    [
      "a palette with transparency",
      () => picture(9, 9, 4).png({ palette: true }).toBuffer(),
      { hasAlpha: true },
    ],
    ["16 bits a channel", () => picture(9, 9).toColourspace("rgb16").png().toBuffer(), { width: 9 }],
    ["CMYK", () => picture(9, 9).toColourspace("cmyk").jpeg().toBuffer(), { format: "jpg" }],
    ["a progressive JPEG", () => noise(200, 200).jpeg({ progressive: true }).toBuffer(), { width: 200 }],
    [
      "another colour space's profile",
      () => picture(9, 9).withIccProfile("p3").jpeg().toBuffer(),
      { format: "jpg" },
    ],
    ["one pixel", () => picture(1, 1).png().toBuffer(), { width: 1, height: 1 }],
    ["a very thin picture", () => picture(1, 20_000).png().toBuffer(), { width: 1, height: 20_000 }],
    ["a thousand GIF frames", () => animation("gif", 1000), { pages: 1000, width: 8, height: 8 }],
    ["WebP frames", () => animation("webp", 50), { width: 8, height: 8 }],
    ["exactly 100 megapixels", async () => rawPng(12_500, 8000, 8000), { width: 12_500, height: 8000 }],
    [
      "a JPEG with a page behind it",
      async () => Buffer.concat([await picture(9, 9).jpeg().toBuffer(), Buffer.from("<html><script>")]),
      { format: "jpg" },
    ],
    [
      "64 KB of EXIF",
      () =>
        picture(9, 9)
          .withExif({ IFD0: { Copyright: "x".repeat(60_000) } })
          .jpeg()
          .toBuffer(),
      { width: 9 },
    ],
  ];
  const simple = ["16 bits a channel", "CMYK", "WebP frames", "exactly 100 megapixels"];
  const few = readable.filter(([name]) => simple.includes(name));
  test.each(rowsOf(readable, few))("%s is accepted", async (_name, make, expected) => {
    expect(await inspectImage(await make())).toMatchObject(expected);
  });

  test.each(rowsOf([1, 2, 3, 4, 5, 6, 7, 8], [3, 6]))(
    "EXIF orientation %i gives the size as displayed",
    async (orientation) => {
      const bytes = await picture(30, 20).withMetadata({ orientation }).jpeg().toBuffer();
      const turned = orientation >= 5;
      expect(await inspectImage(bytes)).toMatchObject({ width: turned ? 20 : 30, height: turned ? 30 : 20 });
    },
  );
});

describe("unreadable pictures", () => {
  const bomb =
    "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;'>]><svg xmlns='http://www.w3.org/2000/svg'>&b;</svg>";
  const box = (brand: string) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, "latin1"),
      Buffer.alloc(100),
    ]);
  const refused: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
    ["nothing", () => Buffer.alloc(0), /^the file is empty$/],
    [
      "UPLOAD_MAX_MB and one byte",
      () => Buffer.alloc(5 * 1024 * 1024 + 1),
      /^the file has 5242881 bytes; at most 5 MB/,
    ],
    ["256 megapixels in 250 KB", () => rawPng(16_000, 16_000, 16_000), /at most 100 megapixels/],
    ["100 megapixels and a row", () => rawPng(12_500, 8001, 8001), /at most 100 megapixels/],
    ["a header of 65535×65535", () => rawPng(65_535, 65_535, 1), /at most 100 megapixels/],
    ["a header of 2³¹ pixels a side", () => rawPng(0x7fffffff, 0x7fffffff, 0), /damaged|megapixels/],
    [
      "a PNG with a fraction of its rows",
      () => rawPng(500, 500, 20),
      /^the PNG data is damaged or incomplete$/,
    ],
    ["a PNG with a header alone", () => rawPng(50, 50, 0), /damaged or incomplete/],
    ["HEIC without a picture", () => box("heic"), /^the HEIC data is damaged or incomplete$/],
    ["HEIF without a picture", () => box("heix"), /^the HEIC data is damaged or incomplete$/],
    ["an empty AVIF", () => box("avif"), /^the AVIF data is damaged/],
    [
      "SVG",
      () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='100000' height='100000'/>"),
      /^not a JPEG/,
    ],
    ["SVG with entities", () => Buffer.from(bomb), /^not a JPEG/],
    [
      "SVG with an external entity",
      () => Buffer.from("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><svg>&e;</svg>"),
      /^not a JPEG/,
    ],
    ["PSD", () => Buffer.from("8BPS\0\x01"), /^not a JPEG/],
    ["ICO", () => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), /^not a JPEG/],
    ["a vips file", () => Buffer.concat([Buffer.from([8, 242, 166, 182]), Buffer.alloc(100)]), /^not a JPEG/],
    ["JPEG's first bytes", () => Buffer.from([0xff, 0xd8, 0xff]), /^the JPG data/],
    ["GIF's first bytes", () => Buffer.from("GIF89a"), /^the GIF data/],
    ["WebP's first bytes", () => Buffer.from("RIFF\0\0\0\0WEBP"), /^the WEBP data/],
    ["TIFF's first bytes", () => Buffer.from("II*\0\x08\0\0\0"), /^the TIFF data/],
    [
      "a page that begins like a JPEG",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<html>")]),
      /^the JPG data/,
    ],
  ];
  // Other rows are refused for the same reason, or take long to make.
  const alike = ["256 megapixels in 250 KB", "HEIF without a picture", "SVG with entities", "PSD", "ICO"];
  const fewRefused = refused.filter(([name]) => !alike.includes(name));
  test.each(rowsOf(refused, fewRefused))(
    "%s is rejected with a message that reveals no internals",
    async (_name, make, message) => {
      const bytes = await make();
      const error = await inspectImage(bytes).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(UnreadableImageError);
      expect((error as Error).message).toMatch(message);
      expect((error as Error).message).not.toMatch(/vips|\/tmp|node_modules/i);
    },
  );

  test("a picture cut off anywhere is rejected", async () => {
    for (const format of rowsOf([...formats, "heic"] as const, ["jpeg", "png", "heic"])) {
      const whole =
        format === "heic" ? heicFile("quarters") : await noise(120, 90).toFormat(format).toBuffer();
      for (let tenth = 0; tenth < 10; tenth += 1) {
        const cut = whole.subarray(0, Math.floor((whole.length * tenth) / 10));
        await expect(inspectImage(cut), `${format} cut at ${tenth}0 %`).rejects.toBeInstanceOf(
          UnreadableImageError,
        );
      }
    }
  });

  test("a PNG with a wrong checksum is rejected", async () => {
    const bytes = await noise(60, 60).png().toBuffer();
    const at = bytes.indexOf("IDAT") + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await expect(inspectImage(bytes)).rejects.toBeInstanceOf(UnreadableImageError);
  });

  test("a picture with random changes is accepted or rejected as unreadable, never with another error", async () => {
    const made = await Promise.all(formats.map((format) => noise(40, 40).toFormat(format).toBuffer()));
    const originals = [...made, heifOf({ width: 128, height: 96 })];
    const change = fc.tuple(
      fc.nat(originals.length - 1),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 20 }),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([index, changes]) => {
        const bytes = Buffer.from(originals[index] ?? []);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        await inspectImage(bytes).catch((error) => expect(error).toBeInstanceOf(UnreadableImageError));
      }),
      { numRuns: runsOf(300, 40) },
    );
    expect(await inspectImage(originals[0] ?? new Uint8Array())).toMatchObject({ format: "jpg" });
  });
});

test("a file is inspected by its bytes, regardless of its name", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "inspect-"));
  try {
    const file = path.join(folder, "photo.svg");
    await writeFile(file, await picture(12, 8).webp().toBuffer());
    expect(await inspectImage(file)).toMatchObject({ format: "webp", width: 12, height: 8 });
    await writeFile(file, "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await expect(inspectImage(file)).rejects.toBeInstanceOf(UnreadableImageError);
  } finally {
    await rm(folder, { recursive: true });
  }
});

deepTest("the calling process loads no image library for an inspection", async () => {
  const names = ["#lib/images/inspect.ts", "#lib/images/index.ts", "#lib/images/source.ts"];
  names.push("#lib/images/embedded/index.ts", "#lib/imaging/index.ts", "#lib/uploads/index.ts");
  const script = `for (const name of ${JSON.stringify(names)}) await import(name);
    const picture = await (await import("node:fs/promises")).readFile("public/samples/mug.jpg");
    const { inspectImage } = await import("#lib/images/inspect.ts");
    const { connectImages } = await import("#lib/connect-images.ts");
    connectImages();
    await inspectImage(picture);
    const loaded = process.report.getReport().sharedObjects.filter((file) => /sharp|vips|onnx/.test(file));
    console.log(JSON.stringify(loaded)); process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toEqual([]);
});
