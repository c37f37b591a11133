"use client";

import { useEffect } from "react";

const firstPauseMs = 2_000;
/** Tries by time; the connection's return and the tab's always give another one. */
const mostTimedTries = 4;

/** Loads pictures of the page again that failed to load, whoever drew them. Shows nothing. */
export function PicturesComeBack() {
  useEffect(() => {
    const tries = new WeakMap<HTMLImageElement, number>();
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const reload = (image: HTMLImageElement) => {
      // The address is set to what it is: that alone makes a browser ask again.
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
    // Errors of pictures do not rise; they are heard on their way down.
    document.addEventListener("error", onError, { capture: true, signal });
    document.addEventListener("visibilitychange", reloadAll, { signal });
    window.addEventListener("online", reloadAll, { signal });
    // Those that failed before the scripts were there.
    for (const image of document.images) if (isBroken(image)) later(image);
    return () => {
      listening.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return null;
}

/** Pictures in the page's own memory do not come back by being asked for again. */
function isBroken({ complete, naturalWidth, currentSrc, src }: HTMLImageElement): boolean {
  return complete && naturalWidth === 0 && /^https?:/.test(currentSrc || src);
}
