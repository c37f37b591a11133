import { AsyncLocalStorage } from "node:async_hooks";

const visitors = new AsyncLocalStorage<string>();

/** Runs the answer to a request from `clientAddress`; deep below, `visitorAddress` knows it. */
export function asVisitor<T>(clientAddress: string, run: () => Promise<T>): Promise<T> {
  return visitors.run(clientAddress, run);
}

/** The client address of the request being answered; null where there is none, as in the operator's tool. */
export function visitorAddress(): string | null {
  return visitors.getStore() ?? null;
}
