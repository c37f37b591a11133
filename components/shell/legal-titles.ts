import type { LegalPage } from "#lib/legal/index.ts";
import type { Translate } from "../language/translate.ts";

/** What the operator's pages are called. */
export function legalTitles(t: Translate): Record<LegalPage, string> {
  return { terms: t("Terms"), privacy: t("Privacy"), contact: t("Contact") };
}
