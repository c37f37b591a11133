"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * While `active`, leaving asks first: the browser itself when the page is closed or read anew, `onWanted` for its back
 * button. Answers a function that lets the next way out pass.
 */
export function useLeaveGuard(active: boolean, onWanted: () => void): () => void {
  const isLeaving = useRef(false);
  const ask = useRef(onWanted);
  useEffect(() => {
    ask.current = onWanted;
  }, [onWanted]);
  // Stands before the change that it guards is seen: nobody can leave in between.
  useLayoutEffect(() => {
    if (!active) return;
    const closing = new AbortController();
    const { signal } = closing;
    window.addEventListener("beforeunload", (event) => !isLeaving.current && event.preventDefault(), {
      signal,
    });
    // An entry of this page to go back from: the way back leads here first.
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
