/** How many events are handled at once: a burst waits here instead of taking every database connection. */
const places = 6;
let taken = 0;
const waiting: (() => void)[] = [];

/** Runs at most `places` of these at a time, first come first served. */
export async function inLine<T>(run: () => Promise<T>): Promise<T> {
  if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve));
  else taken += 1;
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
}
