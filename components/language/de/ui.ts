import type { Messages } from "../translate.ts";

/** Shared controls, and the errors of API calls. */
export const ui: Messages = {
  Copy: "Kopieren",
  Copied: "Kopiert",
  "Select and copy by hand": "Von Hand markieren und kopieren",
  Show: "Anzeigen",
  "Show password": "Passwort anzeigen",
  "Hide password": "Passwort verbergen",
  Notifications: "Meldungen",

  "You are signed out.": "Sie sind abgemeldet.",
  "Sign in again, then repeat this.": "Melden Sie sich wieder an und wiederholen Sie es dann.",
  "Your credits do not cover this. Nothing was charged.":
    "Ihre Credits reichen dafür nicht. Es wurde nichts berechnet.",
  "Buy a top-up or move to a larger plan, then try again.":
    "Kaufen Sie Credits nach oder nehmen Sie einen größeren Tarif und versuchen Sie es dann noch einmal.",
  "This needs an active plan.": "Dafür braucht es einen aktiven Tarif.",
  "Start or renew a subscription, then try again.":
    "Wählen oder erneuern Sie einen Tarif und versuchen Sie es dann noch einmal.",
  "Too many requests in a minute.": "Zu viele Anfragen in einer Minute.",
  "Wait a moment, then try again.": "Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
  "Something went wrong on our side.": "Bei uns ist etwas schiefgegangen.",
  "Try again in a moment.": "Versuchen Sie es gleich noch einmal.",
  "The picture could not be made.": "Das Bild ließ sich nicht machen.",
  "The credits were refunded. Try again, or use another picture.":
    "Die Credits wurden erstattet. Versuchen Sie es noch einmal oder nehmen Sie ein anderes Bild.",
  "The studio is busy. Nothing was charged.": "Das Studio ist ausgelastet. Es wurde nichts berechnet.",
  "This is being done already.": "Das ist schon in Arbeit.",
  "The work has begun or ended, so it cannot be canceled.":
    "Die Arbeit hat begonnen oder ist beendet und lässt sich nicht mehr abbrechen.",
  "Let the work finish, then delete its result if you do not want it.":
    "Warten Sie, bis sie fertig ist, und löschen Sie dann das Ergebnis, wenn Sie es nicht wollen.",
  "This is no longer there.": "Das gibt es nicht mehr.",
  "Load the page anew.": "Laden Sie die Seite neu.",
};
