import { ApiError, UploadError } from "../errors.ts";
import type { SignedUpload, UploadResult } from "../generated/types.ts";
import { Resource } from "../resources/resource.ts";
import type { CallOptions } from "../transport/calls.ts";
import { openSource, type UploadFile, type UploadSource } from "./source.ts";

export interface UploadOptions extends Omit<CallOptions, "idempotencyKey"> {
  /** What the file is called; that of the File or path otherwise. */
  name?: string;
}

/** A signature is good for an hour; several files go under one. */
const signatureLifetimeMs = 10 * 60_000;
/** A large picture over a slow connection. */
const uploadTimeoutMs = 10 * 60_000;

/** Pictures on the service's image host. */
export class Uploads extends Resource {
  #signed: { parameters: Promise<SignedUpload>; at: number } | null = null;

  /**
   * Sends a picture of any size straight to the image host. Its `image_url` is what photos, cut-outs and masks take;
   * uploads of which nothing is made are deleted after seven days.
   */
  async create(source: UploadSource, { name, ...options }: UploadOptions = {}): Promise<UploadResult> {
    const file = await openSource(source, name);
    try {
      return await this.#send(file, options);
    } catch (error) {
      // Signed with a secret that has changed, or by a clock that has.
      if (!(error instanceof ApiError) || error.status !== 401 || error.code !== null)
        throw toUploadError(error);
      this.#signed = null;
      return await this.#send(file, options).catch((again: unknown) => {
        throw toUploadError(again);
      });
    }
  }

  /** Sends a picture of up to 4.5 MiB through the service, which keeps the name of its file. */
  async createSmall(source: UploadSource, { name, ...options }: UploadOptions = {}): Promise<UploadResult> {
    const file = await openSource(source, name);
    const body = new FormData();
    body.append("file", file.content, file.name);
    return this.ask("upload", { body }, options);
  }

  /** The fields of a direct upload, for one that is sent from elsewhere, such as a browser. */
  sign(options?: CallOptions): Promise<SignedUpload> {
    return this.ask("signUpload", {}, options);
  }

  async #send(file: UploadFile, options: CallOptions): Promise<UploadResult> {
    const { upload_url: url, signature, timestamp, api_key, folder } = await this.#requireSignature(options);
    const body = new FormData();
    // Before the file: the host then knows who sends before it takes a byte.
    for (const [field, value] of Object.entries({ api_key, timestamp, signature, folder }))
      body.append(field, String(value));
    body.append("file", file.content, file.name);
    // Twice sent is twice stored, and what nobody uses goes by itself.
    const request = { url, init: { method: "POST", body }, read: readSecureUrl, isRepeatable: true };
    const imageUrl = await this.transport.repeat(request, { timeoutMs: uploadTimeoutMs, ...options });
    return { image_url: imageUrl };
  }

  async #requireSignature(options: CallOptions): Promise<SignedUpload> {
    if (this.#signed === null || Date.now() - this.#signed.at > signatureLifetimeMs) {
      // Others wait for it too: it does not end with one caller's signal.
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

/** The image host answers in a form of its own. */
function toUploadError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== null) return error;
  return new UploadError(error.message, {
    fix: "Send a picture within the limits of the documentation, in one of its formats.",
    cause: error,
  });
}
