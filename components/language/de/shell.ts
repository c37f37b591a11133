import type { Messages } from "../translate.ts";

/** What stands around every page. */
export const shell: Messages = {
  "About your account": "Zu Ihrem Konto",
  "Confirm your address": "Bestätigen Sie Ihre Adresse",
  "Send the link again": "Link noch einmal senden",
  "Your trial begins with a click on the link that we mailed to {email}.":
    "Ihr Testzeitraum beginnt mit einem Klick auf den Link, den wir an {email} geschickt haben.",
  "A new link is on its way. It is good for a day.": "Ein neuer Link ist unterwegs. Er gilt einen Tag lang.",
  "Choose a plan": "Tarif wählen",
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
  "Mend the payment": "Zahlung in Ordnung bringen",
  "Your trial ends within a day": "Ihr Testzeitraum endet innerhalb eines Tages",
  "Your trial ends in {days} days": "Ihr Testzeitraum endet in {days} Tagen",
  "Choose a plan to keep making photos after it.":
    "Wählen Sie einen Tarif, um danach weiter Fotos zu erstellen.",
  "See plans": "Tarife ansehen",
};
