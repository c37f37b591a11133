"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import { openLayer } from "../ui/back.ts";

/**
 * While `active`, asks before leaving: the browser asks when the page is closed or reloaded; for Back, `onLeave` is
 * called. Returns a function that lets the next navigation pass.
 */
export function useLeaveGuard(active: boolean, onLeave: () => void): () => void {
  const isLeaving = useRef(false);
  const ask = useRef(onLeave);
  useEffect(() => {
    ask.current = onLeave;
  }, [onLeave]);
  // A layout effect, so that the guard is active before the user can leave.
  useLayoutEffect(() => {
    if (!active) return;
    const closing = new AbortController();
    const { signal } = closing;
    window.addEventListener("beforeunload", (event) => !isLeaving.current && event.preventDefault(), {
      signal,
    });
    // A layer that reopens with each press of Back, which keeps the browser on the page.
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
