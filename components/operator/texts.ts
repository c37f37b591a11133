import type { Translate } from "#lib/language/translate.ts";

/** The status of a plan, of work, of an attempt or of a component, as text. */
export function stateName(state: string, t: Translate): string {
  const names: Record<string, string> = {
    active: t("Active"),
    trialing: t("Trial"),
    past_due: t("Payment due"),
    canceled: t("Canceled"),
    queued: t("Waiting"),
    running: t("Being made"),
    succeeded: t("Done"),
    failed: t("Failed"),
    stopped: t("Stopped"),
    unknown: t("Never reported back"),
    ok: t("In order"),
    degraded: t("Degraded"),
    down: t("Down"),
    caller: t("by the order or its picture"),
    service: t("by the service"),
  };
  return names[state] ?? state;
}
