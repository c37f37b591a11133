import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered. */
interface Visit {
  clientAddress: string;
}

const visits = new AsyncLocalStorage<Visit>();

/** Runs the answer to a request; deep below, `visitorAddress` knows which. */
export function during<T>(visit: Visit, run: () => Promise<T>): Promise<T> {
  return visits.run(visit, run);
}

/** The client address of the request being answered; null where there is none, as in the operator's tool. */
export function visitorAddress(): string | null {
  return visits.getStore()?.clientAddress ?? null;
}
