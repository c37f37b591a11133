"use client";

import { useEffect, useRef } from "react";

/** What the browser's history offers to a page. */
interface BackHost {
  depth: () => number;
  href: () => string;
  push: (depth: number) => void;
  back: () => void;
}

/**
 * What is open over a page, by history entries: Back closes the newest. An entry whose layer was closed by other means
 * stays, is used for the next layer, and is passed over on the way back.
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
    /** After the browser moved to another history entry. */
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

/** Registers what the browser's Back closes before it leaves the page, until the returned function is called. */
export function openLayer(close: () => void): () => void {
  return backStack().open(close);
}

/** While something is open, the browser's Back closes it instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen]);
}
