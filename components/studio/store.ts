"use client";

import { createContext, useContext } from "react";
import { createStore, useStore } from "zustand";
import { persist } from "zustand/middleware";
import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { Sample } from "#lib/samples/index.ts";
import { forgetOrders } from "../orders/recent.ts";
import type { Handover } from "../photos/handover.ts";
import type { SourcePicture } from "../photos/model.ts";
import { offeredModes, type PhotoModes } from "../photos/modes.ts";
import { localId } from "../photos/order-request.ts";
import type { Settings } from "../photos/settings.ts";
import { browserStorage } from "../ui/browser-storage.ts";
import { createLivePreview } from "./arrange/live-preview.ts";
import type { Choice } from "./order/request.ts";
import { createOrders } from "./order/submit.ts";
import { createUploads } from "./pictures/uploads.ts";
import { createProductPictures } from "./scenes/product-pictures.ts";
import {
  type Arrange,
  applyHandover,
  arrangeAgain,
  changeById,
  emptyStudio,
  isNewDraft,
  isOtherPhoto,
  restoreState,
  type StudioState,
  setSeveral,
  showDraft,
  storedState,
  tryAgain,
} from "./state.ts";

interface StudioProps {
  userId: string;
  samples: readonly Sample[];
  /** Limit of the file size. */
  maxFileBytes: number;
  modes: PhotoModes;
}

type Studio = ReturnType<typeof createStudio>;

let open: { userId: string; studio: Studio } | null = null;

/** The studio of a user in this tab. It keeps running while the user visits other dashboard pages. */
export function openStudio(props: StudioProps): Studio {
  // On the server, each page gets a new, empty studio, which is never stored.
  if (typeof window === "undefined") return createStudio(props);
  if (open?.userId !== props.userId) {
    open?.studio.close();
    open = { userId: props.userId, studio: createStudio(props) };
    open.studio.resume();
  }
  return open.studio;
}

/** The sessionStorage key of a user's studio. */
export const storageKeyOf = (userId: string) => `studio:${userId}`;

function createStudio({ userId, samples, maxFileBytes, modes }: StudioProps) {
  const closing = new AbortController();
  const store = createStore<StudioState>()(
    persist(() => emptyStudio, {
      name: storageKeyOf(userId),
      storage: browserStorage(() => sessionStorage),
      // Stored states of other versions are discarded.
      version: 7,
      migrate: () => undefined,
      partialize: storedState,
      merge: restoreState,
    }),
  );
  store.subscribe((state, before) => {
    if (isNewDraft(state, before)) store.setState({ draftId: localId() });
    if (isOtherPhoto(state, before)) store.setState(showDraft);
  });
  const contents = { store, modes, closed: closing.signal };
  const { releaseAll, ...uploads } = createUploads(contents, maxFileBytes);
  const preview = createLivePreview(closing.signal);
  const pictures = createProductPictures(closing.signal, { isPaused: () => preview.store.getState().busy });
  preview.store.subscribe(({ busy }) => busy || pictures.resume());
  globalThis.window?.addEventListener("online", pictures.retry, { signal: closing.signal });
  return {
    store,
    samples,
    maxFileBytes,
    modes,
    set: (settings: Partial<Settings>) =>
      store.setState((old) => ({ settings: { ...old.settings, ...settings } })),
    setSeveral: (of: Choice, isSeveral: boolean) => store.setState((old) => setSeveral(old, of, isSeveral)),
    /** Applies a handover from another page. */
    bring: (handover: Handover) => store.setState((old) => applyHandover(old, handover)),
    show: (id: string) => store.setState({ shownId: id }),
    /** Sets the height of a source's product in centimeters; null if it is unknown. */
    setHeight: (id: string, height: number | null) =>
      store.setState(({ sources }) => ({
        sources: changeById(sources, id, { sizeCm: height === null ? undefined : { height } }),
      })),
    setArrange: (part: Partial<Arrange>) =>
      store.setState((old) => ({ arrange: { ...old.arrange, ...part } })),
    /** Updates the options of the photos. */
    setOptions: (change: (options: LookOptions) => LookOptions) =>
      store.setState((old) => ({ settings: { ...old.settings, options: change(old.settings.options) } })),
    tryAgain: (picture: SourcePicture, settings: Settings) =>
      store.setState((old) => tryAgain(old, picture, settings)),
    arrangeAgain: (picture: SourcePicture, settings: Settings) =>
      store.setState((old) => arrangeAgain(old, picture, settings)),
    preview,
    pictures,
    ...uploads,
    ...createOrders(contents),
    close: () => {
      closing.abort();
      forgetOrders();
      releaseAll();
    },
  };
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("useStudio is for components inside the studio");
  return studio;
}

/** A selected part of the studio's state; the component re-renders only when that part changes. */
export function useStudioState<Part>(select: (state: StudioState) => Part): Part {
  return useStore(useStudio().store, select);
}

export function useMode(): PhotoMode {
  const { modes } = useStudio();
  const chosen = useStudioState(({ settings }) => settings.mode);
  const offered = offeredModes(modes.models).map(({ mode }) => mode);
  return [chosen, modes.defaultMode].find((mode) => mode !== null && offered.includes(mode)) ?? "studio";
}
