"use client";

import { useEffect, useRef } from "react";

const eventsPath = "/orders/events";
/** Events come by the dozen: the page is read anew at once, then no oftener than this. */
const pauseMs = 700;
/** How often it is read anew beside that: seldom while events are heard, for one may be lost. */
const askEveryMs = { heard: 10_000, unheard: 2_500 };
/** A stream that was refused is asked for again after this. */
const askForStreamMs = 30_000;

/**
 * Calls `refresh` whenever work of the user gets on or ends, and from time to time, while `active` and the page is in
 * front: a page behind others keeps no connection, of which browsers have few.
 */
export function useLive(active: boolean, refresh: () => unknown): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEffect(() => {
    if (!active) return;
    let stop: (() => void) | null = null;
    const follow = () => {
      if (document.visibilityState === "visible") stop ??= listen(() => latest.current());
      else {
        stop?.();
        stop = null;
      }
    };
    const comeBack = () => {
      if (document.visibilityState === "visible") latest.current();
      follow();
    };
    follow();
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      stop?.();
    };
  }, [active]);
}

function listen(refresh: () => unknown): () => void {
  let stream: EventSource | null = null;
  let isHeard = false;
  let nextAtMs = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const soon = () => {
    waiting ??= setTimeout(
      () => {
        waiting = undefined;
        nextAtMs = Date.now() + pauseMs;
        void refresh();
      },
      Math.max(0, nextAtMs - Date.now()),
    );
  };
  const ask = () => {
    asking = setTimeout(
      () => {
        soon();
        ask();
      },
      isHeard ? askEveryMs.heard : askEveryMs.unheard,
    );
  };
  const hear = (heard: boolean) => {
    if (isHeard === heard) return;
    isHeard = heard;
    clearTimeout(asking);
    ask();
  };
  const open = () => {
    stream = new EventSource(eventsPath);
    stream.onopen = () => {
      hear(true);
      // What was told before is not told again.
      soon();
    };
    stream.onmessage = soon;
    stream.onerror = () => {
      hear(false);
      // The browser itself connects again, but not where it was refused.
      if (stream?.readyState === EventSource.CLOSED) reopening = setTimeout(open, askForStreamMs);
    };
  };
  ask();
  open();
  return () => {
    stream?.close();
    for (const timer of [waiting, asking, reopening]) clearTimeout(timer);
  };
}
