import { AsyncLocalStorage } from "node:async_hooks";
import { processSlot } from "./process-slot.ts";

export type Visitors = "guests" | "members";

/** Who does something, as the audit log names it. */
export interface Actor {
  type: "user" | "key" | "operator" | "system";
  id: string | null;
  /** Looked up when it is absent. */
  name?: string;
}

/** What is known of a request that is being answered: for its one line in the log, and for what callers share. */
export interface RequestContext {
  /** Its X-Request-Id. */
  id?: string;
  /** Method and path template of an operation, or the path as it was asked for. */
  route: string;
  /** Id of the user, once proven. */
  caller?: string;
  /** Who that is: a person on a page, or a key. */
  actor?: Actor;
  /** The client's address or /64. */
  address?: string;
  /** Code of the error that was answered. */
  code?: string;
  credits?: number;
  /** A page is rendered for everybody of this kind: nothing of one visitor may be in it. */
  visitors?: Visitors;
  /** What its calls and work belong to (W3C Trace Context). */
  traceparent?: string | null;
  /** Aborted when its client goes away. */
  signal?: AbortSignal;
}

const storage = processSlot("request-context", () => new AsyncLocalStorage<RequestContext>());

export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage().run(context, work);
}

/** The same for a handler, which runs in the request that the server began, or in one of its own. */
export function withinRequest<T>(context: RequestContext, work: () => T): T {
  return storage().getStore() ? work() : runInRequest(context, work);
}

/** Adds what was learned about the request being answered; nothing outside of one. */
export function noteRequest(facts: Partial<RequestContext>): void {
  Object.assign(storage().getStore() ?? {}, facts);
}

/** The request being answered; undefined outside of one. */
export function getRequest(): RequestContext | undefined {
  return storage().getStore();
}
