import { readFile } from "node:fs/promises";
import { ApiError } from "../platform/errors.ts";
import { sceneCatalogue } from "./catalogue.ts";

/** The picture of a scene with a neutral product. Throws ApiError not_found. */
export async function readScenePreview(
  id: string,
): Promise<{ bytes: Buffer<ArrayBuffer>; contentType: string }> {
  const scene = sceneCatalogue().find((one) => one.id === id);
  if (!scene) throw new ApiError("not_found", "No scene has this id: GET /api/v1/scenes lists them.");
  return { bytes: await readFile(scene.previewFile), contentType: "image/webp" };
}
