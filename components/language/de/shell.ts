import type { Messages } from "#lib/language/translate.ts";

/** The frame of every page. */
export const shell: Messages = {
  "About your account": "Zu Ihrem Konto",
  "Send the link again": "Link noch einmal senden",
  "Your trial starts when you click the link that we mailed to {email}.":
    "Ihr Testzeitraum beginnt mit einem Klick auf den Link, den wir an {email} geschickt haben.",
  "There is no trial for this account": "Für dieses Konto gibt es keinen Testzeitraum",
  "This mailbox had its trial with another account. Choose a plan to make photos.":
    "Mit diesem Postfach wurde schon ein anderes Konto getestet. Wählen Sie einen Tarif, um Fotos zu erstellen.",
  "Several trials began from your network today. Choose a plan to make photos, or ask the operator.":
    "Aus Ihrem Netz haben heute schon mehrere Testzeiträume begonnen. Wählen Sie einen Tarif, um Fotos zu erstellen, oder fragen Sie den Betreiber.",
  "Your photos stay yours. Choose a plan to make new ones.":
    "Ihre Fotos bleiben Ihre. Wählen Sie einen Tarif, um neue zu erstellen.",
  "Your trial has ended": "Ihr Testzeitraum ist zu Ende",
  "You have no active plan": "Sie haben keinen aktiven Tarif",
  "Your last payment did not go through": "Ihre letzte Zahlung ist fehlgeschlagen",
  "New photos wait until it does.": "Neue Fotos warten, bis sie gelingt.",
  "Update the payment method": "Zahlungsmethode aktualisieren",
  "Your trial ends within a day": "Ihr Testzeitraum endet innerhalb eines Tages",
  "Your trial ends in {days} days": "Ihr Testzeitraum endet in {days} Tagen",
  "Choose a plan to keep making photos after it.":
    "Wählen Sie einen Tarif, um danach weiter Fotos zu erstellen.",
  "See plans": "Tarife ansehen",

  "Skip to content": "Zum Inhalt springen",
  Main: "Hauptmenü",
  Developers: "Entwickler",
  "Plan and credits": "Tarif und Credits",
  Site: "Seiten",
  "API keys": "API-Schlüssel",
  Webhooks: "Webhooks",
  Usage: "Verbrauch",
  API: "API",
  Language: "Sprache",
  Theme: "Farben",
  "As the system": "Wie das System",
  "Light theme": "Hell",
  "Dark theme": "Dunkel",
  "Your account": "Ihr Konto",
  "Account and sessions": "Konto und Sitzungen",
  "Sign out": "Abmelden",
  "{monthly, number} of this period, {topup, number} topped up":
    "{monthly, number} aus diesem Zeitraum, {topup, number} nachgekauft",
  "{count, plural, one {credit} other {credits}}": "{count, plural, one {Credit} other {Credits}}",

  "That did not work": "Das hat nicht geklappt",
  "Front page": "Startseite",
  "Not found": "Nicht gefunden",
  "There is nothing here": "Hier ist nichts",
  "The address may be mistyped, or the page has moved.":
    "Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen.",
  "This page could not be shown": "Diese Seite konnte nicht angezeigt werden",
  "The database does not answer at the moment. Nothing was charged: try again in a few seconds.":
    "Die Datenbank antwortet gerade nicht. Es wurde nichts berechnet: Versuchen Sie es in ein paar Sekunden noch einmal.",
  "The fault is on our side, and nothing was charged for it.":
    "Der Fehler liegt bei uns, und es wurde nichts dafür berechnet.",
  "If this keeps happening, report this number: {digest}":
    "Nennen Sie uns diese Nummer, wenn er bleibt: {digest}",
};
