import { AsyncLocalStorage } from "node:async_hooks";
import { processSlot } from "./process-slot.ts";
import { getRequest } from "./requests.ts";

type Attributes = Record<string, string | number | boolean>;

interface SpanOptions {
  /** What it is to the other side: a call that came in, one that goes out, a job that was queued. */
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
  /** The span that caused it (W3C Trace Context); the current one when absent. */
  parent?: string | null;
}

/** One step of a trace. Where no tracer runs it records nothing, and what it causes belongs to its parent. */
export interface Span {
  /** What names it to others; null outside of any trace. */
  readonly traceparent: string | null;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends it; `error`: why it failed. */
  end(error?: string): void;
}

export interface Tracer {
  start(name: string, options: Required<SpanOptions>): Span;
  /** Sends what is not sent yet. Never rejects. */
  flush(): Promise<void>;
}

const state = processSlot("tracing", () => ({
  tracer: null as Tracer | null,
  current: new AsyncLocalStorage<string | null>(),
}));

/** From now on the spans of this process are recorded; null: not any more. */
export function useTracer(tracer: Tracer | null): void {
  state().tracer = tracer;
}

const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A traceparent that somebody sent; null where it is none. */
export function readTraceparent(text: string | null | undefined): string | null {
  return text && traceparentPattern.test(text) ? text : null;
}

/** What the work that is done now belongs to; null outside of any trace. */
export function currentTraceparent(): string | null {
  return state().current.getStore() ?? getRequest()?.traceparent ?? null;
}

/** For a request to another service. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent === null ? {} : { traceparent };
}

export function startSpan(name: string, options: SpanOptions = {}): Span {
  const { kind = "internal", attributes = {}, parent = currentTraceparent() } = options;
  return state().tracer?.start(name, { kind, attributes, parent }) ?? unrecorded(parent);
}

function unrecorded(parent: string | null): Span {
  return { traceparent: parent, rename: () => undefined, set: () => undefined, end: () => undefined };
}

/** Does the work as part of a span, whose end is the caller's. */
export function runInSpan<T>({ traceparent }: Span, work: () => T): T {
  return state().current.run(traceparent, work);
}

/** Does the work as a span of its own, which fails as the work does. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  try {
    const result = await runInSpan(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

export async function flushSpans(): Promise<void> {
  await state().tracer?.flush();
}
