"use client";

import { useEffect, useEffectEvent } from "react";

const eventsPath = "/photos/orders/events";
/** Events arrive in bursts: minimum time between two refreshes. */
const pauseMs = 700;
/** Polling interval, because an event may be lost; shorter without a connection. */
const pollEveryMs = { connected: 10_000, disconnected: 2_500 };
/** Delay before a refused stream is reopened. */
const reopenAfterMs = 30_000;

/** What a page refreshes; its parts share one connection, because browsers limit their number. */
const refreshers = new Set<() => unknown>();
let endListening: (() => void) | null = null;

/**
 * Calls `refresh` on every progress event of the user's work, and at intervals, while `active` and the page is
 * visible. A hidden page closes its connection.
 */
export function useLive(active: boolean, refresh: () => unknown): void {
  const refreshNow = useEffectEvent(refresh);
  useEffect(() => {
    if (!active) return;
    const call = () => refreshNow();
    const follow = () => {
      if (document.visibilityState === "visible") refreshers.add(call);
      else refreshers.delete(call);
      listenIfNeeded();
    };
    const comeBack = () => {
      if (document.visibilityState === "visible") call();
      follow();
    };
    follow();
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      refreshers.delete(call);
      listenIfNeeded();
    };
  }, [active]);
}

function listenIfNeeded(): void {
  if (refreshers.size > 0) {
    endListening ??= listen(() => {
      for (const refresh of refreshers) void refresh();
    });
  } else {
    endListening?.();
    endListening = null;
  }
}

function listen(refresh: () => void): () => void {
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
        refresh();
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
