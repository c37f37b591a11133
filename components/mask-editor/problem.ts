import { describeFault } from "../language/faults.ts";
import type { Language } from "../language/translate.ts";

/** Why something did not work, in a person's words. */
export function problemText(error: unknown, language: Language): string {
  const offline = language.t("There is no connection to the service.");
  const { message, fix } = describeFault(error, language, offline);
  return [message, fix].filter(Boolean).join(" ");
}
