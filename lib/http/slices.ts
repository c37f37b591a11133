/**
 * Starts what is given to it in order, and hands the thread back after `sliceMs` of starting: many requests that come
 * at once do not keep one that needs next to nothing waiting until all of them have begun.
 */
export function startInSlices(sliceMs: number): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  let sliceEndsAtMs = 0;

  function startSome(): void {
    isScheduled = false;
    sliceEndsAtMs = performance.now() + sliceMs;
    while (waiting.length > 0 && performance.now() < sliceEndsAtMs) waiting.shift()?.();
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startSome);
  }

  return (start) => {
    waiting.push(start);
    schedule();
  };
}
