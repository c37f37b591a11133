import type { PhotoStage } from "#lib/generators/generator.ts";
import { cutOut } from "#lib/matting/cut-out.ts";
import { encodeCutOut } from "#lib/matting/encode.ts";
import { loadNetwork } from "#lib/matting/network.ts";
import { recentCutOuts } from "#lib/matting/recent.ts";
import type { TaskMessage } from "./protocol.ts";
import type { CutOutTaskInput, CutOutTaskOutput, TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Runs one task inside the worker process. */
export async function runInWorker(
  message: TaskMessage,
  report: (stage: PhotoStage) => void,
): Promise<TaskOutput<TaskName>> {
  switch (message.name) {
    case "load":
      await loadNetwork();
      return null;
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
  report("cutout");
  const options = input.maxSide === undefined ? {} : { maxSide: input.maxSide };
  const cut = await recentCutOuts.get(input.image, options, cutOut);
  return { bytes: await encodeCutOut(cut, input.format), width: cut.width, height: cut.height };
}

async function runStudio(
  input: TaskInput<"studio">,
  report: (stage: PhotoStage) => void,
): Promise<Uint8Array> {
  report("cutout");
  // No photo shows the product larger than its own longer side.
  const options = { maxBoxSide: Math.max(input.width, input.height) };
  const cut = await recentCutOuts.get(input.image, options, cutOut);
  report("photo");
  const { renderPhoto } = await import("#lib/generators/studio/render.ts");
  return await renderPhoto(cut, input);
}
