import { ApiProblem } from "#lib/contract/client.ts";
import type { LookOptions } from "#lib/contract/photo-options.ts";
import type { Size } from "./placement.ts";

/** A request of a photo as the API takes it. */
export type PreviewRequest = LookOptions & { image_url: string };

/** A photo at low resolution; the box of the product in its pixels. */
export interface Preview extends Size {
  /** `data:image/jpeg;base64,…` */
  image: string;
  bounding_box: Size & { left: number; top: number };
}

export async function requestPreview(input: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  const response = await fetch("/api/v1/previews", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
    signal,
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiProblem(response, body);
  return body as Preview;
}
