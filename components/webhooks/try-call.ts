import { toast } from "sonner";
import { ApiProblem } from "#lib/contract/client.ts";

/** Says why it did not work; true when it did. */
export async function tryCall(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    toast.error(error instanceof ApiProblem ? error.message : "There is no connection. Try again.");
    return false;
  }
}
