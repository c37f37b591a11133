"use client";

import { useEffect } from "react";

const firstPauseMs = 2_000;
/** Limit of timed retries. The events `online` and `visibilitychange` always cause another one. */
const mostTimedTries = 4;

/** Reloads all pictures of the page that failed to load. Renders nothing. */
export function RetryPictures() {
  useEffect(() => {
    const tries = new WeakMap<HTMLImageElement, number>();
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const reload = (image: HTMLImageElement) => {
      // Setting the same `src` makes the browser retry.
      if (image.isConnected && isBroken(image)) image.setAttribute("src", image.src);
    };
    const later = (image: HTMLImageElement) => {
      const count = tries.get(image) ?? 0;
      if (count >= mostTimedTries || !navigator.onLine) return;
      tries.set(image, count + 1);
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          reload(image);
        },
        firstPauseMs * 2 ** count,
      );
      timers.add(timer);
    };
    const reloadAll = () => {
      if (document.visibilityState === "visible") for (const image of document.images) reload(image);
    };
    const listening = new AbortController();
    const { signal } = listening;
    const onError = ({ target }: Event) => {
      if (target instanceof HTMLImageElement && isBroken(target)) later(target);
    };
    // Error events of images do not bubble: listen in the capture phase.
    document.addEventListener("error", onError, { capture: true, signal });
    document.addEventListener("visibilitychange", reloadAll, { signal });
    window.addEventListener("online", reloadAll, { signal });
    // Covers pictures that failed before the scripts ran.
    for (const image of document.images) if (isBroken(image)) later(image);
    return () => {
      listening.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return null;
}

/** Blob and data URLs are not retried. */
function isBroken({ complete, naturalWidth, currentSrc, src }: HTMLImageElement): boolean {
  return complete && naturalWidth === 0 && /^https?:/.test(currentSrc || src);
}
