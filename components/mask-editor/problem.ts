import { ApiProblem } from "#lib/contract/client.ts";
import type { Translate } from "../language/translate.ts";

/** Why something did not work, in a person's words. */
export function problemText(error: unknown, t: Translate): string {
  if (error instanceof ApiProblem) return [error.message, error.fix].filter(Boolean).join(" ");
  return t("There is no connection to the service.");
}
