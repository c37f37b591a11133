import type { PhotoStage } from "#lib/generators/generator.ts";
import type { TaskMessage } from "./protocol.ts";
import type { CutOutTaskInput, CutOutTaskOutput, TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Runs one task inside the worker process. Each task's code is loaded with its first one: the lanes share none. */
export async function runInWorker(
  message: TaskMessage,
  report: (stage: PhotoStage) => void,
): Promise<TaskOutput<TaskName>> {
  switch (message.name) {
    case "inspect": {
      const { inspectPicture } = await import("./inspection.ts");
      return await inspectPicture(message.input.image);
    }
    case "transform": {
      const { transformPicture } = await import("./transform.ts");
      return await transformPicture(message.input);
    }
    case "load": {
      const { loadNetwork } = await import("#lib/matting/network.ts");
      await loadNetwork();
      return null;
    }
    case "cutout":
      return await runCutOut(message.input, report);
    case "studio":
      return await runStudio(message.input, report);
  }
}

async function runCutOut(
  input: CutOutTaskInput,
  report: (stage: PhotoStage) => void,
): Promise<CutOutTaskOutput> {
  const { cutOut } = await import("#lib/matting/cut-out.ts");
  const { recentCutOuts } = await import("#lib/matting/recent.ts");
  const { encodeCutOut } = await import("#lib/matting/encode.ts");
  report("cutout");
  const options = input.maxSide === undefined ? {} : { maxSide: input.maxSide };
  const cut = await recentCutOuts.get(input.image, options, cutOut);
  const { width, height } = cut;
  const bytes = await encodeCutOut(cut, input.format);
  if (input.target === undefined) return { bytes, width, height };
  const { writeDurably } = await import("#lib/images/embedded/files.ts");
  await writeDurably(input.target, bytes);
  return { bytes: new Uint8Array(), width, height };
}

async function runStudio(
  input: TaskInput<"studio">,
  report: (stage: PhotoStage) => void,
): Promise<Uint8Array> {
  const { cutOut } = await import("#lib/matting/cut-out.ts");
  const { recentCutOuts } = await import("#lib/matting/recent.ts");
  report("cutout");
  // No photo shows the product larger than its own longer side.
  const options = { maxBoxSide: Math.max(input.width, input.height) };
  const cut = await recentCutOuts.get(input.image, options, cutOut);
  report("photo");
  const { renderPhoto } = await import("#lib/generators/studio/render.ts");
  return await renderPhoto(cut, input);
}
