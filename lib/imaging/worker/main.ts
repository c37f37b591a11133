import { writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import os from "node:os";
import { previewSide } from "#lib/contract/photos/sizes.ts";
import { largestResolution, outputSize } from "#lib/contract/photos/styles.ts";
import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import type { InspectedImage, PictureInput } from "#lib/images/picture.ts";
import { writeDurably } from "#lib/storage/files.ts";
import type { PhotoStage } from "../generator.ts";
import type { CutOutOptions } from "../matting/cut-out.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { workerBounds } from "./bounds.ts";
import { toFailure } from "./failure.ts";
import type {
  ComparedEdit,
  CutOutTaskInput,
  CutOutTaskOutput,
  JudgedPhoto,
  Outcome,
  PhotoTaskInput,
  RenderedPhoto,
  RenderedPreview,
  TaskInput,
  TaskMessage,
  TaskName,
  TaskOutput,
  TransformTaskInput,
  WorkerMessage,
} from "./protocol.ts";

/**
 * A pixel worker: a child process that decodes, makes and encodes pictures, one task at a time. It ends with its
 * parent. Started by `process.ts` with the worker's name, never by hand.
 */

// The server must get its core back as soon as it needs it; threads started from here on inherit the niceness.
const bounds = new Map<string | undefined, { niceness: number }>(Object.entries(workerBounds));
const { niceness } = bounds.get(process.argv[2]) ?? workerBounds.heavy;
// Only root may lower the niceness of a process, so a higher one is kept.
os.setPriority(Math.max(os.getPriority(), niceness));
// When the machine runs out of memory, this process is the first to be killed (Linux only).
writeFile("/proc/self/oom_score_adj", "500").catch(() => undefined);

process.on("disconnect", () => process.exit(0));

process.on("message", async (message: TaskMessage) => {
  const { id } = message;
  const outcome = await runTask(message, (stage) => send({ type: "stage", id, stage })).then(
    (output): Outcome => ({ ok: true, output }),
    (error: unknown): Outcome => ({ ok: false, failure: toFailure(error) }),
  );
  send({ type: "outcome", id, outcome });
  // Node stores compiled code when a process exits; this one is killed instead.
  flushCompileCache();
});

function send(message: WorkerMessage): void {
  // Without a parent there is no receiver, and `disconnect` ends this process: errors of sending are ignored.
  if (process.connected) process.send?.(message, () => undefined);
}

type Report = (stage: PhotoStage) => void;

/** Loads each task's code when it first runs, because each worker runs only some of the tasks. */
async function runTask(message: TaskMessage, report: Report): Promise<TaskOutput<TaskName>> {
  switch (message.name) {
    case "inspect": {
      const { inspectPicture } = await import("./decoder.ts");
      return await inspectPicture(message.input.image);
    }
    case "decode": {
      const { decodeHeic } = await import("./heic/index.ts");
      return await decodeHeic(message.input.image, message.input.copyTo);
    }
    case "border": {
      const { measureBorder } = await import("./border.ts");
      return await measureBorder(message.input.image);
    }
    case "text": {
      const { findTextOutside } = await import("#lib/imaging/text/outside-text.ts");
      return await findTextOutside(message.input.image, message.input.product);
    }
    case "transform":
      return await transformPicture(message.input);
    case "load": {
      const { loadNetwork } = await import("#lib/imaging/matting/network/index.ts");
      await loadNetwork();
      return null;
    }
    case "cutout":
      return await makeCutOut(message.input, report);
    case "finish":
      return await finishCutOut(message.input, report);
    case "mask": {
      const { normalizeMask } = await import("#lib/imaging/matting/given-mask.ts");
      return await normalizeMask(message.input.image);
    }
    case "measure": {
      const { boxByAlpha } = await import("#lib/imaging/matting/cut-out.ts");
      return await boxByAlpha(message.input.image);
    }
    case "photo":
    case "compose":
      return await makePhoto(message.input, report);
    case "preview":
      return await makePreview(message.input, report);
    case "judge":
      return await judgePhoto(message.input, report);
    case "marked": {
      const { cutOut } = await import("#lib/imaging/matting/cut-out.ts");
      const { makeMarkedPhoto } = await import("#lib/imaging/painted/studio.ts");
      const { image, width, height } = message.input;
      const cut = await cutOut(image, { maxBoxSide: Math.max(width, height) });
      return await makeMarkedPhoto(cut, await withPictureNumber(message.input));
    }
    case "stamp": {
      const { stampResult } = await import("#lib/imaging/painted/stamp.ts");
      return await stampResult(message.input.image, message.input.format);
    }
    case "prepare": {
      const { preparePicture } = await import("#lib/imaging/fidelity/prepare.ts");
      return await preparePicture(message.input.image, message.input.maxSide);
    }
    case "compare":
      return await compareEdit(message.input, report);
    case "plan":
      return await planPhoto(message.input, report);
  }
}

/** Makes a derived picture, writes it to its file, and returns its properties, which need no further reading. */
async function transformPicture(input: TransformTaskInput): Promise<InspectedImage> {
  const { source, resize, output, target } = input;
  const { damagedPicture, readPicture } = await import("./decoder.ts");
  const { render } = await import("#lib/images/embedded/render.ts");
  const picture = await readPicture(source);
  const { data, info } = await render(picture, resize, output).catch((error: unknown) => {
    throw error instanceof ProtocolError ? error : damagedPicture(picture.format, error);
  });
  await writeDurably(target, data);
  return {
    format: output.format,
    width: info.width,
    height: info.height,
    hasAlpha: info.channels === 4 || info.channels === 2,
    pages: 1,
    sizeBytes: data.byteLength,
  };
}

async function makeCutOut(input: CutOutTaskInput, report: Report): Promise<CutOutTaskOutput> {
  const { encodeCutOut } = await import("#lib/imaging/matting/encode.ts");
  const options = input.maxSide === undefined ? {} : { maxSide: input.maxSide };
  const cut = await cutOutOnce(input.image, options, report);
  const { width, height, box: boundingBox } = cut;
  const bytes = await encodeCutOut(cut, input.format);
  if (input.target === undefined) return { bytes, width, height, boundingBox };
  await writeDurably(input.target, bytes);
  return { bytes: new Uint8Array(), width, height, boundingBox };
}

async function finishCutOut(input: TaskInput<"finish">, report: Report): Promise<TaskOutput<"finish">> {
  const { image, mask, maxSide, options } = input;
  const wanted = { mask, ...(maxSide !== undefined && { maxSide }) };
  const cut = await cutOutOnce(image, wanted, report);
  const { finishCutOut: finish } = await import("#lib/imaging/matting/finish.ts");
  return await finish(cut, options);
}

async function makePhoto(input: TaskInput<"photo" | "compose">, report: Report): Promise<RenderedPhoto> {
  const cut = await cutOutForPhoto(input, report);
  report("photo");
  const { makeStudioPhoto } = await import("#lib/imaging/painted/studio.ts");
  return await makeStudioPhoto(cut, await withPictureNumber(input));
}

async function makePreview(input: TaskInput<"preview">, report: Report): Promise<RenderedPreview> {
  const cut = await cutOutForPreview(input, report);
  report("photo");
  const { makeStudioPreview } = await import("#lib/imaging/painted/studio.ts");
  return await makeStudioPreview(cut, await withPictureNumber(input));
}

async function judgePhoto(input: TaskInput<"judge">, report: Report): Promise<JudgedPhoto> {
  const cut = await cutOutForPreview(input, report);
  const { judgeStudioPhoto } = await import("#lib/imaging/painted/studio.ts");
  return await judgeStudioPhoto(cut, await withPictureNumber(input));
}

async function cutOutForPreview({ image, mask }: PhotoTaskInput, report: Report): Promise<CutOut> {
  const { previewCutOuts } = await import("#lib/imaging/matting/recent-cut-outs.ts");
  const { cutOutExamined } = await import("#lib/imaging/text/unreadable.ts");
  report("cutout");
  return await previewCutOuts.get(
    image,
    { maxBoxSide: previewSide, mask, examinesText: true },
    cutOutExamined,
  );
}

/** Adds the picture's number if the photo depends on it. */
async function withPictureNumber(input: PhotoTaskInput): Promise<PhotoTaskInput> {
  if (input.libraryScene === undefined) return input;
  const { numberPicture } = await import("#lib/imaging/pixels/open-picture.ts");
  return { ...input, pictureNumber: await numberPicture(input.image) };
}

async function planPhoto(input: TaskInput<"plan">, report: Report): Promise<TaskOutput<"plan">> {
  const cut = await cutOutForPhoto(input, report);
  const { planScene } = await import("#lib/imaging/painted/plan.ts");
  const { correctProduct } = await import("#lib/imaging/renderer/product/correct.ts");
  return await planScene(correctProduct(cut, input.options), input);
}

/** Longer side of the largest photo: a more detailed cut-out takes more memory than the worker may have. */
const longestBoxSide = outputSize("16:9", largestResolution).width;

/** The options are the same for all parts of a photo, so that later parts find the cut-out in the cache. */
async function cutOutForPhoto(input: PhotoTaskInput, report: Report): Promise<CutOut> {
  // No photo shows the product larger than its own longer side, unless layout or crop enlarges it.
  const { layout, crop } = input.options ?? {};
  const enlarged = Math.max(1, layout?.scale ?? 1) * (crop?.zoom ?? 1);
  const wantedSide = Math.max(input.width, input.height) * enlarged;
  const maxBoxSide = Math.round(Math.min(wantedSide, longestBoxSide));
  const options = { maxBoxSide, mask: input.mask };
  return await cutOutOnce(input.image, options, report);
}

async function compareEdit(input: TaskInput<"compare">, report: Report): Promise<ComparedEdit> {
  const cut = await cutOutForPhoto(input, report);
  report("photo");
  const { compareEdited } = await import("#lib/imaging/fidelity/compare.ts");
  return await compareEdited(cut, input);
}

async function cutOutOnce(image: PictureInput, options: CutOutOptions, report: Report): Promise<CutOut> {
  const { recentCutOuts } = await import("#lib/imaging/matting/recent-cut-outs.ts");
  const { cutOut } = await import("#lib/imaging/matting/cut-out.ts");
  report("cutout");
  return await recentCutOuts.get(image, options, cutOut);
}
