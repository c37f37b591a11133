import type {
  BackgroundRemovalRequest,
  Generation,
  GenerationRequest,
  Preview,
  WorkResult,
} from "../generated/types.ts";
import type { CallOptions } from "../transport/calls.ts";
import { Resource } from "./resource.ts";

/** A request for a photo; `type` defaults to `product`. */
export type PhotoRequest = Omit<GenerationRequest, "type"> & Partial<Pick<GenerationRequest, "type">>;

/** Response for finished work. */
export type MadeResult = WorkResult & {
  /** ID of the generation. */
  generation_id: string;
};

export class Photos extends Resource {
  /** Makes a photo and waits for it, up to 60 seconds. */
  generate(request: PhotoRequest, options?: CallOptions): Promise<MadeResult> {
    return this.#make("generate", { type: "product", ...request }, options);
  }

  /** Removes the background of an uploaded picture and waits for it, up to 60 seconds. */
  removeBackground(request: BackgroundRemovalRequest, options?: CallOptions): Promise<MadeResult> {
    return this.#make("removeBg", request, options);
  }

  /** Orders a photo without waiting for it; use `generations.waitFor` to wait. */
  order(request: PhotoRequest, options?: CallOptions): Promise<Generation> {
    return this.#order("generate", { type: "product", ...request }, options);
  }

  /** Orders a cut-out without waiting. */
  orderCutout(request: BackgroundRemovalRequest, options?: CallOptions): Promise<Generation> {
    return this.#order("removeBg", request, options);
  }

  /** Renders a small preview of the photo, free of charge. */
  preview(request: PhotoRequest, options?: CallOptions): Promise<Preview> {
    return this.ask("preview", { body: { type: "product", ...request } }, options);
  }

  async #make(name: "generate" | "removeBg", body: object, options?: CallOptions): Promise<MadeResult> {
    const answer = await this.transport.call(name, { body }, options);
    return { ...answer.body, generation_id: answer.headers.get("x-generation-id") ?? "" };
  }

  async #order(name: "generate" | "removeBg", body: object, options?: CallOptions): Promise<Generation> {
    const headers = { Prefer: "respond-async" };
    return (await this.transport.call(name, { body, headers }, options)).body;
  }
}
