import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { pixelAt, redraw } from "#lib/testing/imaging/edited-pictures.ts";
import { readRgb, readSample, sampleFile } from "#lib/testing/imaging/labels.ts";
import { marksFor } from "../pixels/watermark.ts";
import { differingWords, findChangedWords } from "./changed-words.ts";
import { boxOfLine, findLines, type RgbPicture } from "./find-lines.ts";
import { findTextOutside } from "./outside-text.ts";
import { isText, lettersOf, lineUp, readLine } from "./read-line.ts";
import { cutOutExamined } from "./unreadable.ts";

async function textsOf(picture: RgbPicture): Promise<string[]> {
  const texts: string[] = [];
  for (const line of await findLines(picture)) {
    const read = await readLine(await lineUp(picture, line));
    if (isText(read))
      texts.push(
        lettersOf(read.text)
          .map(({ letter }) => letter)
          .join(""),
      );
  }
  return texts;
}

const label = { left: 520, top: 560, width: 700, height: 300 };
const labelTexts = ["llnen&cedar", "scentedsoywaxcandle"].map((text) => text.replace("&", ""));

test("a label is read, whichever way its picture leans or runs up", async () => {
  const part = await sharp(sampleFile("candle")).extract(label).toBuffer();
  for (const turnDeg of [0, 12, -90]) {
    const turned = await sharp(part).rotate(turnDeg, { background: "#bbb" }).png().toBuffer();
    expect((await textsOf(await readRgb(turned))).slice(0, 2), `${turnDeg}°`).toEqual(labelTexts);
  }
});

test("a changed letter and a lost word are named, the same text in other light and softer is not", async () => {
  const { rgba, ...size } = await readSample("lotion");
  const cut = { left: 392, top: 900, width: 370, height: 380 };
  const see = (picture: Sharp) => picture.extract(cut).removeAlpha().png().toBuffer().then(readRgb);
  const raw = { raw: { width: size.width, height: size.height, channels: 4 } } as const;
  const own = await see(sharp(rgba, raw));
  const dim = await readRgb(
    await sharp(await sharp(rgba, raw).extract(cut).removeAlpha().png().toBuffer())
      .linear(0.8, 6)
      .blur(0.8)
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
  expect(await findChangedWords(own, dim)).toEqual([]);
  const lotion = { rgba, ...size };
  const letter = { left: 548, top: 958, width: 29, height: 48 };
  const word = { left: 470, top: 1030, width: 180, height: 46 };
  const otherLetter = redraw(lotion, (x, y) => pixelAt(lotion, x + 34, y), letter);
  const altered = redraw(otherLetter, () => [214, 208, 200, 255], word);
  const words = await findChangedWords(own, await see(sharp(altered.rgba, raw)));
  expect(words.join(" ")).toMatch(/FENNE.*hand ?lotion/);
});

test.each([
  ["OAT & FENNEL", "OAT & EENNEL", ["FENNEL"]],
  ["300 ml", "3OO mI", []],
  ["hand lotion", "handlotion", []],
  ["hand lotion", "", ["hand", "lotion"]],
  ["soy wax", "soy waxes", ["wax"]],
  ["soy wax candle", "say wax candls", ["soy", "wax", "candle"]],
])("the words of %j that %j shows otherwise are %j", (text, other, words) => {
  expect(differingWords(text, other)).toEqual(words);
});

test("a blurred label is noted with its place, a sharp one and a blurred product without one are not", async () => {
  const look = async (name: string, blur: number) => {
    const picture = sharp(sampleFile(name)).resize(800);
    const image = await (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: 92 }).toBuffer();
    const mask = await sharp(sampleFile(name, "alpha.png")).resize(800).png().toBuffer();
    return cutOutExamined(image, { maxBoxSide: 512, mask });
  };
  expect((await look("perfume", 0)).unreadable).toEqual([]);
  expect((await look("mug", 1.7)).unreadable).toEqual([]);
  const { unreadable = [], box } = await look("perfume", 1.7);
  expect(unreadable.length).toBeGreaterThan(0);
  for (const { left, top, width, height } of unreadable) {
    expect(left).toBeGreaterThan(box.left);
    expect(left + width).toBeLessThan(box.left + box.width);
    expect(top).toBeGreaterThan(box.top + box.height / 2);
    expect(top + height).toBeLessThan(box.top + box.height);
  }
});

test("a product's own label is not text outside of it, a watermark across the photo is", async () => {
  const photo = sharp(sampleFile("candle")).resize(1024, 768);
  const product = { left: 350, top: 130, width: 375, height: 500 };
  expect(await findTextOutside(await photo.png().toBuffer(), product)).toEqual([]);
  const mark = await sharp("assets/marks/corner.png")
    .resize(900)
    .rotate(-20, { background: "#0000" })
    .toBuffer();
  const across = await photo
    .composite([{ input: mark }])
    .png()
    .toBuffer();
  expect((await findTextOutside(across, product))?.join(" ")).toContain("Generation");
  const inCorner = await photo
    .composite(await marksFor({ width: 1024, height: 768 }))
    .png()
    .toBuffer();
  expect((await findTextOutside(inCorner, product))?.join(" ")).toContain("Photo Generation Service");
});

test("nothing is found in a single pixel or a thin line, and noise has no text and few lines", async () => {
  const seen = (width: number, height: number, value: (i: number) => number) => {
    const rgb = new Uint8Array(width * height * 3);
    for (let i = 0; i < rgb.length; i += 1) rgb[i] = value(i);
    return { width, height, rgb };
  };
  const noise = seen(1500, 1000, (i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255);
  for (const picture of [seen(1, 1, () => 9), seen(4000, 1, () => 200), noise]) {
    const lines = await findLines(picture);
    expect(lines.length).toBeLessThanOrEqual(32);
    for (const line of lines) expect(boxOfLine(line, picture)).not.toBeNull();
    expect(await textsOf(picture)).toEqual([]);
  }
});
