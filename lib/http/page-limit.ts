import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "../platform/errors.ts";
import { type FairLimiter, limitFairly } from "../platform/fair-limit.ts";
import { runWithPause } from "../platform/pause.ts";

/** Pages are rendered on the one thread that answers everybody: more at once would only be later. */
const renders = { atOnce: 2, atOncePerCaller: 1, maxWaitingPerCaller: 64, maxWaiting: 1_024 };
/** Of one client: its sessions take turns for its share. */
const rendersOfClient = { atOnce: renders.atOncePerCaller, maxWaitingPerCaller: 64, maxWaiting: 256 };
/** A rendering that takes longer waits for something else than the thread: others go on. */
const longestMs = 1_000;
const longestPauseMs = 100;
/** So often the time of a rendering its place stays empty: calls that take a dozen turns of the thread get them. */
const pauseTimes = 3;

/** Who asks for a page. A cookie is easily had again and again: further sessions of a client get it no larger share. */
export interface Sharer {
  /** The client's address or /64. */
  client: string;
  /** The session of its cookie, where this service signed it. */
  session: string | null;
}

/** Renders pages within a limit that clients share fairly, and the sessions of one client its share of it. */
export class PageLimit {
  readonly #limiter = limitFairly(renders);
  readonly #ofClients = new Map<string, FairLimiter>();

  /**
   * Runs `render` when the sharer's turn has come. Resolves with false, and nothing rendered, where too much waits; a
   * client that leaves takes its request out of the queue.
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

  /** Waits for a place whatever is asked for: what it renders serves everybody. */
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

/** The framework ends the rendering of a page whose client is gone; it may not say that it has. */
const abortGraceMs = 5_000;

/**
 * Resolves when rendering of an answer has ended: it is complete, aborted, or not a page. A client that disconnects
 * does not end it: otherwise clients that connect and disconnect could cause any number of concurrent renders.
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
 * Takes a page as fast as it is rendered: a client that reads slowly holds no place that others wait for, only the
 * memory that `UnreadAnswers` bounds. Downloads and streams of events keep the pace of their readers, and no place.
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

/** The content type, also where `writeHead` was given it. */
function typeOf(response: ServerResponse, given: unknown): string {
  const headers = Object.entries(typeof given === "object" && given !== null ? given : {});
  const [, type] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return String(type ?? response.getHeader("content-type") ?? "");
}
