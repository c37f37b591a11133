import { AsyncLocalStorage } from "node:async_hooks";
import { lazy } from "./lazy.ts";
import { getRequest } from "./requests.ts";

type Attributes = Record<string, string | number | boolean>;

interface SpanOptions {
  /** Its role towards other services: an incoming call, an outgoing call, a queued job. */
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
  /** The span that caused it (W3C Trace Context); the current one when absent. */
  parent?: string | null;
}

/** One step of a trace. Without a tracer it records nothing, and its children belong to its parent. */
export interface Span {
  /** Identifies it to other services; null outside of a trace. */
  readonly traceparent: string | null;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends the span; `error`: the cause of its failure. */
  end(error?: string): void;
}

export interface Tracer {
  start(name: string, options: Required<SpanOptions>): Span;
  /** Sends the remaining spans. Never rejects. */
  flush(): Promise<void>;
}

const state = lazy(() => ({
  tracer: null as Tracer | null,
  current: new AsyncLocalStorage<string | null>(),
}));

/** Sets the tracer that records this process's spans; null stops recording. */
export function useTracer(tracer: Tracer | null): void {
  state().tracer = tracer;
}

const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Validates a received traceparent; null when it is invalid. */
export function readTraceparent(text: string | null | undefined): string | null {
  return text && traceparentPattern.test(text) ? text : null;
}

/** The trace context of the current work; null outside of a trace. */
export function currentTraceparent(): string | null {
  return state().current.getStore() ?? getRequest()?.traceparent ?? null;
}

/** Headers for a request to another service. */
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

/** Runs work within a span; the caller ends the span. */
export function runInSpan<T>({ traceparent }: Span, work: () => T): T {
  return state().current.run(traceparent, work);
}

/** Runs work in its own span, which fails when the work fails. */
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
