import { createStore } from "zustand";
import { ApiProblem } from "#lib/contract/client.ts";
import type { Size } from "../../ui/zoom.ts";
import { createLatest } from "./latest.ts";
import { measurePlacement, type Placement } from "./placement.ts";
import { type Preview, type PreviewRequest, requestPreview } from "./request-preview.ts";

/** Where the style puts a product, and the product's proportions. */
export interface Base {
  place: Placement;
  product: Size;
}

export interface LivePreview {
  /** The picture that it is of; a preview of another one is never shown. */
  imageUrl: string | null;
  /** The newest that was made. */
  shown: Preview | null;
  base: Base | null;
  busy: boolean;
  /** What the service or the way to it failed with. */
  problem: unknown;
}

const nothing: LivePreview = { imageUrl: null, shown: null, base: null, busy: false, problem: null };
const pauseWhenLimitedMs = 2_000;
/** Whoever must wait longer is told so: the previews of a day are used up. */
const longestLimitMs = 60_000;

/** The preview of one picture, made anew whenever its request changes; `closed` ends it for good. */
export function createLivePreview(closed: AbortSignal, ask = requestPreview) {
  const store = createStore<LivePreview>()(() => nothing);
  let baseKey: string | null = null;
  let last: { asked: string; request: PreviewRequest } | null = null;

  // The base is measured on a preview without layout: where there is one anyhow, on that.
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
    /** Makes the preview of this request, unless it is the one that was asked for last. */
    ask: (request: PreviewRequest) => {
      const asked = JSON.stringify(request);
      if (asked === last?.asked) return;
      if (request.image_url !== store.getState().imageUrl) {
        latest.cancel();
        baseKey = null;
        store.setState({ ...nothing, imageUrl: request.image_url });
      }
      last = { asked, request };
      latest.ask(request);
    },
    /** Once more what failed. */
    retry: () => {
      store.setState({ problem: null });
      if (last) latest.ask(last.request);
    },
    /** Ends what is being made; what is shown stays. */
    leave: () => {
      latest.cancel();
      last = null;
    },
  };
}

/** All that decides where the style puts the product; of a background, only which kind it is. */
function baseKeyOf({ layout: _layout, light: _light, shadow: _shadow, ...rest }: PreviewRequest): string {
  const { background } = rest;
  return JSON.stringify({ ...rest, background: background?.color ? "color" : background });
}

// A seller who moves things faster than the limit allows sees the picture a moment later, and no error.
async function patiently(
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
      await pause(Math.min(waitMs, 10_000), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
