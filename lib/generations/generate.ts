import {
  type AspectRatio,
  generationCost,
  outputSize,
  type Resolution,
  type Style,
  styles,
} from "../contract/styles.ts";
import { imageHost } from "../images/index.ts";
import { loadSource, type Source } from "../images/source.ts";
import { photoGenerator } from "../imaging/index.ts";
import { invalidParam } from "../platform/errors.ts";
import { doPaidWork, type Requester, refuseBeforeCharge, type WorkResult } from "./work.ts";

export interface PhotoOrder {
  imageUrl: string;
  style: Style;
  prompt?: string | undefined;
  aspectRatio: AspectRatio;
  resolution: Resolution;
}

/** Where a user's results go on the image host. */
export function outputsFolder(userId: string): string {
  return `outputs/${userId}`;
}

const sourceTimeoutMs = 20_000;
/** What is left of the call's 60 seconds after this is for storing the photo. */
const photoTimeoutMs = 50_000;

/** Makes a photo of the product in the input picture. Bad input costs nothing; a failure is refunded. */
export async function generatePhoto(order: PhotoOrder, by: Requester): Promise<WorkResult> {
  const { imageUrl, style, aspectRatio, resolution } = order;
  const prompt = order.prompt?.trim() || undefined;
  const whose = { caller: by.userId, deadlineAtMs: by.startedAtMs + photoTimeoutMs };
  const generator = photoGenerator();
  const cost = generationCost(style, resolution);
  const admit = () => refuseBeforeCharge(by.userId, cost, () => generator.admit({ resolution, ...whose }));
  // Before anything is loaded, and again when it is: loading takes time too.
  await admit();
  const source = await loadInTime(imageUrl, by.userId);
  try {
    await admit();
    const row = { operation: "generate", imageUrl, style, prompt, aspectRatio, resolution } as const;
    const size = outputSize(aspectRatio, resolution);
    return await doPaidWork(
      {
        ...row,
        cost,
        async make(signal, report) {
          const photo = await generator.generate({
            ...whose,
            ...size,
            image: source.image,
            style,
            prompt: prompt ?? styles[style].defaultPrompt,
            aspectRatio,
            resolution,
            onStage: report,
            signal,
          });
          report("storing");
          return storePhoto(photo, { ...size, userId: by.userId, signal });
        },
      },
      by,
    );
  } finally {
    await source.dispose();
  }
}

async function storePhoto(
  photo: Uint8Array,
  { width, height, userId, signal }: { width: number; height: number; userId: string; signal: AbortSignal },
) {
  const host = imageHost();
  const sizeBytes = photo.byteLength;
  const inspected = { width, height, format: "jpg", hasAlpha: false, pages: 1, sizeBytes } as const;
  const asset = await host.upload(photo, { folder: outputsFolder(userId), inspected, signal });
  return { url: asset.url, publicId: asset.publicId, discard: () => host.destroy(asset.publicId) };
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
