import type { z } from "zod";
import type { Call, UseCase } from "../api/endpoint.ts";
import type { generateRequest, workResult } from "../api/schemas.ts";
import { invalidParam } from "../errors.ts";
import type { PhotoGenerator, PhotoRequest } from "../generators/generator.ts";
import { photoGenerator } from "../generators/index.ts";
import { generationCost, outputSize, styles } from "../generators/styles.ts";
import { imageHost } from "../images/index.ts";
import { loadSource, type Source } from "../images/source.ts";
import { doPaidWork, refuseAtTheDoor } from "./work.ts";

/** Where a user's results go on the image host. */
export function outputsFolder(userId: string): string {
  return `outputs/${userId}`;
}

const sourceTimeoutMs = 20_000;
/** What is left of the call's 60 seconds after this is for storing the photo. */
const photoTimeoutMs = 50_000;

/** Makes a photo of the product in the input picture. Bad input costs nothing; a failure is refunded. */
export const generate: UseCase<z.output<typeof generateRequest>, z.output<typeof workResult>> = async (
  call,
) => {
  const { image_url: imageUrl, style, resolution } = call.input;
  const whose = { caller: call.caller.userId, deadlineAtMs: call.startedAtMs + photoTimeoutMs };
  const generator = photoGenerator();
  const cost = generationCost(style, resolution);
  const admit = () => refuseAtTheDoor(whose.caller, cost, () => generator.admit({ resolution, ...whose }));
  // Before anything is loaded, and again when it is: loading takes time too.
  await admit();
  const source = await loadInTime(imageUrl, whose.caller);
  try {
    await admit();
    return await makePhoto(call, generator, { image: source.image, ...whose });
  } finally {
    await source.dispose();
  }
};

async function makePhoto(
  call: Call<z.output<typeof generateRequest>>,
  generator: PhotoGenerator,
  given: Pick<PhotoRequest, "image" | "caller" | "deadlineAtMs">,
): Promise<z.output<typeof workResult>> {
  const { image_url: imageUrl, style, aspect_ratio: aspectRatio, resolution } = call.input;
  const givenPrompt = call.input.prompt?.trim() || undefined;
  const work = {
    operation: "generate",
    imageUrl,
    style,
    prompt: givenPrompt,
    aspectRatio,
    resolution,
  } as const;
  return doPaidWork(call, work, generationCost(style, resolution), async (signal, at) => {
    const host = imageHost();
    const size = outputSize(aspectRatio, resolution);
    const photo = await generator.generate({
      ...given,
      style,
      prompt: givenPrompt ?? styles[style].defaultPrompt,
      aspectRatio,
      resolution,
      ...size,
      onStage: at,
      signal,
    });
    at("storing");
    const inspected = {
      ...size,
      format: "jpg",
      hasAlpha: false,
      pages: 1,
      sizeBytes: photo.byteLength,
    } as const;
    const folder = outputsFolder(call.caller.userId);
    const asset = await host.upload(photo, { folder, inspected, signal });
    return { url: asset.url, publicId: asset.publicId, discard: () => host.destroy(asset.publicId) };
  });
}

async function loadInTime(imageUrl: string, caller: string): Promise<Source> {
  const signal = AbortSignal.timeout(sourceTimeoutMs);
  try {
    return await loadSource(imageUrl, { caller, signal });
  } catch (error) {
    if (signal.aborted) throw invalidParam("image_url", "the picture took too long to load", error);
    throw error;
  }
}
