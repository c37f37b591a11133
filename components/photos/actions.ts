import { toast } from "sonner";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { describeFault } from "../language/faults.ts";
import type { Language } from "../language/translate.ts";
import { refreshBalance } from "../shell/balance.tsx";

/** Calls the service for a click; says what it refused. Answers whether it worked. */
export async function tryAction(call: () => Promise<unknown>, language: Language): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const offline = language.t("There is no connection to the service.");
    const { message, fix } = describeFault(error, language, offline);
    toast.error(message, { description: fix });
    return false;
  } finally {
    void refreshBalance();
  }
}

/** Cancels what waits of an order; its credits come back. */
export function cancelOrder(id: string, language: Language): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/cancel", { params: { id } }), language);
}

/** Orders again what failed of an order. */
export function retryOrder(id: string, language: Language): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/retry", { params: { id } }), language);
}

/** Cancels one piece of work that waits. One that was begun meanwhile is made: nothing is to be said of that. */
export function cancelItem(id: string, language: Language): Promise<boolean> {
  return tryAction(
    () =>
      callApi("POST /api/v1/generations/{id}/cancel", { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiProblem && error.code === "not_cancelable")) throw error;
      }),
    language,
  );
}
