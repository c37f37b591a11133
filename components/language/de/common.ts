import type { Messages } from "../translate.ts";

/** Words of several areas. */
export const common: Messages = {
  Cancel: "Abbrechen",
  Close: "Schließen",
  Delete: "Löschen",
  Save: "Speichern",
};
