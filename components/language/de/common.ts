import type { Messages } from "../translate.ts";

/** Words of several rooms. */
export const common: Messages = {
  Cancel: "Abbrechen",
  Close: "Schließen",
  Delete: "Löschen",
  Save: "Speichern",
};
