import type { z } from "zod";
import type { UseCase } from "../api/endpoint.ts";
import type { generateRequest, workResult } from "../api/schemas.ts";
import { invalidParam } from "../errors.ts";
import { photoGenerator } from "../generators/index.ts";
import { generationCost, outputSize, styles } from "../generators/styles.ts";
import { imageHost } from "../images/index.ts";
import { loadSourceImage } from "../images/source.ts";
import { doPaidWork } from "./work.ts";

/** Where a user's results go on the image host. */
export function outputsFolder(userId: string): string {
  return `outputs/${userId}`;
}

const sourceTimeoutMs = 20_000;

/** Makes a photo of the product in the input picture. Bad input costs nothing; a failure is refunded. */
export const generate: UseCase<z.output<typeof generateRequest>, z.output<typeof workResult>> = async (
  call,
) => {
  const { image_url: imageUrl, style, aspect_ratio: aspectRatio, resolution } = call.input;
  const givenPrompt = call.input.prompt?.trim() || undefined;
  const image = await loadInTime(imageUrl);
  const generator = photoGenerator();
  generator.admit({ resolution });

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
    const photo = await generator.generate({
      image,
      style,
      prompt: givenPrompt ?? styles[style].defaultPrompt,
      aspectRatio,
      resolution,
      ...outputSize(aspectRatio, resolution),
      onStage: at,
      signal,
    });
    at("storing");
    const asset = await host.upload(photo, { folder: outputsFolder(call.caller.userId), signal });
    return { url: asset.url, publicId: asset.publicId, discard: () => host.destroy(asset.publicId) };
  });
};

async function loadInTime(imageUrl: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(sourceTimeoutMs);
  try {
    return await loadSourceImage(imageUrl, signal);
  } catch (error) {
    if (signal.aborted) throw invalidParam("image_url", "the picture took too long to load", error);
    throw error;
  }
}
