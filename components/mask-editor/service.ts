import { callApi } from "#lib/contract/client.ts";
import type { Language } from "#lib/language/translate.ts";
import { describeFault } from "../language/faults.ts";
import { uploadPicture } from "../photos/upload-picture.ts";
import { encodeGreyPng } from "./grey-png.ts";
import type { Loaded } from "./load.ts";

/** Stores the mask for all later photos of the picture. Throws UploadError, ApiProblem and the abort reason. */
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

/** Deletes the mask; the picture is then cut out automatically again. */
export async function forgetMask(imageUrl: string): Promise<void> {
  await callApi("DELETE /api/v1/masks", { input: { image_url: imageUrl } });
}

/** The text of an error. */
export function problemText(error: unknown, language: Language): string {
  const offline = language.t("There is no connection to the service.");
  const { message, fix } = describeFault(error, language, offline);
  return [message, fix].filter(Boolean).join(" ");
}
