import { readFile } from "node:fs/promises";
import { previewSide } from "#lib/contract/photos/sizes.ts";
import { isWhite, type Resolution, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { listSceneFolders } from "#lib/imaging/library/scene-files.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { choosePrecision } from "#lib/imaging/matting/network/precision.ts";
import { planScene } from "#lib/imaging/painted/plan.ts";
import { makeStudioPhoto, makeStudioPreview } from "#lib/imaging/painted/studio.ts";
import { numberPicture } from "#lib/imaging/pixels/open-picture.ts";
import { median, peakBytes, percentile, type Time, timed } from "../parts/measure.ts";
import { photoRequest, readSample } from "../parts/samples.ts";
import { inMegabytes, inMs, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";

/** What runs once for each style or scene in turn, by the number of the run. */
type Case = (run: number) => Promise<unknown>;

/** A user who adjusts the layout: one parameter at a time, in small steps. */
const changes: Record<string, (step: number) => RenderOptions> = {
  move: (step) => ({ layout: { x: 0.3 + 0.4 * step, y: 0.55 + 0.1 * step } }),
  turn: (step) => ({ layout: { x: 0.5, y: 0.6, rotationDeg: -45 + 90 * step } }),
  light: (step) => ({ light: { azimuthDeg: -120 + 240 * step } }),
  shadow: (step) => ({ shadow: step, reflection: 1 - step }),
};

/** The work of the pixel worker in this process. CUTOUT_PRECISION=fp32 or int8 forces a precision of the network. */
export async function run({ rounds, only }: BenchOptions): Promise<void> {
  const runs = rounds * styleNames.length;
  const { precision, reason } = await choosePrecision();
  const print = startTable("", ["wall p50", "p95", "processor p50", "p95", "of a 1K photo"]);
  const all: Record<string, Time[]> = {};
  for (const [name, work] of Object.entries(await listCases(runs))) {
    // The others are compared with it.
    if (name !== "photo 1K" && !name.includes(only)) continue;
    await work(0);
    const times: Time[] = [];
    for (let index = 0; index < runs; index += 1) times.push(await timed(() => work(index)));
    all[name] = times;
    const [wall, processor] = [
      times.map(({ wallMs }) => wallMs),
      times.map(({ processorMs }) => processorMs),
    ];
    const cells = [wall, processor].flatMap((ms) => [inMs(median(ms)), inMs(percentile(ms, 0.95))]);
    print(name, ...cells, (median(wall) / wallOf(all, "photo 1K")).toFixed(2));
  }
  const ratio = wallOf(all, "photo 4K") / wallOf(all, "photo 1K");
  if (all["photo 4K"]) console.log(`a 4K photo takes ${ratio.toFixed(2)} times as long as a 1K photo`);
  console.log(`peak memory of this process ${inMegabytes(await peakBytes(process.pid))}`);
  console.log(`the network computes in ${precision} (${reason})`);
}

const wallOf = (all: Record<string, Time[]>, name: string) =>
  median(all[name]?.map(({ wallMs }) => wallMs) ?? []);

async function listCases(runs: number): Promise<Record<string, Case>> {
  const picture = await readSample("mug");
  const pictureNumber = await numberPicture(picture);
  const painted = await readFile(new URL("../../assets/tests/empty-scenes/kitchen.jpg", import.meta.url));
  const scenes = listSceneFolders().map(({ id }) => id);
  const colored = styleNames.filter((style) => !isWhite(style));
  const product = await cutOut(picture, { maxBoxSide: 1024 });
  const small = await cutOut(picture, { maxBoxSide: previewSide });
  const styled = (run: number, resolution: Resolution = "1K", styles: readonly Style[] = styleNames) =>
    photoRequest(styles[run % styles.length] ?? "studio", "1:1", resolution);
  const inLibrary = (run: number) => ({
    ...styled(0),
    libraryScene: scenes[run % scenes.length] ?? "",
    pictureNumber,
  });
  const photo =
    (resolution: Resolution): Case =>
    async (run) => {
      const request = styled(run, resolution);
      await makeStudioPhoto(await cutOut(picture, { maxBoxSide: request.width }), request);
    };
  const previews = Object.entries(changes).map(([name, change]): [string, Case] => [
    `preview: ${name}`,
    (run) => makeStudioPreview(small, { ...styled(run), options: change((run + 1) / runs) }),
  ]);
  return {
    "photo 1K": photo("1K"),
    "photo 2K": photo("2K"),
    "photo 4K": photo("4K"),
    "cut-out": () => cutOut(picture, { maxBoxSide: 1024 }),
    "further style": (run) => makeStudioPhoto(product, styled(run)),
    "further scene": (run) => makeStudioPhoto(product, inLibrary(run)),
    "painted scene": async (run) => {
      const request = styled(run, "1K", colored);
      await makeStudioPhoto(product, { ...request, plan: await planScene(product, request), scene: painted });
    },
    ...Object.fromEntries(previews),
    "preview: further scene": (run) => makeStudioPreview(small, inLibrary(run)),
  };
}
