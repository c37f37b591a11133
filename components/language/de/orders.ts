import type { Messages } from "#lib/language/translate.ts";

/** Orders, in the list, on their own pages and in the studio. */
export const orders: Messages = {
  Order: "Auftrag",
  "Orders from the studio, and batches from the API.":
    "Was zusammen bestellt wurde, im Studio und als Stapel über die API.",
  "No orders yet": "Noch keine Aufträge",
  "Everything you make in the studio is an order: it continues when you leave, and can be downloaded as one file.":
    "Alles, was Sie im Studio machen, ist ein Auftrag: Er läuft weiter, wenn Sie gehen, und lässt sich als eine Datei laden.",
  "Older orders": "Ältere Aufträge",
  "Nothing here": "Hier ist nichts",
  "No photo of this order has this status.": "Kein Foto dieses Auftrags hat diesen Stand.",
  "Order of {count, plural, one {# photo} other {# photos}}":
    "Auftrag über {count, plural, one {# Foto} other {# Fotos}}",
  All: "Alle",
  "Partly done": "Teilweise fertig",

  "{ended} of {total}": "{ended} von {total}",
  "{count} done": "{count} fertig",
  "{count} failed": "{count} fehlgeschlagen",
  "{count} canceled": "{count} abgebrochen",
  ", {count} refunded": ", {count} erstattet",
  "almost done": "gleich fertig",
  "about {seconds} s left": "noch etwa {seconds} s",
  "about {minutes} min left": "noch etwa {minutes} min",
  "about {hours} h left": "noch etwa {hours} h",
  "paused: it continues automatically when the studio is back":
    "pausiert: Es geht von selbst weiter, sobald das Studio wieder läuft",
  "Progress of the order": "Fortschritt des Auftrags",
  "Its credits were refunded.": "Die Credits wurden erstattet.",
  "Its batch skipped it, and nothing was charged.":
    "Die Bestellung hat es ausgelassen, und es wurde nichts berechnet.",
  "The image could not be made.": "Das Bild konnte nicht gemacht werden.",

  "Waiting photos were canceled and refunded": "Wartende Fotos wurden abgebrochen und erstattet",
  "Cancel {count} waiting": "{count} wartende abbrechen",
  "{count, plural, one {# photo} other {# photos}} ordered again":
    "{count, plural, one {# Foto} other {# Fotos}} noch einmal bestellt",
  "Try {count} again": "{count} noch einmal versuchen",
  "Download all": "Alle herunterladen",
  "Another style": "Anderer Stil",

  "Check {count, plural, one {this one} other {these #}}":
    "{count, plural, one {Dieses Foto} other {Diese # Fotos}} prüfen",
  "Nothing looks wrong": "Nichts sieht falsch aus",
  "Keep the other {count}": "Die anderen {count} behalten",
  "Keep all {count}": "Alle {count} behalten",
  "Download approved": "Behaltene herunterladen",
  "Make again": "Neu machen",
  "Made again": "Neu gemacht",
  Keep: "Behalten",
  Fix: "Verbessern",
  "The product is": "Das Produkt ist",
};
