"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** Whether an element is in or near the viewport. */
export function useInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "80px" },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isInView];
}

const wideScreen = "(width >= 64rem)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(wideScreen);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether the settings are beside the canvas, as with the breakpoint `lg:`. */
export function isWide(): boolean {
  return window.matchMedia(wideScreen).matches;
}

/** The reactive form of isWide; false in the server's HTML. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false);
}

/** Debounces a value: returns it once it has not changed for `pauseMs`. */
export function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return debounced;
}

/**
 * Keeps the focus when one part replaces another: the part that leaves notes in `held` whether the focus is in it, and
 * the part that comes focuses what `selector` finds in it.
 */
export function useFocusHandover<E extends HTMLElement>(
  held: RefObject<boolean>,
  selector = "button, a, input",
): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    if (held.current) part?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    held.current = false;
    return () => {
      held.current = part?.contains(document.activeElement) ?? false;
    };
  }, [held, selector]);
  return ref;
}
