"use client";

import { useEffect, useRef } from "react";

const eventsPath = "/photos/orders/events";
/** Events arrive in bursts: minimum time between two refreshes. */
const pauseMs = 700;
/** Polling interval, because an event may be lost; shorter without a connection. */
const pollEveryMs = { connected: 10_000, disconnected: 2_500 };
/** Delay before a refused stream is reopened. */
const reopenAfterMs = 30_000;

/**
 * Calls `refresh` on every progress event of the user's work, and at intervals, while `active` and the page is
 * visible. A hidden page closes its connection, because browsers limit their number.
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
  let isConnected = false;
  let nextAtMs = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setTimeout> | undefined;
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
  const poll = () => {
    polling = setTimeout(
      () => {
        soon();
        poll();
      },
      isConnected ? pollEveryMs.connected : pollEveryMs.disconnected,
    );
  };
  const setConnected = (connected: boolean) => {
    if (isConnected === connected) return;
    isConnected = connected;
    clearTimeout(polling);
    poll();
  };
  const open = () => {
    stream = new EventSource(eventsPath);
    stream.onopen = () => {
      setConnected(true);
      // Events from before the connection are not sent again.
      soon();
    };
    stream.onmessage = soon;
    stream.onerror = () => {
      setConnected(false);
      // The browser reconnects by itself unless the request was refused.
      if (stream?.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenAfterMs);
    };
  };
  poll();
  open();
  return () => {
    stream?.close();
    for (const timer of [waiting, polling, reopening]) clearTimeout(timer);
  };
}
