import type {
  BackgroundRemovalRequest,
  Generation,
  GenerationRequest,
  PhotoResult,
  Preview,
} from "../generated/types.ts";
import type { CallOptions } from "../transport/calls.ts";
import { openSource, type UploadSource } from "../uploads/source.ts";
import { Resource } from "./resource.ts";

/** The picture by its URL, or itself, up to 4.5 MiB: its file is sent in the same call. */
type WithPicture<Request> =
  | (Request & { image_file?: never })
  | (Omit<Request, "image_url"> & { image_url?: never; image_file: UploadSource });

/** A request for a photo; `type` defaults to `product`. */
export type PhotoRequest = WithPicture<
  Omit<GenerationRequest, "type"> & Partial<Pick<GenerationRequest, "type">>
>;
/** A request for a cut-out. */
export type CutoutRequest = WithPicture<BackgroundRemovalRequest>;

/** Response for finished work; `results` has all photos of a request with `n`. */
export type MadeResult = PhotoResult & {
  /** ID of the generation. */
  generation_id: string;
};

/** The result itself, received completely. */
export interface MadeBytes {
  bytes: Uint8Array<ArrayBuffer>;
  content_type: string;
  generation_id: string;
  result_url: string;
  credits_used: number;
}

export class Photos extends Resource {
  /** Makes a photo and waits for it, up to 60 seconds. */
  generate(request: PhotoRequest, options?: CallOptions): Promise<MadeResult> {
    return this.#make("generate", { type: "product", ...request }, options);
  }

  /** Removes the background of a picture and waits for it, up to 60 seconds. */
  removeBackground(request: CutoutRequest, options?: CallOptions): Promise<MadeResult> {
    return this.#make("removeBg", request, options);
  }

  /** Makes a photo and returns the picture itself instead of its address, in the `format` of the request. */
  generateBytes(request: PhotoRequest, options?: CallOptions): Promise<MadeBytes> {
    return this.#makeBytes("generate", { type: "product", ...request }, options);
  }

  /** Removes the background of a picture and returns the cut-out itself. */
  removeBackgroundBytes(request: CutoutRequest, options?: CallOptions): Promise<MadeBytes> {
    return this.#makeBytes("removeBg", request, options);
  }

  /** Orders a photo without waiting for it; use `generations.waitFor` to wait. */
  order(request: PhotoRequest, options?: CallOptions): Promise<Generation> {
    return this.#order("generate", { type: "product", ...request }, options);
  }

  /** Orders a cut-out without waiting. */
  orderCutout(request: CutoutRequest, options?: CallOptions): Promise<Generation> {
    return this.#order("removeBg", request, options);
  }

  /** Renders a small preview of the photo, free of charge. */
  async preview(request: PhotoRequest, options?: CallOptions): Promise<Preview> {
    const body = await toBody({ type: "product", ...request });
    return (await this.transport.call("preview", { body }, options)).body;
  }

  async #make(name: "generate" | "removeBg", request: object, options?: CallOptions): Promise<MadeResult> {
    const answer = await this.transport.call(name, { body: await toBody(request) }, options);
    return { ...answer.body, generation_id: answer.headers.get("x-generation-id") ?? "" };
  }

  async #makeBytes(
    name: "generate" | "removeBg",
    request: object & { format?: string | null | undefined },
    options?: CallOptions,
  ): Promise<MadeBytes> {
    const usual = name === "generate" ? "jpeg" : "png";
    const accept = { Accept: `image/${request.format ?? usual}, image/*;q=0.5` };
    const call = { body: await toBody(request), headers: accept };
    const { bytes, headers } = await this.transport.readFile(name, call, options);
    return {
      bytes,
      content_type: headers.get("content-type") ?? "",
      generation_id: headers.get("x-generation-id") ?? "",
      result_url: headers.get("x-result-url") ?? "",
      credits_used: Number(headers.get("x-credits-charged")),
    };
  }

  async #order(name: "generate" | "removeBg", request: object, options?: CallOptions): Promise<Generation> {
    const headers = { Prefer: "respond-async" };
    return (await this.transport.call(name, { body: await toBody(request), headers }, options)).body;
  }
}

/** The request as JSON, or as a form with its file. */
async function toBody(request: object & { image_file?: UploadSource }): Promise<object> {
  const { image_file: source, ...fields } = request;
  if (source === undefined) return fields;
  const { content, name } = await openSource(source);
  const form = new FormData();
  form.append("request", JSON.stringify(fields));
  form.append("image_file", content, name);
  return form;
}
