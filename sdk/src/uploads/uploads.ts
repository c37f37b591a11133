import { ApiError, UploadError } from "../errors.ts";
import type { SignedUpload, UploadResult } from "../generated/types.ts";
import { Resource } from "../resources/resource.ts";
import type { CallOptions } from "../transport/calls.ts";
import { openSource, type UploadFile, type UploadSource } from "./source.ts";

export interface UploadOptions extends Omit<CallOptions, "idempotencyKey"> {
  /** Name of the file; by default that of the File or path. */
  name?: string;
}

/** How long several files share a signature, which the service accepts for an hour. */
const signatureLifetimeMs = 10 * 60_000;
/** Long enough for a large picture over a slow connection. */
const uploadTimeoutMs = 10 * 60_000;

/** Uploads to the service's image host. */
export class Uploads extends Resource {
  #signed: { parameters: Promise<SignedUpload>; at: number } | null = null;

  /**
   * Sends a picture of any size directly to the image host. Pass the returned `image_url` to photos, cut-outs and
   * masks. Uploads that nothing is made of are deleted after seven days.
   */
  async create(source: UploadSource, { name, ...options }: UploadOptions = {}): Promise<UploadResult> {
    const file = await openSource(source, name);
    try {
      return await this.#send(file, options);
    } catch (error) {
      // The signing secret or the clock has changed: retry once with a new signature.
      if (!(error instanceof ApiError) || error.status !== 401 || error.code !== null)
        throw toUploadError(error);
      this.#signed = null;
      return await this.#send(file, options).catch((again: unknown) => {
        throw toUploadError(again);
      });
    }
  }

  /** Sends a picture of up to 4.5 MiB through the service, which keeps the file name. */
  async createSmall(source: UploadSource, { name, ...options }: UploadOptions = {}): Promise<UploadResult> {
    const file = await openSource(source, name);
    const body = new FormData();
    body.append("file", file.content, file.name);
    return this.ask("upload", { body }, options);
  }

  /** Returns the fields of a direct upload that is sent from elsewhere, such as a browser. */
  sign(options?: CallOptions): Promise<SignedUpload> {
    return this.ask("signUpload", {}, options);
  }

  async #send(file: UploadFile, options: CallOptions): Promise<UploadResult> {
    const { upload_url: url, signature, timestamp, api_key, folder } = await this.#requireSignature(options);
    const body = new FormData();
    // The fields precede the file, so that the host can authenticate the request before it reads the file.
    for (const [field, value] of Object.entries({ api_key, timestamp, signature, folder }))
      body.append(field, String(value));
    body.append("file", file.content, file.name);
    // A retry may store the file twice; the service deletes unused uploads automatically.
    const request = { url, init: { method: "POST", body }, read: readSecureUrl, isRepeatable: true };
    const imageUrl = await this.transport.repeat(request, { timeoutMs: uploadTimeoutMs, ...options });
    return { image_url: imageUrl };
  }

  async #requireSignature(options: CallOptions): Promise<SignedUpload> {
    if (this.#signed === null || Date.now() - this.#signed.at > signatureLifetimeMs) {
      // Concurrent uploads share the signature, so one caller's signal must not abort it.
      const { signal: _signal, ...rest } = options;
      this.#signed = { parameters: this.sign(rest), at: Date.now() };
      this.#signed.parameters.catch(() => {
        this.#signed = null;
      });
    }
    return this.#signed.parameters;
  }
}

async function readSecureUrl(response: Response): Promise<string> {
  const { secure_url: url } = JSON.parse(await response.text());
  if (typeof url !== "string") throw new UploadError("The image host answered without an address.");
  return url;
}

/** Converts errors of the image host, whose responses have a format of their own. */
function toUploadError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== null) return error;
  return new UploadError(error.message, {
    fix: "Send a picture within the limits of the documentation, in one of its formats.",
    cause: error,
  });
}
