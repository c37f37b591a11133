import { listFormats, sniffFormat } from "#lib/images/formats.ts";
import { formatMegabytes } from "#lib/images/limits.ts";

export type FileCheck = { ok: true; file: Blob; previewUrl: string | null } | { ok: false; problem: string };

/**
 * Looks at a file before it is sent: is it a picture the service reads, and not too large. HEIC becomes JPEG where
 * the browser itself can read it, as Safari does.
 */
export async function checkFile(file: File, maxFileBytes: number): Promise<FileCheck> {
  if (file.size === 0) return { ok: false, problem: "The file is empty." };
  const format = sniffFormat(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (format === "heic") return convertHeic(file);
  if (format === null) {
    return { ok: false, problem: `Not a picture we can read. Use ${listFormats("disjunction")}.` };
  }
  if (file.size > maxFileBytes) {
    const [size, limit] = [formatMegabytes(file.size), formatMegabytes(maxFileBytes)];
    return { ok: false, problem: `${size} is too large; up to ${limit} are taken.` };
  }
  // Browsers do not show TIFF.
  return { ok: true, file, previewUrl: format !== "tiff" ? URL.createObjectURL(file) : null };
}

async function convertHeic(file: File): Promise<FileCheck> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) {
    return {
      ok: false,
      problem:
        "HEIC, the iPhone's own format, can't be read here. Export the photo as JPEG, or on the phone choose Settings › Camera › Formats › Most Compatible.",
    };
  }
  const jpeg = await encodeBitmap(bitmap, "image/jpeg", 0.95);
  if (!jpeg) return { ok: false, problem: "This HEIC photo is damaged. Export it as JPEG and try again." };
  return { ok: true, file: jpeg, previewUrl: URL.createObjectURL(jpeg) };
}

/** The picture in a format of choice; on white where that has no transparency. Null where the browser cannot. */
export async function encodeBitmap(bitmap: ImageBitmap, type: string, quality: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  if (type === "image/jpeg") {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
