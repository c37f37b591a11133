import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { connectImages } from "#lib/connect-images.ts";
import { type PhotoMode, photoModes } from "#lib/contract/photos/modes.ts";
import {
  aspectRatios,
  customPrompt,
  outputSize,
  resolutions,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { materials, type PropName, propNames } from "#lib/contract/photos/values.ts";
import { modeOf, offeredModes } from "#lib/generations/kinds/modes/choice.ts";
import { makePhoto } from "#lib/generations/kinds/modes/index.ts";
import type { MadePhoto, PhotoPart } from "#lib/generations/kinds/modes/photo-job.ts";
import { lightIn, resolveProps, resolveScene } from "#lib/generations/order/scene.ts";
import { wordsOf } from "#lib/generations/run/failure.ts";
import { recordModelCall } from "#lib/generations/run/model-calls.ts";
import { attemptTimeoutMs } from "#lib/generations/run/run.ts";
import { inspectImage } from "#lib/images/inspect.ts";
import { stopWorkers } from "#lib/imaging/worker/pool.ts";
import { configuredModels } from "#lib/models/configured.ts";
import type { ModelCall } from "#lib/models/index.ts";
import { maxUploadBytes } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { dollars } from "#scripts/admin/costs.ts";
import { getCount, getOneOf, getText, requireText, type Values } from "#scripts/admin/values.ts";

const caller = "operator";

/** What a trial did until it ended. */
interface Trial {
  startedAt: number;
  parts: { part: PhotoPart; durationMs: number }[];
  calls: ModelCall[];
}

/**
 * Makes one photo in this process, without account and credits, and prints its cost; model calls are recorded in the
 * books.
 */
export async function generateOne(values: Values): Promise<void> {
  connectImages();
  const image = fromCaller(requireText(values, "image"));
  const style = getOneOf(values, "style", styleNames) ?? "studio";
  const aspectRatio = getOneOf(values, "ratio", aspectRatios) ?? "1:1";
  const resolution = getOneOf(values, "resolution", resolutions) ?? "1K";
  const mode = requireMode(values, style);
  const words = getText(values, "prompt")?.trim() || null;
  const prompt = customPrompt(style, words);
  const scene = getText(values, "scene");
  const libraryScene = resolveScene({ style, scene, mode, ...(words !== null && { prompt: words }) });
  if (libraryScene === null) throw new Error(`--scene ${scene} is unknown: see GET /api/v1/scenes`);
  const material = getOneOf(values, "material", materials);
  const props = resolveProps(libraryScene, {
    style,
    prompt: words ?? undefined,
    props: readProps(getText(values, "props")),
  });
  const seed = getCount(values, "seed");
  const out = fromCaller(getText(values, "out") ?? `${path.parse(image).name}-${style}-${mode}.jpg`);
  const signal = AbortSignal.timeout(attemptTimeoutMs);
  const trial: Trial = { startedAt: performance.now(), parts: [], calls: [] };
  const books: Promise<void>[] = [];
  try {
    await requirePicture(image, signal);
    const size = outputSize(aspectRatio, resolution);
    const request = {
      ...size,
      image,
      style,
      prompt,
      aspectRatio,
      resolution,
      libraryScene,
      options: { ...lightIn(libraryScene, { prompt, options: {} }), props, seed, material },
    };
    const made = await makePhoto(
      { request, words, mode },
      {
        caller,
        signal,
        deadlineAtMs: Date.now() + attemptTimeoutMs,
        onPart: (part, durationMs) => trial.parts.push({ part, durationMs }),
        onCall: (call) => {
          trial.calls.push(call);
          books.push(recordModelCall({ ...call, style, generationId: null }));
        },
      },
    );
    await writeFile(out, made.bytes);
    console.log(
      `photo     ${out}, ${size.width} × ${size.height}, ${Math.ceil(made.bytes.length / 1000)} kB`,
    );
    printTrial(made, trial);
  } catch (error) {
    printTrial(null, trial);
    throw explain(error);
  } finally {
    await Promise.all(books);
    stopWorkers();
  }
}

/** Names of props, separated by commas. */
function readProps(text: string | undefined): PropName[] | undefined {
  return text?.split(",").map((name) => {
    const found = propNames.find((one) => one === name);
    if (!found) throw new Error(`--props must be of ${propNames.join(", ")}, not ${name}`);
    return found;
  });
}

/** The requested mode, or the service's default; throws with the missing setting if it needs a model. */
function requireMode(values: Values, style: (typeof styleNames)[number]): PhotoMode {
  const wanted = getText(values, "model");
  const models = configuredModels().map(({ id }) => id);
  if (wanted !== undefined && models.join() !== wanted) {
    throw new Error(`--model ${wanted} has no effect here: run npm run admin -- generate --model ${wanted}`);
  }
  const wantedMode = getOneOf(values, "mode", photoModes) ?? null;
  if (wantedMode !== null && !offeredModes().includes(wantedMode)) {
    throw new Error(
      `--mode ${wantedMode} needs an image model: add --model provider/name, or set IMAGE_MODEL`,
    );
  }
  return modeOf({ style, wantedMode });
}

/** Resolves file names in the caller's folder, because npm runs the command in the project's folder. */
function fromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

async function requirePicture(file: string, signal: AbortSignal): Promise<void> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new Error(`--image cannot be read: ${wordsOf(cause)}`);
  });
  if (size > maxUploadBytes()) throw new Error(`--image is larger than UPLOAD_MAX_MB: ${file}`);
  await inspectImage(file, { caller, signal });
}

function printTrial(made: MadePhoto | null, { startedAt, parts, calls }: Trial): void {
  if (made) {
    const { mode, model, fidelity } = made;
    console.log(`mode      ${mode}\nmodel     ${model ?? "none"}`);
    console.log(
      `fidelity  product ${fidelity.product}, ${(fidelity.changed * 100).toFixed(1)} % changed by the model${fidelity.changedWords?.length ? ` (${fidelity.changedWords.join(", ")})` : ""}`,
    );
  }
  const known = calls.flatMap(({ costMicros }) => costMicros ?? []);
  const unknown = calls.length - known.length;
  const total = dollars(
    known.reduce((sum, cost) => sum + cost, 0),
    4,
  );
  console.log(`cost      ${total}${unknown > 0 ? `, and ${unknown} of unknown price` : ""}`);
  const times = parts.map(({ part, durationMs }) => `${part} ${seconds(durationMs)}`);
  console.log(`time      ${[seconds(performance.now() - startedAt), ...times].join(", ")}`);
  for (const { provider, model, outcome, durationMs, costMicros } of calls) {
    const price = costMicros === null ? "unknown price" : dollars(costMicros, 4);
    console.log(`call      ${provider}/${model}  ${outcome}  ${seconds(durationMs)}  ${price}`);
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The error with all its causes, for the operator to fix. */
function explain(error: unknown): Error {
  const fix = error instanceof ApiError && error.cause === undefined ? error.fix : undefined;
  return new Error([wordsOf(error), fix].filter(Boolean).join("\n"), { cause: error });
}
