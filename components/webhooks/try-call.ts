import { toast } from "sonner";
import { describeFault } from "../language/faults.ts";
import type { Language } from "../language/translate.ts";

/** Says why it did not work; true when it did. */
export async function tryCall(run: () => Promise<unknown>, language: Language): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const { message, fix } = describeFault(error, language);
    toast.error(message, { description: fix });
    return false;
  }
}
