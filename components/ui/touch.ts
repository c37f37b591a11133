"use client";

/**
 * A `ref` for elements that handle drags themselves (`touch-none`). After a fast drag, Chromium would start a fling
 * and discard a tap within the next third of a second, wherever it is. React's touch listeners are passive.
 */
export function preventFling(element: HTMLElement | null): () => void {
  const prevent = (event: TouchEvent) => event.preventDefault();
  element?.addEventListener("touchmove", prevent, { passive: false });
  return () => element?.removeEventListener("touchmove", prevent);
}
