import { randomBase62 } from "#lib/ids.ts";
import { ProtocolError } from "./protocol-error.ts";

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

export interface PublicIdParams {
  publicId?: string | undefined;
  folder?: string | undefined;
  prefix?: string | undefined;
  /** Name of the uploaded file, where it shall be used. */
  fileName?: string | undefined;
  /** Adds random characters to a name taken from the file. */
  unique?: boolean;
}

/** The public id that an upload's parameters ask for, NFC normalised. Throws ProtocolError 400 when invalid. */
export function choosePublicId({
  publicId,
  folder,
  prefix,
  fileName,
  unique = true,
}: PublicIdParams): string {
  const folderPart = (folder ?? prefix ?? "").replace(/\/+$/, "");
  const chosen = [folderPart, publicId || nameFromFile(fileName, unique)]
    .filter(Boolean)
    .join("/")
    .normalize("NFC");
  if (!isValidPublicId(chosen)) throw new ProtocolError(400, `public_id (${printable(chosen)}) is invalid`);
  return chosen;
}

function nameFromFile(fileName: string | undefined, unique: boolean): string {
  const stem = (fileName ?? "")
    .replace(/^.*[/\\]/, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 80);
  if (!stem) return randomBase62(20).toLowerCase();
  return unique ? `${stem}_${randomBase62(6).toLowerCase()}` : stem;
}

/** For messages and headers: the text without anything but printable ASCII, cut short. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}
