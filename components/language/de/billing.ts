import { receipts } from "#lib/language/de/receipts.ts";
import type { Messages } from "#lib/language/translate.ts";

/** The billing pages. */
export const billing: Messages = {
  ...receipts,
  Billing: "Zahlung",
  "Your plan, your credits, and what you paid.": "Ihr Tarif, Ihre Credits und was Sie bezahlt haben.",
  "Billing sandbox": "Abrechnung zum Ausprobieren",
  "Nothing here costs real money: payments go to a sandbox inside this installation, with its own test cards. Stripe takes its place once it is set up.":
    "Hier kostet nichts echtes Geld: Zahlungen gehen an eine Übungskasse in dieser Installation, mit eigenen Testkarten. Sobald Stripe eingerichtet ist, tritt es an ihre Stelle.",
  "Manage payment": "Zahlung verwalten",
  "Pay or change the card": "Bezahlen oder Karte ändern",
  "Plans are managed by the operator": "Tarife verwaltet der Betreiber",
  "This installation sells nothing online. Its operator can change your plan or add credits.":
    "Diese Installation verkauft nichts online. Ihr Betreiber kann Ihrem Konto einen anderen Tarif geben oder Credits gutschreiben.",
  Receipts: "Belege",
  Receipt: "Beleg",
  "Thank you": "Vielen Dank",
  "Your plan and credits are up to date. A bank payment counts once it arrives.":
    "Ihr Tarif und Ihre Credits sind auf dem neuesten Stand. Eine Banküberweisung zählt, sobald sie eintrifft.",
  "Your larger plan has started, and its credits were added.":
    "Ihr größerer Tarif hat begonnen, und seine Credits sind da.",
  "Your plan continues unchanged.": "Ihr Tarif läuft weiter wie bisher.",
  "You left the checkout": "Sie haben die Kasse verlassen",
  "Nothing was paid.": "Es wurde nichts bezahlt.",
  "One moment": "Einen Moment",
  "The payment provider has not confirmed yet. Your plan and credits change here as soon as it has.":
    "Der Zahlungsdienst hat noch nicht bestätigt. Sobald er es tut, ändern sich hier Tarif und Credits.",
  "Your card was declined, so nothing changed and nothing was charged. Give another card under “Manage payment”, then try again.":
    "Ihre Karte wurde abgelehnt. Es hat sich nichts geändert, und es wurde nichts abgebucht. Geben Sie unter „Zahlung verwalten“ eine andere Karte an und versuchen Sie es noch einmal.",

  Plan: "Tarif",
  None: "Keiner",
  Active: "Aktiv",
  Trial: "Testphase",
  "Payment due": "Zahlung offen",
  "No plan": "Kein Tarif",
  "{price} a month.": "{price} im Monat.",
  "Choose a plan to make photos.": "Wählen Sie einen Tarif, um Fotos zu machen.",
  "The last payment failed: update the payment method to continue.":
    "Die letzte Zahlung ist nicht durchgegangen: Holen Sie sie nach, und es geht weiter, wo Sie waren.",
  "Your trial ends on {date}.": "Ihre Testphase endet am {date}.",
  "Set up by the operator of this service.": "Vom Betreiber dieses Dienstes eingerichtet.",
  "Ends on {date}.": "Endet am {date}.",
  "Changes to {plan} on {date}.": "Wechselt am {date} zu {plan}.",
  "Renews on {date}.": "Verlängert sich am {date}.",
  "Monthly credits left": "Verbleibende Monats-Credits",
  "of {limit, number}": "von {limit, number}",
  "Top-up credits": "Aufgeladene Credits",
  "Used after the monthly ones; they never expire.":
    "Werden nach den monatlichen verbraucht und verfallen nie.",

  "Your plan changes to {plan} on {date}": "Ihr Tarif wechselt am {date} zu {plan}",
  "Your {plan} plan ends on {date}": "Ihr Tarif {plan} endet am {date}",
  "Keep {plan}": "{plan} behalten",
  "Until then everything stays as it is. From that day on it is {price} a month for {credits, number} credits.":
    "Bis dahin bleibt alles, wie es ist. Ab diesem Tag sind es {price} im Monat für {credits, number} Credits.",
  "Until then everything stays as it is. After that, nothing more is charged; your photos{topup, plural, =0 {} other { and # top-up credits}} stay yours.":
    "Bis dahin bleibt alles, wie es ist. Danach wird nichts mehr abgebucht; Ihre Fotos{topup, plural, =0 {} one { und # aufgeladener Credit} other { und # aufgeladene Credits}} bleiben Ihnen.",
  "{amount} is due": "{amount} sind offen",
  "Pay now": "Jetzt bezahlen",
  "Your credits are kept, and new photos wait until it is paid.":
    "Ihre Credits bleiben erhalten, und neue Fotos warten, bis bezahlt ist.",
  "Your card is tried again on {date}; with another card it continues at once.":
    "Ihre Karte wird am {date} noch einmal belastet; mit einer anderen Karte geht es sofort weiter.",

  "Change plan": "Tarif wechseln",
  Yours: "Ihrer",
  "{monthlyCredits, number} credits every month": "{monthlyCredits, number} Credits jeden Monat",
  "{cents} ¢ a photo in {resolution}": "{cents} ¢ je Foto in {resolution}",
  "Your plan": "Ihr Tarif",
  "Upgrade to {name}": "Auf {name} erweitern",
  "Choose {name}": "{name} wählen",
  "Switch to {name}": "Zu {name} wechseln",
  "Top up": "Aufladen",
  "Bought once, on top of a plan. They never expire.":
    "Einmal gekauft, zusätzlich zum Tarif. Sie verfallen nie.",
  Buy: "Kaufen",

  "The payment provider does not answer at the moment. Your receipts appear when it does.":
    "Der Zahlungsdienst antwortet gerade nicht. Ihre Belege sind da, sobald er es wieder tut.",
  "Nothing paid yet.": "Noch nichts bezahlt.",
  Date: "Datum",
  "What for": "Wofür",
  Amount: "Betrag",
  State: "Stand",
  "Subscription creation": "Abo begonnen",
  "Subscription update": "Abo verlängert oder geändert",
  "Top-up": "Aufladung",
  "Partly refunded": "Teilweise erstattet",
  Refunded: "Erstattet",
  "Under way": "Unterwegs",

  Upgrade: "Tarif erweitern",
  Today: "Heute",
  "The difference for the rest of this period, until {date}":
    "Der Unterschied für den Rest dieses Zeitraums, bis {date}",
  "On {date}": "Am {date}",
  "Then every month, until you change or cancel": "Danach jeden Monat, bis Sie wechseln oder kündigen",
  Credits: "Credits",
  "{credits, number} every month from then on": "Danach {credits, number} jeden Monat",
  "+{credits, number} now": "+{credits, number} sofort",
  "From {from} to {to}. Nothing is charged before you confirm.":
    "Von {from} zu {to}. Es wird nichts abgebucht, bevor Sie bestätigen.",
  "What you pay": "Was Sie bezahlen",
  "Pay {amount} and upgrade": "{amount} bezahlen und erweitern",

  "Print or save as PDF": "Drucken oder als PDF sichern",
  Card: "Karte",
  Customer: "Kunde",
  "Refunded since": "Seitdem erstattet",
  "Your order needs {credits} more": "Ihrem Auftrag fehlen {credits}",
  "{name} plan": "Tarif {name}",
  "{credits} every month, {price} a month": "{credits} jeden Monat, {price} im Monat",
  "{price}, bought once. They never expire.": "{price}, einmalig. Sie verfallen nie.",
  "You come back to your order after the payment.": "Nach der Zahlung sind Sie wieder bei Ihrem Auftrag.",
  "Buy {credits}": "{credits} kaufen",
};
