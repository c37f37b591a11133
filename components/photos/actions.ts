import { ApiProblem, callApi } from "#lib/contract/client.ts";
import type { Language } from "#lib/language/translate.ts";
import { refreshBalance } from "../shell/balance.tsx";
import { tryCall } from "../shell/faults.tsx";

/** Runs an API call for a click and shows errors as a toast. Resolves to whether it succeeded. */
export async function tryAction(call: () => Promise<unknown>, language: Language): Promise<boolean> {
  const succeeded = await tryCall(call, language, language.t("There is no connection to the service."));
  void refreshBalance();
  return succeeded;
}

interface Page<Entry> {
  data: readonly Entry[];
  next_cursor: string | null;
}

/** The entries of a list, read page by page until there are `enough`. Throws what `read` throws. */
export async function readAll<Entry>(
  read: (cursor: string | undefined) => Promise<Page<Entry>>,
  enough = Number.POSITIVE_INFINITY,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    entries.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && entries.length < enough);
  return entries;
}

/** Cancels the waiting items of an order and refunds them. */
export function cancelOrder(id: string, language: Language): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/cancel", { params: { id } }), language);
}

export function retryOrder(id: string, language: Language): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/retry", { params: { id } }), language);
}

/** Cancels one waiting item. An item that has started meanwhile is not an error. */
export function cancelItem(id: string, language: Language): Promise<boolean> {
  return tryAction(
    () =>
      callApi("POST /api/v1/generations/{id}/cancel", { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiProblem && error.code === "not_cancelable")) throw error;
      }),
    language,
  );
}
