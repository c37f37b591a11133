import { loadSource, type Source } from "../../images/source.ts";
import { whileAway } from "../../platform/calls.ts";
import { untilAborted } from "../../platform/concurrency.ts";

/** Users who try layouts request the same picture many times. */
const cachedMs = 120_000;
/** Limits of cached pictures: in total and per caller. */
const mostCached = 64;
const mostOfCaller = 6;

interface Cached {
  caller: string;
  source: Promise<Source>;
  /** Ends the loading, which no single preview does. */
  stop: AbortController;
  borrowers: number;
  timer: NodeJS.Timeout | undefined;
}

const cached = new Map<string, Cached>();

/** The picture of a preview; `giveBack` must be called when it is no longer needed. */
export interface BorrowedSource {
  image: Source["image"];
  giveBack: () => void;
}

/** As `loadSource`, cached for a while for the same caller's next preview of the picture. */
export async function borrowSource(
  url: string,
  { caller, signal }: { caller: string; signal: AbortSignal },
): Promise<BorrowedSource> {
  const key = `${caller} ${url}`;
  const entry = cached.get(key) ?? startLoading(url, caller);
  clearTimeout(entry.timer);
  entry.borrowers += 1;
  // A Map keeps insertion order: the first key is always the least recently used one.
  cached.delete(key);
  cached.set(key, entry);
  let isBack = false;
  const giveBack = () => {
    if (isBack) return;
    isBack = true;
    entry.borrowers -= 1;
    if (entry.borrowers > 0) return;
    entry.timer = setTimeout(() => drop(key, entry), cachedMs);
    entry.timer.unref();
    makeRoom(caller);
  };
  try {
    // Without a slot: the first call needs one to end the loading, and the others could have all of the account.
    const { image } = await whileAway(() => untilAborted(entry.source, signal));
    return { image, giveBack };
  } catch (error) {
    giveBack();
    drop(key, entry);
    throw error;
  }
}

function startLoading(url: string, caller: string): Cached {
  const stop = new AbortController();
  const source = loadSource(url, { caller, signal: stop.signal });
  // Those that wait for it receive the failure; all of them may be gone.
  source.catch(() => undefined);
  return { caller, source, stop, borrowers: 0, timer: undefined };
}

/** Drops unused pictures, the least recently used ones first. */
function makeRoom(caller: string): void {
  const idle = [...cached].filter(([, { borrowers }]) => borrowers === 0);
  const own = idle.filter(([, entry]) => entry.caller === caller);
  const tooMany = own.slice(0, Math.max(0, own.length - mostOfCaller));
  const rest = idle.slice(0, Math.max(0, idle.length - tooMany.length - mostCached));
  for (const [key, entry] of [...tooMany, ...rest]) drop(key, entry);
}

function drop(key: string, entry: Cached): void {
  if (entry.borrowers > 0) return;
  clearTimeout(entry.timer);
  if (cached.get(key) === entry) cached.delete(key);
  entry.stop.abort();
  entry.source.then((source) => source.dispose()).catch(() => undefined);
}
