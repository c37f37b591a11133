import sharp from "sharp";
import { listSamples } from "#lib/samples/index.ts";
import { readSample } from "../parts/samples.ts";

const differentPictures = 25;

/** The samples, mirrored and with changed brightness, so that no result can be reused for another picture. */
export async function makePictures(): Promise<Uint8Array[]> {
  const names = (await listSamples()).map(({ name }) => name);
  return Promise.all(
    Array.from({ length: differentPictures }, async (_, index) => {
      const picture = sharp(await readSample(names[index % names.length] ?? "mug"));
      const way = Math.floor(index / names.length);
      if (way % 2 === 1) picture.flop();
      return picture
        .modulate({ brightness: 1 - 0.06 * way })
        .jpeg({ quality: 92 })
        .toBuffer();
    }),
  );
}
