import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "../platform/errors.ts";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { runWithPause } from "../platform/pause.ts";

/** Pages are rendered on the main thread: more concurrency would only delay each of them. */
const renders = { atOnce: 2, atOncePerCaller: 1, maxWaitingPerCaller: 64, maxWaiting: 1_024 };
/** Within the share of one client, its sessions take turns. */
const rendersOfClient = { atOnce: renders.atOncePerCaller, maxWaitingPerCaller: 64, maxWaiting: 256 };
/** A rendering that takes longer waits for something other than the thread: the next one may start. */
const longestMs = 1_000;
const longestPauseMs = 100;
/** A slot stays empty for this multiple of the render time: API requests need a dozen turns of the event loop. */
const pauseTimes = 3;

/** The party that shares are counted for. Cookies are easy to get, so more sessions give a client no larger share. */
export interface Sharer {
  /** The client's address, or its /64 for IPv6. */
  client: string;
  /** The session of the cookie, if its signature is valid. */
  session: string | null;
}

/** Renders pages within a limit that clients share fairly, and the sessions of one client within its share. */
export class PageLimit {
  readonly #limiter = limitFairly(renders);
  readonly #ofClients = new Map<string, FairLimiter>();

  /**
   * Runs `render` in the sharer's turn. Resolves with false, without rendering, if the queue is full; the request of
   * a client that leaves is removed from the queue.
   */
  async run(sharer: Sharer, response: ServerResponse, render: () => Promise<void>): Promise<boolean> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    response.once("close", leave);
    try {
      const place = (task: () => Promise<void>) => this.#inTurn(sharer, task, gone.signal);
      await runWithPause(() => rendered(response, render), { place, longestMs, longestPauseMs, pauseTimes });
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      if (gone.signal.aborted) return true;
      throw error;
    } finally {
      response.off("close", leave);
    }
  }

  /** Waits for a slot regardless of the client, because the result is cached for all clients. */
  runShared<T>(render: () => Promise<T>): Promise<T> {
    const place = (task: () => Promise<void>) => this.#limiter.run("everybody", task);
    return runWithPause(render, { place, longestMs, longestPauseMs, pauseTimes });
  }

  async #inTurn({ client, session }: Sharer, task: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const own = this.#ofClients.get(client) ?? limitFairly(rendersOfClient);
    this.#ofClients.set(client, own);
    try {
      await own.run(session ?? "", () => this.#limiter.run(client, task, signal), signal);
    } finally {
      if (own.running + own.waiting === 0) this.#ofClients.delete(client);
    }
  }
}

/** The framework stops rendering a page whose client is gone, but may not signal that. */
const abortGraceMs = 5_000;

/**
 * Resolves when a rendering has ended: the response is complete, aborted, or not a page. A disconnect does not end
 * it; otherwise clients that connect and disconnect could cause any number of concurrent renders.
 */
function rendered(response: ServerResponse, render: () => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    response.once("prefinish", resolve);
    const closed = new Promise((close) => response.once("close", close));
    takeAtOnce(response, resolve);
    const settled = render();
    void closed
      .then(() => Promise.race([settled, delay(abortGraceMs, undefined, { ref: false })]))
      .then(resolve);
  });
}

const pageTypes = /^text\/(html|x-component)\b/;

/**
 * Buffers a page as fast as it is rendered: a slow reader holds no render slot, only memory that `UnreadAnswers`
 * limits. Downloads and event streams keep the pace of their readers and hold no slot.
 */
function takeAtOnce(response: ServerResponse, onOther: () => void): void {
  const { writeHead, write } = response;
  let isPage = false;
  response.writeHead = ((...args: unknown[]) => {
    const result = Reflect.apply(writeHead, response, args);
    isPage = pageTypes.test(typeOf(response, args.at(-1)));
    if (!isPage) onOther();
    return result;
  }) as typeof writeHead;
  response.write = ((...chunk: unknown[]) => Reflect.apply(write, response, chunk) || isPage) as typeof write;
}

/** The content type, also if it was passed to `writeHead`. */
function typeOf(response: ServerResponse, given: unknown): string {
  const headers = Object.entries(typeof given === "object" && given !== null ? given : {});
  const [, type] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return String(type ?? response.getHeader("content-type") ?? "");
}
