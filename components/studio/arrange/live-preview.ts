import type { z } from "zod";
import { createStore } from "zustand";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import type { preview, previewOperations } from "#lib/contract/generations/preview-operations.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { waitForOnline } from "../pictures/uploads.ts";
import { createLatest } from "./latest.ts";
import { measurePlacement, type Placement } from "./placement.ts";

export type PreviewRequest = z.input<typeof previewOperations.preview.input.schema>;
/** A photo at low resolution; the product's box is in its pixels. */
export type Preview = z.output<typeof preview>;

export function requestPreview(input: PreviewRequest, signal: AbortSignal): Promise<Preview> {
  return callApi("POST /api/v1/previews", { input, signal });
}

/** The style's default placement of a product, and the product's proportions. */
export interface Base {
  placement: Placement;
  product: Size;
}

export interface LivePreview {
  /** URL of the source picture; previews of other pictures are never shown. */
  imageUrl: string | null;
  /** The newest preview. */
  shown: Preview | null;
  base: Base | null;
  busy: boolean;
  /** The error of the last request. */
  problem: unknown;
}

const nothing: LivePreview = { imageUrl: null, shown: null, base: null, busy: false, problem: null };
const pauseWhenLimitedMs = 2_000;
/** A longer wait means that the daily previews are used up, so the error is shown. */
const longestLimitMs = 60_000;

/** Keeps the preview of one picture up to date with its settings, until `closed` is aborted. */
export function createLivePreview(closed: AbortSignal, ask = requestPreview) {
  const store = createStore<LivePreview>()(() => nothing);
  let baseKey: string | null = null;
  let last: { asked: string; request: PreviewRequest } | null = null;

  // The default placement is measured on a preview without layout.
  async function make(request: PreviewRequest, signal: AbortSignal): Promise<Preview> {
    const key = baseKeyOf(request);
    const isBase = !request.layout;
    if (!isBase && key !== baseKey) {
      const { layout: _layout, ...plain } = request;
      setBase(key, await patiently(ask, plain, signal));
    }
    const preview = await patiently(ask, request, signal);
    if (isBase) setBase(key, preview);
    return preview;
  }

  function setBase(key: string, preview: Preview): void {
    baseKey = key;
    const { bounding_box: box } = preview;
    store.setState({ base: box && measurePlacement(preview, box) });
  }

  const latest = createLatest({
    run: (request: PreviewRequest, signal) => make(request, AbortSignal.any([signal, closed])),
    onOutput: (shown) => store.setState({ shown, problem: null }),
    onError: (error) => {
      if (!closed.aborted) store.setState({ problem: error });
    },
    onBusy: (busy) => store.setState({ busy }),
  });

  return {
    store,
    /** Requests the preview, unless the request equals the last one. */
    ask: (request: PreviewRequest) => {
      const asked = JSON.stringify(request);
      if (asked === last?.asked) return;
      if (request.image_url !== store.getState().imageUrl) {
        latest.cancel();
        baseKey = null;
        store.setState({ ...nothing, imageUrl: request.image_url });
      } else if (last && setKeyOf(request) !== setKeyOf(last.request)) {
        // The running request is of another set. While a handle is dragged, each preview is shown instead.
        latest.cancel();
      }
      last = { asked, request };
      latest.ask(request);
    },
    /** Repeats the failed request. */
    retry: () => {
      store.setState({ problem: null });
      if (last) latest.ask(last.request);
    },
    /** Cancels the current request; the shown preview stays. */
    leave: () => {
      latest.cancel();
      last = null;
    },
  };
}

/** All fields that determine the default placement; of a background only its kind. */
function baseKeyOf(request: PreviewRequest): string {
  const {
    layout: _layout,
    light: _light,
    shadow: _shadow,
    correct: _correct,
    material: _material,
    ...rest
  } = request;
  const { background } = rest;
  return JSON.stringify({ ...rest, background: background?.color ? "color" : background });
}

/** The fields that a click changes but a drag does not. */
function setKeyOf({ style, scene, props, prompt, look, aspect_ratio, size }: PreviewRequest): string {
  return JSON.stringify([style, scene, props, prompt, look, aspect_ratio, size]);
}

/** Like `preview`, but waits when the rate limit is exceeded, without an error. */
export async function patiently(
  preview: typeof requestPreview,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<Preview> {
  for (;;) {
    try {
      return await preview(request, signal);
    } catch (error) {
      const isLimit = error instanceof ApiProblem && [429, 503].includes(error.status);
      const waitMs = isLimit ? (error.retryAfterMs ?? pauseWhenLimitedMs) : Number.POSITIVE_INFINITY;
      if (waitMs > longestLimitMs || signal.aborted) throw error;
      await waitForOnline(Math.min(waitMs, 10_000), signal);
    }
  }
}
