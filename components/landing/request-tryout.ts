import type { TryoutSet } from "../photos/stored-tryout.ts";

/** Upload limit of the longer side in pixels: larger pictures are scaled down. The photo is smaller anyway. */
const longestSidePx = 2048;

export type TryoutOutcome =
  | { kind: "made"; photo: Blob }
  | { kind: "refused"; reason: "picture" | "used_up" | "busy" | "offline" };

/** Requests a watermarked photo of a bundled picture (by name) or of a file. */
export async function requestTryout(set: TryoutSet, picture: string | Blob): Promise<TryoutOutcome> {
  const query = new URLSearchParams({ ...set });
  let body: FormData | null = null;
  if (typeof picture === "string") query.set("sample", picture);
  else {
    body = new FormData();
    body.set("file", picture, "picture");
  }
  try {
    const answer = await fetch(`/api/try?${query}`, { method: "POST", body });
    if (answer.ok) return { kind: "made", photo: await answer.blob() };
    const isPicture = answer.status === 400 || answer.status === 413;
    const reason = isPicture ? "picture" : answer.status === 429 ? "used_up" : "busy";
    return { kind: "refused", reason };
  } catch {
    return { kind: "refused", reason: "offline" };
  }
}

/**
 * Scales the picture down and encodes it as JPEG. Returns the original if the browser cannot decode it, as most
 * cannot decode HEIC.
 */
export async function shrinkPicture(file: Blob): Promise<{ picture: Blob; isReadable: boolean }> {
  const whole = await createImageBitmap(file).catch(() => null);
  if (whole === null) return { picture: file, isReadable: false };
  const scale = longestSidePx / Math.max(whole.width, whole.height);
  const bitmap =
    scale >= 1
      ? whole
      : await createImageBitmap(whole, {
          resizeWidth: Math.max(1, Math.round(whole.width * scale)),
          resizeHeight: Math.max(1, Math.round(whole.height * scale)),
          resizeQuality: "high",
        });
  return { picture: (await encode(bitmap)) ?? file, isReadable: true };
}

/** Encodes as JPEG; transparent parts become white. */
async function encode(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}
