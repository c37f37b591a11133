import type { Messages } from "#lib/language/translate.ts";

/** Shared controls, and the errors of API calls. */
export const ui: Messages = {
  Copy: "Kopieren",
  Copied: "Kopiert",
  "Select and copy by hand": "Von Hand markieren und kopieren",
  Show: "Anzeigen",
  "Show password": "Passwort anzeigen",
  "Hide password": "Passwort verbergen",
  Notifications: "Meldungen",
};
