import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../platform/ids.ts";
import { processSlot } from "../platform/process-slot.ts";

/** What a request's one line in the log tells beside its outcome; whoever learns a part of it fills it in. */
export interface RequestContext {
  /** Method and path template of an operation, or the path as it was asked for. */
  route: string;
  /** Id of the user, once proven. */
  caller?: string;
  /** Code of the error that was answered. */
  code?: string;
  credits?: number;
}

const storage = processSlot("request-context", () => new AsyncLocalStorage<RequestContext>());

export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage().run(context, work);
}

/** Adds to the log line of the request being answered; nothing outside of one. */
export function noteInLog(facts: Partial<RequestContext>): void {
  Object.assign(storage().getStore() ?? {}, facts);
}

const idPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of a request: the one it brought along, when that can stand in a header and a log, or a new one. */
export function requestId(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return idPattern.test(given) ? given : newId("req");
}
