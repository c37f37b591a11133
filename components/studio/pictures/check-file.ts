import { sniffFormat } from "#lib/images/formats.ts";
import type { SourceProblem } from "../../photos/upload-problems.ts";

export type FileCheck = { ok: true; previewUrl: string | null } | { ok: false; problem: SourceProblem };

/** Looks at a file before it is sent: is it a picture the service reads, and not too large. */
export async function checkFile(file: File, limitBytes: number): Promise<FileCheck> {
  if (file.size === 0) return { ok: false, problem: { kind: "empty" } };
  const format = sniffFormat(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (format === null) return { ok: false, problem: { kind: "not_a_picture" } };
  if (file.size > limitBytes) {
    return { ok: false, problem: { kind: "too_large", sizeBytes: file.size, limitBytes } };
  }
  const url = URL.createObjectURL(file);
  // HEIC and TIFF are shown by Safari alone; elsewhere their preview comes from the image host.
  if ((format !== "heic" && format !== "tiff") || (await isShown(url))) return { ok: true, previewUrl: url };
  URL.revokeObjectURL(url);
  return { ok: true, previewUrl: null };
}

async function isShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return await image.decode().then(
    () => true,
    () => false,
  );
}
