import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { asksForLook } from "#lib/contract/photos/notes.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import { numberPicture } from "#lib/imaging/pixels/open-picture.ts";
import { photoRequest } from "../parts/samples.ts";
import { inPercent, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";

/** A photo that had a warning when it was labelled: whether a look at it shows a fault. */
interface Label {
  /** A picture of `assets/tests`. */
  picture: string;
  /** A style or a scene of the library. */
  backdrop: string;
  isFaulty: boolean;
  /** What a look shows. */
  shows: string;
}

const folder = new URL("../../assets/tests/", import.meta.url);
const out = "warnings";

/** How many of the photos with a warning are visibly faulty, by labels that people gave them. */
export async function run({ only, write }: BenchOptions): Promise<void> {
  const labels = JSON.parse(await readFile(new URL("warnings.json", folder), "utf8")) as Label[];
  const print = startTable("photo", ["label", "warnings"]);
  const counts = { flagged: 0, faulty: 0, missed: 0 };
  if (write) await mkdir(out, { recursive: true });
  for (const label of labels.filter(({ picture, backdrop }) => `${picture} ${backdrop}`.includes(only))) {
    const { bytes, notes } = await makePhoto(label);
    const codes = [...new Set(notes.filter(asksForLook).map(({ code }) => code))];
    if (codes.length > 0) counts.flagged += 1;
    if (codes.length > 0 && label.isFaulty) counts.faulty += 1;
    if (codes.length === 0 && label.isFaulty) counts.missed += 1;
    print(
      `${label.picture} ${label.backdrop}`,
      label.isFaulty ? "faulty" : "fine",
      codes.join(" ") || "none",
    );
    const name = `${path.basename(label.picture, ".jpg")}-${label.backdrop}.jpg`;
    if (write) await writeFile(path.join(out, name), bytes);
  }
  const { flagged, faulty, missed } = counts;
  console.log(
    `${faulty} of ${flagged} photos with a warning are visibly faulty: ${inPercent(faulty / flagged)}`,
  );
  console.log(`${missed} of the photos labelled faulty have no warning any more`);
  if (write) console.log(`The photos are in ${out}/`);
}

async function makePhoto({ picture, backdrop }: Label) {
  const { bytes, product } = await openProduct(picture);
  const known = styleNames.find((style) => style === backdrop);
  const request = photoRequest(known ?? "lifestyle", "1:1");
  return await makeStudioPhoto(product, {
    ...request,
    ...(known === undefined && { libraryScene: backdrop }),
    pictureNumber: await numberPicture(bytes),
    // As the dashboard orders.
    options: { correct: "auto" },
  });
}

let last: { picture: string; opened: ReturnType<typeof cut> } | null = null;

/** Cuts a picture out once: its labels follow each other. */
function openProduct(picture: string): ReturnType<typeof cut> {
  if (last?.picture !== picture) last = { picture, opened: cut(picture) };
  return last.opened;
}

async function cut(picture: string) {
  const bytes = await readFile(new URL(picture, folder));
  return { bytes, product: await cutOut(bytes, { maxBoxSide: 1024 }) };
}
