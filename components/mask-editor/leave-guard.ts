"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * While `active`, leaving asks first: the browser itself when the page is closed or reloaded, `onLeave` for its back
 * button. Returns a function that lets the next navigation pass.
 */
export function useLeaveGuard(active: boolean, onLeave: () => void): () => void {
  const isLeaving = useRef(false);
  const ask = useRef(onLeave);
  useEffect(() => {
    ask.current = onLeave;
  }, [onLeave]);
  // A layout effect, so that nobody can leave before the guard is active.
  useLayoutEffect(() => {
    if (!active) return;
    const closing = new AbortController();
    const { signal } = closing;
    window.addEventListener("beforeunload", (event) => !isLeaving.current && event.preventDefault(), {
      signal,
    });
    // A history entry of this page, so that the back button stays on it.
    const stay = () => window.history.pushState(null, "", window.location.href);
    stay();
    const goBack = () => {
      if (isLeaving.current) return;
      stay();
      ask.current();
    };
    window.addEventListener("popstate", goBack, { signal });
    return () => {
      closing.abort();
      if (!isLeaving.current) window.history.back();
    };
  }, [active]);
  return () => {
    isLeaving.current = true;
  };
}
