import { AsyncLocalStorage } from "node:async_hooks";

/** The actor named in the audit log. */
export interface Actor {
  type: "user" | "key" | "operator" | "system";
  id: string | null;
  /** Looked up when it is absent. */
  name?: string;
}

/** Facts about the current request, for its log line and for resources shared among callers. */
export interface RequestContext {
  /** Its X-Request-Id. */
  id?: string;
  /** Method and path template of an operation, or the requested path. */
  route: string;
  /** Id of the authenticated user. */
  caller?: string;
  /** The authenticated person on a page, or API key. */
  actor?: Actor;
  /** The client's address or /64. */
  address?: string;
  /** Error code of the response. */
  code?: string;
  credits?: number;
  /** Trace context of its calls and work (W3C Trace Context). */
  traceparent?: string | null;
  /** A form was sent to a page, and no action has read it yet: a failure up to then is its sender's mistake. */
  hasUnreadForm?: boolean;
  /** Aborted when its client disconnects. */
  signal?: AbortSignal;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** As `runInRequest` for a handler: keeps the request context of the server if there is one. */
export function withinRequest<T>(context: RequestContext, work: () => T): T {
  return storage.getStore() ? work() : runInRequest(context, work);
}

/** Adds facts about the current request; does nothing outside of a request. */
export function noteRequest(facts: Partial<RequestContext>): void {
  Object.assign(storage.getStore() ?? {}, facts);
}

/** The current request; undefined outside of one. */
export function getRequest(): RequestContext | undefined {
  return storage.getStore();
}
