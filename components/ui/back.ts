"use client";

import { useEffect, useEffectEvent } from "react";

interface BackHost {
  depth: () => number;
  href: () => string;
  push: (depth: number) => void;
  back: () => void;
}

/**
 * A stack of layers (dialogs, menus) with one history entry each: Back closes the newest. If a layer is closed by
 * other means, its entry stays, is reused for the next layer, and is skipped when going back.
 */
export function createBackStack(host: BackHost) {
  const layers: { close: () => void }[] = [];
  let last = { depth: host.depth(), href: host.href() };
  const note = () => {
    last = { depth: host.depth(), href: host.href() };
  };
  return {
    /** Registers a layer until the returned function is called. */
    open: (close: () => void): (() => void) => {
      const layer = { close };
      layers.push(layer);
      if (host.depth() < layers.length) host.push(layers.length);
      note();
      return () => {
        const at = layers.indexOf(layer);
        if (at >= 0) layers.splice(at, 1);
      };
    },
    /** Handles that the browser has moved to another history entry. */
    moved: () => {
      const { depth, href } = last;
      note();
      if (host.depth() >= depth) return;
      const left = layers.splice(host.depth());
      for (const { close } of left.toReversed()) close();
      if (left.length === 0 && host.href() === href) host.back();
    },
  };
}

type BackStack = ReturnType<typeof createBackStack>;
let shared: BackStack | null = null;

function backStack(): BackStack {
  if (shared) return shared;
  const stack = createBackStack({
    depth: () => Number(window.history.state?.layers ?? 0),
    href: () => window.location.href,
    push: (layers) => window.history.pushState({ ...window.history.state, layers }, ""),
    back: () => window.history.back(),
  });
  window.addEventListener("popstate", stack.moved);
  shared = stack;
  return stack;
}

/** Registers a layer that the browser's Back closes before it leaves the page. Returns a function that removes it. */
export function openLayer(close: () => void): () => void {
  return backStack().open(close);
}

/** While `isOpen`, the browser's Back calls `close` instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const leave = useEffectEvent(close);
  useEffect(() => (isOpen ? openLayer(() => leave()) : undefined), [isOpen]);
}
