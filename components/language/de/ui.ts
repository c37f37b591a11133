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

  "No product was found in the picture: use one where it stands out from its background.":
    "Im Bild wurde kein Produkt gefunden: Nehmen Sie eines, in dem es sich vom Hintergrund abhebt.",
  "The corrected cut-out is empty: it shows no product.":
    "Der korrigierte Freisteller ist leer: Er zeigt kein Produkt.",
  "The corrected cut-out of this picture is not there any more.":
    "Den korrigierten Freisteller dieses Bildes gibt es nicht mehr.",
  "The image model refused to paint this: its content rules do not allow it.":
    "Das Bildmodell malt das nicht: Seine Inhaltsregeln erlauben es nicht.",
  "The credits were refunded. Change the prompt or the picture, leaving out brands, people and anything that may offend, or let the studio make it, which needs no model.":
    "Die Credits wurden erstattet. Ändern Sie die Beschreibung oder das Bild und lassen Sie Marken, Menschen und alles Anstößige weg, oder lassen Sie das Studio das Foto machen: Es braucht kein Modell.",
  "The image model changed the product.": "Das Bildmodell hat das Produkt verändert.",
  "The credits were refunded. Choose the painted scene, which keeps the product's own pixels, or try again.":
    "Die Credits wurden erstattet. Wählen Sie die gemalte Szene, die die eigenen Pixel des Produkts behält, oder versuchen Sie es noch einmal.",
  "No image model could make this picture.": "Kein Bildmodell konnte dieses Bild machen.",
  "The credits were refunded. Try again later, or let the studio make it, which needs no model.":
    "Die Credits wurden erstattet. Versuchen Sie es später noch einmal oder lassen Sie das Studio das Foto machen: Es braucht kein Modell.",
  "No picture can be made at the moment.": "Im Moment kann kein Bild gemacht werden.",
  "Nothing was charged. Try again in a minute.":
    "Es wurde nichts berechnet. Versuchen Sie es in einer Minute noch einmal.",
  "This is not on offer any more.": "Das wird nicht mehr angeboten.",
  "The image host does not have this picture.": "Der Bilderdienst hat dieses Bild nicht.",
  "The picture is damaged or incomplete.": "Das Bild ist beschädigt oder unvollständig.",
  "The picture has {width} × {height} pixels: it needs at least {least} × {least}.":
    "Das Bild hat {width} × {height} Pixel: Nötig sind mindestens {least} × {least}.",
  "The picture has too many pixels.": "Das Bild hat zu viele Pixel.",
  "The picture is too much work to open: save it as JPEG or PNG, and try that.":
    "Das Bild ist zu aufwendig zu öffnen: Speichern Sie es als JPEG oder PNG und versuchen Sie es damit.",
  "Your photos and their notes take all of the storage of your plan. Delete photos that you no longer need, or move to a larger plan.":
    "Ihre Fotos und deren Notizen belegen den gesamten Speicher Ihres Tarifs. Löschen Sie Fotos, die Sie nicht mehr brauchen, oder wechseln Sie in einen größeren Tarif.",
  "You have ordered as much as your plan allows in an hour.":
    "Sie haben so viel bestellt, wie Ihr Tarif in einer Stunde erlaubt.",
  "Nothing was charged. Wait a while, or move to a larger plan.":
    "Es wurde nichts berechnet. Warten Sie eine Weile, oder wechseln Sie in einen größeren Tarif.",
  "Your uploads may take {storage} MB in {files} files, and that is used up. Delete results that you no longer need, or move to a larger plan.":
    "Ihre Bilder dürfen {storage} MB in {files} Dateien belegen, und das ist aufgebraucht. Löschen Sie Ergebnisse, die Sie nicht mehr brauchen, oder nehmen Sie einen größeren Tarif.",
  "All previews of today are used up.": "Die Vorschauen von heute sind aufgebraucht.",
  "Order without one, or go on tomorrow.": "Bestellen Sie ohne Vorschau oder machen Sie morgen weiter.",
  "An account has at most {count} looks: delete one first.":
    "Ein Konto hat höchstens {count} Looks: Löschen Sie zuerst einen.",
  "This look is not shared any more.": "Dieser Look wird nicht mehr geteilt.",
  "An account has at most {count} webhook endpoints: delete one first.":
    "Ein Konto hat höchstens {count} Webhook-Endpunkte: Löschen Sie zuerst einen.",
};
