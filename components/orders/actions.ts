import { toast } from "sonner";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { createLanguage, type Translate } from "../language/translate.ts";
import { refreshBalance } from "../shell/balance.tsx";

const english = createLanguage("en", {}).t;

/** Calls the service for a click; says what it refused. Answers whether it worked. */
export async function tryAction(call: () => Promise<unknown>, t: Translate = english): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const { message, fix } =
      error instanceof ApiProblem
        ? error
        : { message: t("There is no connection to the service."), fix: undefined };
    toast.error(message, { description: fix });
    return false;
  } finally {
    void refreshBalance();
  }
}

/** Cancels what waits of an order; its credits come back. */
export function cancelOrder(id: string, t?: Translate): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/cancel", { params: { id } }), t);
}

/** Orders again what failed of an order. */
export function retryOrder(id: string, t?: Translate): Promise<boolean> {
  return tryAction(() => callApi("POST /api/v1/batches/{id}/retry", { params: { id } }), t);
}

/** Cancels one piece of work that waits. One that was begun meanwhile is made: nothing is to be said of that. */
export function cancelItem(id: string): Promise<boolean> {
  return tryAction(() =>
    callApi("POST /api/v1/generations/{id}/cancel", { params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiProblem && error.code === "not_cancelable")) throw error;
    }),
  );
}
