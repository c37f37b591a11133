import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { preview, previewOperations } from "#lib/contract/preview-operations.ts";

/** A request of a photo as the API takes it. */
export type PreviewRequest = z.input<typeof previewOperations.preview.input.schema>;
/** A photo at low resolution; the box of the product in its pixels. */
export type Preview = z.output<typeof preview>;

export function requestPreview(input: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  return callApi("POST /api/v1/previews", { input, signal });
}
