import type { ErrorCode } from "../../platform/errors.ts";

const signedOut = {
  message: "Sie sind abgemeldet.",
  fix: "Melden Sie sich wieder an und wiederholen Sie es dann.",
};
const serviceFault = {
  message: "Bei uns ist etwas schiefgegangen.",
  fix: "Versuchen Sie es gleich noch einmal.",
};
const waitAMoment = "Warten Sie einen Moment und versuchen Sie es dann noch einmal.";

/** Texts for pages if an error has no reason. Null: only the error's own message names the fault. */
export const codes: Readonly<Record<ErrorCode | "unknown", { message: string; fix: string } | null>> = {
  invalid_params: null,
  missing_api_key: signedOut,
  invalid_api_key: signedOut,
  insufficient_credits: {
    message: "Ihre Credits reichen dafür nicht. Es wurde nichts berechnet.",
    fix: "Kaufen Sie Credits nach oder nehmen Sie einen größeren Tarif und versuchen Sie es dann noch einmal.",
  },
  key_budget_exceeded: {
    message:
      "Dieser Schlüssel hat ausgegeben, was er in diesem Monat ausgeben darf. Es wurde nichts berechnet.",
    fix: "Erhöhen Sie sein Monatslimit auf der Seite API-Schlüssel.",
  },
  missing_scope: {
    message: "Dieser Schlüssel darf das nicht.",
    fix: "Geben Sie ihm auf der Seite API-Schlüssel die Berechtigung dafür.",
  },
  no_active_subscription: {
    message: "Dafür braucht es einen aktiven Tarif.",
    fix: "Wählen oder erneuern Sie einen Tarif und versuchen Sie es dann noch einmal.",
  },
  not_found: { message: "Das gibt es nicht mehr.", fix: "Laden Sie die Seite neu." },
  method_not_allowed: null,
  idempotency_in_progress: { message: "Das ist schon in Arbeit.", fix: waitAMoment },
  endpoint_paused: {
    message: "Der Webhook-Endpunkt pausiert: Es wird nichts an ihn gesendet.",
    fix: "Schalten Sie ihn ein und versuchen Sie es dann noch einmal.",
  },
  not_cancelable: {
    message: "Die Arbeit hat begonnen oder ist beendet und lässt sich nicht mehr abbrechen.",
    fix: "Warten Sie, bis sie fertig ist, und löschen Sie dann das Ergebnis, wenn Sie es nicht wollen.",
  },
  idempotency_mismatch: null,
  rate_limited: { message: "Zu viele Anfragen in einer Minute.", fix: waitAMoment },
  internal_error: serviceFault,
  generation_failed: {
    message: "Das Bild ließ sich nicht machen.",
    fix: "Die Credits wurden erstattet. Versuchen Sie es noch einmal oder nehmen Sie ein anderes Bild.",
  },
  overloaded: { message: "Das Studio ist ausgelastet. Es wurde nichts berechnet.", fix: waitAMoment },
  // A response that did not come from the service.
  unknown: serviceFault,
};
