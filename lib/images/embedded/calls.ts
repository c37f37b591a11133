import { rm } from "node:fs/promises";
import { clientAddress } from "#lib/http/address.ts";
import { log } from "#lib/log.ts";
import { runTask } from "#lib/pixel-worker/pool.ts";
import { formatFromName, type ImageFormat } from "../formats.ts";
import type { InspectedImage } from "../inspect.ts";
import { UnreadableImageError } from "../unreadable.ts";
import { joinChunks, readContentRange } from "./chunks.ts";
import { type EagerRequest, makeEager, parseEager, pendingEager } from "./eager.ts";
import { temporaryPath } from "./files.ts";
import { readSignedForm, resolveFile } from "./form.ts";
import type { EmbeddedImageHost } from "./host.ts";
import { type Params, textOf as text } from "./params.ts";
import { ProtocolError } from "./protocol-error.ts";
import { choosePublicId, isValidPublicId, printable } from "./public-id.ts";
import { describeResource, parseContext, parseList } from "./resource.ts";
import type { StoredAsset } from "./store.ts";
import { parseTransformation } from "./transformation.ts";

/** POST …/image/upload: stores a picture, whole or in chunks. Resolves to the answer's JSON. */
export async function uploadCall(host: EmbeddedImageHost, request: Request): Promise<object> {
  const form = await readSignedForm(host, request, { takesFile: true });
  try {
    if (!form.file) throw new ProtocolError(400, "Missing required parameter - file");
    checkType(form.params);
    const eager = parseEager(text(form.params, "eager"));
    const filename = text(form.params, "filename_override") || form.file.filename;
    const range = readContentRange(request.headers);
    let path = range ? form.file.path : await resolveFile(host, form.file, request.signal);
    if (range) {
      const whole = await joinChunks(host.store.temporaryFolder, {
        range,
        file: form.file,
        params: form.params,
      });
      if (!whole) return { done: false, kind: "upload", public_id: text(form.params, "public_id") ?? null };
      path = whole;
    }
    return await store(host, form.params, { path, filename, eager, caller: callerOf(form.params, request) });
  } finally {
    await form.dispose();
  }
}

