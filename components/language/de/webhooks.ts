import type { Messages } from "#lib/language/translate.ts";

/** Webhook endpoints and deliveries. */
export const webhooks: Messages = {
  "Your URLs that receive events, so that your backend does not have to poll.":
    "Ihre Adressen, die erfahren, was hier geschieht, damit niemand nachfragen muss.",
  "How to verify": "So prüfen Sie Aufrufe",
  "Webhook endpoint": "Webhook-Endpunkt",
  "Nothing is sent to this endpoint": "An diesen Endpunkt wird nichts gesendet",
  "Waiting deliveries are sent when you enable it.":
    "Was darauf wartet, geht hinaus, wenn Sie ihn einschalten.",
  "This endpoint is failing": "Dieser Endpunkt nimmt nichts an",
  "No delivery succeeded since": "Nichts angenommen seit",
  "Check its responses, then send the deliveries again.":
    "Sehen Sie nach, was er geantwortet hat, und senden Sie es noch einmal.",
  "Add endpoint": "Endpunkt hinzufügen",
  "The endpoint is created": "Der Endpunkt ist angelegt",
  "Add an endpoint": "Endpunkt hinzufügen",
  "Your URL that receives the events of this account.":
    "Eine Ihrer Adressen, die erfährt, was in diesem Konto geschieht.",
  "I have copied it": "Ich habe es kopiert",
  "Every delivery is signed with this secret. Copy it now: it is not shown again.":
    "Alles, was gesendet wird, ist mit diesem Geheimnis signiert. Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt.",
  "Not sent yet.": "Noch nicht gesendet.",
  Answers: "Antworten",
  "No answer": "Keine Antwort",
  "no answer": "keine Antwort",
  "Copy: {what}": "Kopieren: {what}",
  Deliveries: "Zustellungen",
  "Nothing sent yet": "Noch nichts gesendet",
  "Send a test to see how an event arrives.": "Senden Sie einen Test, um zu sehen, wie ein Ereignis ankommt.",
  "No delivery of the last 30 days has this status.":
    "Keine Zustellung der letzten 30 Tage hat diesen Stand.",
  "Deliveries to show": "Gezeigte Zustellungen",
  "{count, plural, one {# attempt} other {# attempts}}":
    "{count, plural, one {# Versuch} other {# Versuche}}",
  "next attempt": "nächster Versuch",
  "held until the endpoint is enabled": "wartet, bis der Endpunkt eingeschaltet ist",
  "held until the endpoint answers a test with 2xx":
    "wartet, bis der Endpunkt einen Test mit 2xx beantwortet",
  Held: "Zurückgehalten",
  "Waiting for its first 2xx": "Wartet auf die erste 2xx-Antwort",
  "This endpoint is waiting for its first 2xx": "Dieser Endpunkt wartet auf seine erste 2xx-Antwort",
  "Until it answers a signed test with 2xx, it receives only tests; then the held events are sent. Add its secret to your backend and send a test. Up to {count} events are held, for {hours} hours.":
    "Er bekommt nur signierte Tests, bis er einen mit 2xx beantwortet; dann werden die zurückgehaltenen Ereignisse gesendet. Tragen Sie sein Geheimnis in Ihrem Backend ein und senden Sie einen Test. Bis zu {count} Ereignisse werden {hours} Stunden lang zurückgehalten.",
  "A test is sent immediately. Events follow after the endpoint answers it with a 2xx.":
    "Ein Test wird sofort gesendet. Ereignisse folgen, sobald er mit 2xx beantwortet wurde.",
  Request: "Anfrage",
  Enable: "Einschalten",
  "Send a test": "Test senden",
  Pause: "Anhalten",
  "New secret": "Neues Geheimnis",
  "Rotate the secret?": "Neues Geheimnis erstellen?",
  "Deliveries are signed with it immediately. For {hours} hours they are also signed with the current secret, so that you can deploy the new one without rejected deliveries.":
    "Es signiert sofort. {hours} Stunden lang signiert auch das bisherige Geheimnis, damit nichts abgewiesen wird, während Sie das neue eintragen.",
  "Rotate the secret": "Neues Geheimnis erstellen",
  "Delete this endpoint?": "Diesen Endpunkt löschen?",
  "All deliveries stop. Past deliveries remain readable through the API for {days} days. This cannot be undone.":
    "An ihn wird nichts mehr gesendet. Seine Zustellungen bleiben {days} Tage lang über die API lesbar. Das lässt sich nicht rückgängig machen.",
  "Delete endpoint": "Endpunkt löschen",
  "The new secret": "Das neue Geheimnis",
  "Replace the old one with it within a day. Copy it now: it is not shown again.":
    "Setzen Sie es innerhalb eines Tages an die Stelle des alten. Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt.",
  Edit: "Bearbeiten",
  "Edit the endpoint": "Endpunkt bearbeiten",
  Address: "Adresse",
  Description: "Beschreibung",
  "Shop backend": "Shop-Backend",
  Events: "Ereignisse",
  "Every event": "Jedes Ereignis",
  "every event": "jedes Ereignis",
  "Including types that are added later.": "Auch Arten, die später hinzukommen.",
  "No endpoints yet": "Noch keine Endpunkte",
  "Enter a URL of your backend: it receives an event when a photo is done, a batch is complete or credits run low.":
    "Nennen Sie eine Adresse Ihres Backends: Sie erfährt, wenn ein Foto fertig ist, ein Stapel vollständig ist oder Credits knapp werden.",
  "Send again": "Noch einmal senden",
  "Copy secret": "Geheimnis kopieren",
  Paused: "Angehalten",
  Failing: "Gestört",
  Enabled: "Eingeschaltet",
  Received: "Angenommen",
  Retrying: "Neuer Versuch",
  "It was paused because your account was secured. Check that the address is yours, rotate the secret, then enable it.":
    "Er wurde angehalten, weil Ihr Konto abgesichert wurde. Prüfen Sie, ob die Adresse Ihnen gehört, erneuern Sie das Geheimnis und schalten Sie ihn dann ein.",
  "You paused it. Events during the pause are not sent automatically later.":
    "Sie haben ihn angehalten. Ereignisse aus dieser Zeit werden später nicht von selbst gesendet.",
  "It answered 410 Gone, so deliveries were stopped.":
    "Er hat mit 410 geantwortet: Er will nichts mehr bekommen.",
  "It received nothing for days. See what it answered below.":
    "Er hat tagelang nichts angenommen. Unten sehen Sie, was er geantwortet hat.",
  "A photo or cut-out succeeded.": "Ein Foto oder Freisteller ist fertig.",
  "A photo or cut-out failed; its credits were refunded.":
    "Ein Foto oder Freisteller ließ sich nicht machen; die Credits wurden erstattet.",
  "A photo or cut-out was canceled before it started; its credits were refunded.":
    "Ein Foto oder Freisteller wurde abgebrochen, bevor er begonnen war; die Credits wurden erstattet.",
  "Every item of a batch has succeeded, failed or been canceled.":
    "Jeder Posten eines Stapels ist fertig, fehlgeschlagen oder abgebrochen.",
  "The balance fell below 10 % of the plan's monthly credits; sent once per billing period.":
    "Das Guthaben ist unter 10 % der monatlichen Credits des Tarifs gefallen; einmal je Abrechnungszeitraum.",
  "An API key reached its monthly limit, or tried to exceed it; sent once per calendar month (UTC).":
    "Ein API-Schlüssel hat sein Monatslimit ausgegeben oder wollte mehr ausgeben; einmal je Kalendermonat (UTC).",
  "The plan, status or limit of the account changed.":
    "Tarif, Status oder Grenze des Kontos hat sich geändert.",
};
