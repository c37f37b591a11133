import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered. */
export interface Visit {
  clientAddress: string;
  /** What went wrong with it on our side: the library turns it into a bare 500. */
  fault?: unknown;
}

const visits = new AsyncLocalStorage<Visit>();

/** Runs the answer to a request; deep below, `visitorAddress` and `reportFault` know which. */
export function during<T>(visit: Visit, run: () => Promise<T>): Promise<T> {
  return visits.run(visit, run);
}

export function reportFault(fault: unknown): void {
  const visit = visits.getStore();
  if (visit) visit.fault = fault;
}

/** The client address of the request being answered; null where there is none, as in the operator's tool. */
export function visitorAddress(): string | null {
  return visits.getStore()?.clientAddress ?? null;
}
