import type { TryoutSet } from "../photos/kept-tryout.ts";

/** The visitor's picture is reduced to this before the upload; the photo shows less. */
const longestSidePx = 2048;

export type TryoutOutcome =
  | { kind: "made"; photo: Blob }
  | { kind: "refused"; reason: "picture" | "used_up" | "busy" | "offline" };

/** Asks for a watermarked photo of a bundled picture, by its name, or of a file. */
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

/** The reduced picture as JPEG; the original when the browser cannot read it, as most cannot read HEIC. */
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

/** As JPEG, on white where it has transparency. */
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
