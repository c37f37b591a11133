import { createStore } from "zustand";
import type { Style } from "#lib/contract/photos/styles.ts";
import { type Preview, type PreviewRequest, patiently, requestPreview } from "../arrange/live-preview.ts";

/** What an order says about the product, whatever its scene: a small picture has its colors and stance too. */
export type ProductOptions = Pick<PreviewRequest, "correct" | "material" | "stance">;

/** The content of a small picture: a product in a rendered scene or in a style's set. */
export interface SceneView extends ProductOptions {
  imageUrl: string;
  style: Style;
  scene: string | null;
  prompt?: string;
}

/** A small picture, and what the service noted on it. */
export type ProductPicture = Pick<Preview, "image" | "notes">;

type Ask = (request: PreviewRequest, signal: AbortSignal) => Promise<ProductPicture>;

/** Size of a small picture: twice its CSS size, for high-density screens. */
const sidePx = 320;
const mostCached = 240;

const askPatiently: Ask = (request, signal) => patiently(requestPreview, request, signal);

export function keyOfView(view: SceneView): string {
  const { imageUrl, style, scene, prompt = "", correct, material, stance } = view;
  return JSON.stringify([imageUrl, style, scene, prompt, correct, material, stance]);
}

interface Options {
  ask?: Ask;
  /** Returns true while the preview on the canvas is being made; it takes precedence. */
  isPaused?: () => boolean;
}

/**
 * The small pictures of products in scenes. They are made one at a time, so that the canvas preview waits for at most
 * one, and only while an element that shows them is in view.
 */
export function createProductPictures(
  closed: AbortSignal,
  { ask = askPatiently, isPaused = () => false }: Options = {},
) {
  const store = createStore<ReadonlyMap<string, ProductPicture>>()(() => new Map());
  const wanted = new Map<string, { view: SceneView; count: number }>();
  /** Sources whose previews were refused; previews in further scenes would be refused as well. */
  const refused = new Set<string>();
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning || isPaused() || closed.aborted) return;
    const next = [...wanted].find(
      ([key, { view }]) => !store.getState().has(key) && !refused.has(view.imageUrl),
    );
    if (!next) return;
    const [key, { view }] = next;
    isRunning = true;
    try {
      const { image, notes } = await ask(requestOf(view), closed);
      cache(key, { image, notes });
    } catch {
      refused.add(view.imageUrl);
    }
    isRunning = false;
    void run();
  }

  function cache(key: string, picture: ProductPicture): void {
    const made = new Map(store.getState()).set(key, picture);
    const old = [...made.keys()].filter((one) => !wanted.has(one));
    for (const one of old.slice(0, Math.max(0, made.size - mostCached))) made.delete(one);
    store.setState(made, true);
  }

  return {
    store,
    /** Requests a picture, if it is missing, until the returned function is called. */
    want: (view: SceneView): (() => void) => {
      const key = keyOfView(view);
      wanted.set(key, { view, count: (wanted.get(key)?.count ?? 0) + 1 });
      void run();
      return () => {
        const count = (wanted.get(key)?.count ?? 0) - 1;
        if (count > 0) wanted.set(key, { view, count });
        else wanted.delete(key);
      };
    },
    /** Continues after the canvas has received its preview. */
    resume: () => void run(),
    /** Requests refused pictures again, for example after a lost connection. */
    retry: () => {
      refused.clear();
      void run();
    },
  };
}

function requestOf({ imageUrl, style, scene, prompt, ...product }: SceneView): PreviewRequest {
  return {
    image_url: imageUrl,
    type: "product",
    style,
    size: { width: sidePx, height: sidePx },
    ...(scene && { scene }),
    ...(prompt && { prompt }),
    ...product,
  };
}
