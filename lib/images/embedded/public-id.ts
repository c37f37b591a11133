import { randomBase62 } from "#lib/ids.ts";
import { ProtocolError, printable } from "./protocol-error.ts";

const maxPublicIdLength = 255;
// Cloudinary's forbidden characters, and whatever a URL, a header or a file system could trip over.
const forbidden = /[?&#\\%<>+\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export function isValidPublicId(publicId: string): boolean {
  if (publicId.length === 0 || publicId.length > maxPublicIdLength) return false;
  if (!publicId.isWellFormed() || forbidden.test(publicId)) return false;
  return publicId
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && part.trim() === part);
}

/** A public id in a folder, with a random name when none is given, NFC normalised. Throws ProtocolError 400 when invalid. */
export function choosePublicId({ folder, name }: { folder: string; name?: string | undefined }): string {
  const chosen = [folder.replace(/\/+$/, ""), name || randomBase62(20).toLowerCase()]
    .filter(Boolean)
    .join("/")
    .normalize("NFC");
  if (!isValidPublicId(chosen)) throw new ProtocolError(400, `public_id (${printable(chosen)}) is invalid`);
  return chosen;
}
