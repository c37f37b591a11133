"use client";

import { toast } from "sonner";
import type { Language } from "#lib/language/translate.ts";
import { describeFault } from "../language/faults.ts";

/**
 * Runs a call and shows errors as a toast; `offline` is the text for a lost connection. Resolves to true on success.
 */
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
