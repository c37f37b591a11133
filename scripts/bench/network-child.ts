// Runs only the cut-out network, with the two looks at each picture that most photos need, until it is told to stop.
import type { Size } from "#lib/contract/photos/sizes.ts";
import { networkSize, segment } from "#lib/imaging/matting/network/index.ts";
import { boxWithMargin } from "#lib/imaging/matting/part.ts";
import { coarsePass, pixelsSeen } from "#lib/imaging/matting/passes.ts";
import { openPicture } from "#lib/imaging/pixels/open-picture.ts";
import { makePictures } from "./pictures.ts";

interface Look extends Size {
  rgb: Uint8Array;
}

const looks: Look[][] = [];
for (const jpeg of (await makePictures()).slice(0, 8)) {
  const picture = await openPicture(jpeg);
  const overview = await coarsePass(picture);
  if (!overview?.rgb) continue;
  const coarse = { ...networkSize(picture, "coarse"), rgb: overview.rgb };
  const box = boxWithMargin(overview, picture);
  const seen = networkSize(box, "fine");
  looks.push([
    coarse,
    { ...seen, rgb: await pixelsSeen(await picture.read(picture, 4), picture, { box, seen }) },
  ]);
}

let pictures = 0;
let isStopped = false;
process.on("disconnect", () => process.exit(0));
process.on("message", async (message) => {
  if (message === "stop") {
    isStopped = true;
    return;
  }
  while (!isStopped) {
    for (const { rgb, ...size } of looks[pictures % looks.length] ?? []) await segment(rgb, size);
    if (!isStopped) pictures += 1;
    // Lets the message that stops it arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.send?.({ pictures });
});
process.send?.("ready");