async function store(
  host: EmbeddedImageHost,
  params: Params,
  received: { path: string; filename: string | null; eager: EagerRequest[]; caller: string },
): Promise<object> {
  const { filename, eager, caller } = received;
  const useFilename = isTrue(params, "use_filename");
  const publicId = choosePublicId({
    publicId: text(params, "public_id"),
    folder: text(params, "folder"),
    prefix: text(params, "public_id_prefix"),
    fileName: useFilename ? (filename ?? undefined) : undefined,
    unique: text(params, "unique_filename") === undefined || isTrue(params, "unique_filename"),
  });
  try {
    const { path, inspected } = await transformIncoming(host, params, received);
    const { asset, existing } = await host.keep(path, {
      publicId,
      inspected,
      caller,
      originalFilename: baseName(filename),
      tags: parseList(params.tags),
      context: parseContext(params.context),
      check: (image) => checkAllowedFormat(params, image.format),
      overwrite: text(params, "overwrite") === undefined || isTrue(params, "overwrite"),
    });
    const made = await deriveEager(host, asset, { eager, caller, later: isTrue(params, "eager_async") });
    return { ...describeResource(host, asset), ...(existing && { existing: true }), ...made };
  } catch (error) {
    if (error instanceof UnreadableImageError) {
      throw new ProtocolError(400, `Invalid image file: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** An incoming transformation or format changes the picture before it is stored. */
async function transformIncoming(
  host: EmbeddedImageHost,
  params: Params,
  { path, caller }: { path: string; caller: string },
): Promise<{ path: string; inspected?: InspectedImage }> {
  const chain = parseTransformation(text(params, "transformation") ?? "");
  const formatName = text(params, "format");
  if (chain.length === 0 && !formatName) return { path };
  if (chain.some((component) => component.cutOut)) {
    throw new ProtocolError(
      400,
      "e_background_removal is not available as an incoming transformation; use eager",
    );
  }
  const format = formatFromName(formatName ?? "jpg");
  if (!format)
    throw new ProtocolError(400, `Invalid extension in transformation: ${printable(formatName ?? "")}`);
  const target = temporaryPath(host.store.temporaryFolder);
  const output = { format, quality: "auto:best" } as const;
  try {
    const task = { source: path, components: chain, output, target };
    return { path: target, inspected: await runTask("transform", task, { caller }) };
  } catch (error) {
    // A worker that was killed while it wrote leaves a part.
    await rm(target, { force: true });
    throw error;
  }
}

/** Whose turn the work of a call takes: that of the folder which the signature allows, else of the address. */
function callerOf(params: Params, request: Request): string {
  return text(params, "folder") ?? clientAddress(request.headers);
}

function checkAllowedFormat(params: Params, format: ImageFormat): void {
  const allowed = parseList(params.allowed_formats).map(formatFromName);
  if (allowed.length === 0 || allowed.includes(format)) return;
  throw new ProtocolError(400, `Image file format ${format} not allowed`);
}

/** POST …/image/explicit: derives images of an asset that is there already, and changes its tags and context. */
export async function explicitCall(host: EmbeddedImageHost, request: Request): Promise<object> {
  const form = await readSignedForm(host, request, { takesFile: false });
  try {
    checkType(form.params);
    const asset = await requireAsset(host, text(form.params, "public_id"));
    const eager = parseEager(text(form.params, "eager"));
    const described = form.params.tags !== undefined || form.params.context !== undefined;
    const current = described
      ? await host.store.describe(asset, {
          tags: form.params.tags === undefined ? asset.tags : parseList(form.params.tags),
          context: form.params.context === undefined ? asset.context : parseContext(form.params.context),
        })
      : asset;
    const made = await deriveEager(host, current, {
      eager,
      caller: callerOf(form.params, request),
      later: isTrue(form.params, "eager_async"),
    });
    return { ...describeResource(host, current), ...made };
  } finally {
    await form.dispose();
  }
}

/** POST …/image/destroy. */
export async function destroyCall(host: EmbeddedImageHost, request: Request): Promise<object> {
  const form = await readSignedForm(host, request, { takesFile: false });
  try {
    checkType(form.params);
    const publicId = text(form.params, "public_id");
    if (!publicId) throw new ProtocolError(400, "Missing required parameter - public_id");
    return { result: (await host.remove(publicId.normalize("NFC"))) ? "ok" : "not found" };
  } finally {
    await form.dispose();
  }
}

export async function requireAsset(
  host: EmbeddedImageHost,
  publicId: string | undefined,
): Promise<StoredAsset> {
  if (!publicId) throw new ProtocolError(400, "Missing required parameter - public_id");
  const id = publicId.normalize("NFC");
  const asset = isValidPublicId(id) ? await host.store.get(id) : null;
  if (!asset) throw new ProtocolError(404, `Resource not found - ${printable(publicId)}`);
  return asset;
}

async function deriveEager(
  host: EmbeddedImageHost,
  asset: StoredAsset,
  { eager, caller, later }: { eager: EagerRequest[]; caller: string; later: boolean },
): Promise<object> {
  if (eager.length === 0) return {};
  const work = makeEager(host, asset, eager, { caller });
  if (!later) return { eager: await work };
  work.catch((error) => log.warn({ err: error, publicId: asset.publicId }, "an eager transformation failed"));
  return { eager: eager.map((request) => pendingEager(host, asset, request)) };
}

function checkType(params: Params): void {
  const type = text(params, "type") ?? "upload";
  if (type !== "upload")
    throw new ProtocolError(400, `Invalid type ${printable(type)}: only upload is supported`);
}

function isTrue(params: Params, name: string): boolean {
  return ["1", "true"].includes(text(params, name) ?? "");
}

function baseName(filename: string | null): string {
  const name = (filename ?? "file").replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
  return name.slice(0, 200) || "file";
}
