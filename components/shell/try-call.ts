import { toast } from "sonner";
import type { Language } from "#lib/language/translate.ts";
import { describeFault } from "../language/faults.ts";

/** Shows a failure as a toast, with `offline` as its text when the service cannot be reached. True on success. */
export async function tryCall(
  run: () => Promise<unknown>,
  language: Language,
  offline?: string,
): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const { message, fix } = describeFault(error, language, offline);
    toast.error(message, { description: fix });
    return false;
  }
}
