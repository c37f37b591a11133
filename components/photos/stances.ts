import type { Stance } from "#lib/contract/photos/stances.ts";
import type { Translate } from "#lib/language/translate.ts";

/** The display name of a stance. */
export function stanceName(stance: Stance, t: Translate): string {
  const names: Record<Stance, string> = {
    stand: t("Standing"),
    lie: t("Lying"),
    hang: t("Hanging"),
    float: t("Floating"),
  };
  return names[stance];
}
