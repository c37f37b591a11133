import { callApi } from "#lib/contract/client.ts";
import { uploadPicture } from "../photos/upload-picture.ts";
import { encodeGreyPng } from "./grey-png.ts";
import type { Loaded } from "./load.ts";

/** Keeps the mask for every later photo of the picture. Throws UploadError, ApiProblem and the signal's reason. */
export async function saveMask(imageUrl: string, loaded: Loaded, signal: AbortSignal): Promise<void> {
  const png = await encodeGreyPng(loaded.work.mask, loaded.fullSize);
  const { url: maskUrl } = await uploadPicture(png, {
    name: "mask.png",
    onProgress: () => undefined,
    signal,
  });
  const input = { image_url: imageUrl, mask_url: maskUrl };
  await callApi("POST /api/v1/masks", { input, signal });
}

/** From now on the picture is cut out as the service finds it. */
export async function forgetMask(imageUrl: string): Promise<void> {
  await callApi("DELETE /api/v1/masks", { input: { image_url: imageUrl } });
}
