"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { openLayer } from "../ui/back.ts";

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
    // A layer that opens again with each press of Back, so that the back button stays on the page.
    let close: () => void = () => undefined;
    const stay = () => {
      close = openLayer(() => {
        if (isLeaving.current) return;
        stay();
        ask.current();
      });
    };
    stay();
    return () => {
      closing.abort();
      close();
    };
  }, [active]);
  return () => {
    isLeaving.current = true;
  };
}
