import { ApiError } from "./errors.ts";

/**
 * Makes a line: at most `places` run at a time, first come first served. With `maxWaiting`, whoever finds that many
 * waiting is refused (`overloaded`) instead of waiting too.
 */
export function makeLine(places: number, maxWaiting = Number.POSITIVE_INFINITY) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async function inLine<T>(run: () => Promise<T>): Promise<T> {
    if (taken >= places && waiting.length >= maxWaiting) {
      throw new ApiError("overloaded", "Too much is going on at once.", { retryAfterSeconds: 5 });
    }
    if (taken >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
