import { readFile } from "node:fs/promises";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { sceneCatalogue } from "./catalogue.ts";

/** The preview of a scene with a neutral product. Throws ApiError not_found. */
export async function readScenePreview(
  id: string,
): Promise<{ bytes: Buffer<ArrayBuffer>; contentType: string }> {
  const scene = sceneCatalogue().find((one) => one.id === id);
  if (!scene) throw refusal(because("scene_not_found"));
  return { bytes: await readFile(scene.previewFile), contentType: "image/webp" };
}
