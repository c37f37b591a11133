import type { Messages } from "#lib/language/translate.ts";

/** The pages of the billing sandbox. */
export const stripeSandbox: Messages = {
  "No card is charged and no real money moves.": "Keine Karte wird belastet, und es fließt kein echtes Geld.",
  "This page cannot be shown": "Diese Seite lässt sich nicht zeigen",
  "Return to the service": "Zurück zum Dienst",
  "Not available": "Nicht verfügbar",
  "It is complete or has expired: open it again from the billing page.":
    "Sie ist abgeschlossen oder abgelaufen: Öffnen Sie sie noch einmal unter „Zahlung“.",

  Checkout: "Kasse",
  "{plan} plan": "Tarif {plan}",
  "Top-up: {credits, number} credits": "Aufladung: {credits, number} Credits",
  "Subscribe to {item}": "{item} abonnieren",
  "Pay for {item}": "{item} bezahlen",
  "Your card was declined. Try another card.":
    "Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen.",
  "How should the payment go?": "Wie soll die Zahlung ausgehen?",
  "Pay with a good card (4242)": "Mit einer guten Karte bezahlen (4242)",
  "Pay with a card that is declined (0341)": "Mit einer Karte bezahlen, die abgelehnt wird (0341)",
  "Leave without paying": "Gehen, ohne zu bezahlen",

  "Your subscription": "Ihr Abo",
  "The plan was changed, and the difference was paid.":
    "Der Tarif wurde gewechselt und der Unterschied bezahlt.",
  "The plan changes at the next renewal.": "Der Tarif wechselt mit der nächsten Verlängerung.",
  "The card was declined: the plan stays as it was.":
    "Die Karte wurde abgelehnt: Der Tarif bleibt, wie er war.",
  "The subscription ends with the current period.": "Das Abo endet mit dem laufenden Zeitraum.",
  "The subscription continues.": "Das Abo läuft weiter.",
  "The card was changed.": "Die Karte wurde gewechselt.",
  "The clock was advanced.": "Die Uhr wurde vorgestellt.",
  "Use a good card (4242)": "Gute Karte verwenden (4242)",
  "Use a card that fails (0341)": "Karte verwenden, die abgelehnt wird (0341)",
  "No card yet.": "Noch keine Karte.",
  "Visa ending in {digits}": "Visa mit den Endziffern {digits}",
  Payments: "Zahlungen",
  "Change to {plan}?": "Wechseln: {plan}?",
  "{price} a month. A larger plan starts now, a smaller one at the renewal.":
    "{price} im Monat. Ein größerer Tarif beginnt sofort, ein kleinerer mit der Verlängerung.",
  "Confirm the change to {plan}": "Wechsel bestätigen: {plan}",
  "There is no running subscription.": "Es läuft kein Abo.",
  Ends: "Endet",
  Renews: "Verlängert sich",
  Price: "Preis",
  "{price} a month": "{price} im Monat",
  "Changes to {plan} at the renewal.": "Mit der Verlängerung: {plan}.",
  "Keep the subscription": "Abo behalten",
  "Cancel the subscription": "Abo kündigen",
  "Test clock": "Testuhr",
  "For this customer it is {day}.": "Für diesen Kunden ist der {day}.",
  "Advance to {day}": "Vorstellen auf den {day}",
  active: "aktiv",
  "past due": "Zahlung offen",
  paid: "bezahlt",
  refunded: "erstattet",
};
