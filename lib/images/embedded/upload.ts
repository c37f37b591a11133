import { open } from "node:fs/promises";
import { clientAddress } from "#lib/platform/client-address.ts";
import { temporaryPath, writeDurably } from "#lib/storage/files.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { ApiError } from "../../platform/errors.ts";
import { signParams } from "../cloudinary/signature.ts";
import { fetchBudget } from "../fetch-budget.ts";
import { UnreadableImageError } from "../picture.ts";
import { joinChunks, readContentRange } from "./chunks.ts";
import { readSignedForm } from "./form.ts";
import type { EmbeddedImageHost, FetchControls } from "./host.ts";
import { tooLarge } from "./intake.ts";
import type { FormFile } from "./multipart.ts";
import { ProtocolError } from "./protocol-error.ts";
import { choosePublicId, type StoredAsset } from "./store.ts";

/** POST …/image/upload: stores a picture, whole or in chunks. Resolves to the response's JSON. */
export async function uploadCall(host: EmbeddedImageHost, request: Request): Promise<object> {
  const { file, params, dispose } = await readSignedForm(host, request);
  try {
    if (!file) throw new ProtocolError(400, "Missing required parameter - file");
    const folder = params.folder ?? "";
    // The work is queued for the signed folder, else for the client's address.
    const caller = folder || clientAddress(request.headers);
    const { admit, succeeded } = fetchBudget().begin(caller);
    const range = readContentRange(request.headers);
    const path = range
      ? await joinChunks(host.store.files, { range, file, folder })
      : await resolveFile(host, file, { caller, signal: request.signal, admit });
    if (path === null) return { done: false, kind: "upload", public_id: null };
    const asset = await host.storeFile(path, {
      publicId: choosePublicId({ folder }),
      signedAt: new Date(Number(params.timestamp) * 1000),
      caller,
      originalFilename: baseName(file.filename),
      isInput: true,
    });
    succeeded();
    return describeResource(host, asset);
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw error;
    throw new ProtocolError(400, `Invalid image file: ${error.message}`, { cause: error });
  } finally {
    await dispose();
  }
}

/**
 * Converts the `file` field to a temporary file with the picture's bytes: the binary itself, a data URI, or a URL,
 * which is fetched. Throws ProtocolError 400.
 */
async function resolveFile(
  host: EmbeddedImageHost,
  file: FormFile,
  controls: FetchControls,
): Promise<string> {
  if (file.sizeBytes > maxUploadBytes()) throw tooLarge(file.sizeBytes);
  const text = file.filename === null ? await readTextValue(file) : null;
  if (text === null) return file.path;
  const path = temporaryPath(host.store.temporaryFolder);
  if (text.startsWith("data:")) {
    await writeDurably(path, decodeDataUri(text));
    return path;
  }
  await host.fetchImageTo(path, text, controls).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ProtocolError(400, "Error in loading the file parameter's address", { cause });
  });
  return path;
}

/** The text of a `file` field; null when it is binary. */
async function readTextValue(file: FormFile): Promise<string | null> {
  const handle = await open(file.path);
  try {
    const head = Buffer.alloc(10);
    await handle.read(head, 0, head.length, 0);
    if (!/^(data:|https?:|ftp:|gs:|s3:)/i.test(head.toString("latin1"))) return null;
    return (await handle.readFile("utf8")).trim();
  } finally {
    await handle.close();
  }
}

function decodeDataUri(text: string): Uint8Array {
  const match = /^data:([\w.+-]+\/[\w.+-]+)?(;[\w=.+-]+)*;base64,/i.exec(text.slice(0, 200));
  if (!match) throw new ProtocolError(400, "Invalid file parameter: a data URI must be base64");
  const bytes = Buffer.from(text.slice(match[0].length), "base64");
  if (bytes.byteLength > maxUploadBytes()) throw tooLarge(bytes.byteLength);
  return bytes;
}

/** The response's JSON for an asset, in the format of Cloudinary's upload API. */
function describeResource(host: EmbeddedImageHost, asset: StoredAsset): object {
  const { publicId, version, format } = asset;
  const url = host.urlOf({ publicId, version, format });
  const { apiKey, apiSecret } = host.account;
  const signature = signParams({ public_id: publicId, version: String(version) }, apiSecret, { version: 1 });
  return {
    asset_id: asset.assetId,
    public_id: publicId,
    version,
    version_id: asset.versionId,
    signature,
    width: asset.width,
    height: asset.height,
    format,
    resource_type: "image",
    created_at: asset.createdAt,
    tags: [],
    pages: asset.pages,
    bytes: asset.sizeBytes,
    type: "upload",
    etag: asset.etag,
    placeholder: false,
    url,
    secure_url: url,
    folder: asset.assetFolder,
    asset_folder: asset.assetFolder,
    display_name: publicId.split("/").at(-1),
    access_mode: "public",
    original_filename: asset.originalFilename,
    api_key: apiKey,
  };
}

function baseName(filename: string | null): string {
  const name = (filename ?? "file").replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  return name.slice(0, 200) || "file";
}
