import type { Messages } from "#lib/language/translate.ts";

/** Adding pictures to the studio, and orders that wait there. */
export const studioIntake: Messages = {
  "The studio needs JavaScript. Without it, photos can be made through the API.":
    "Das Studio braucht JavaScript. Ohne JavaScript lassen sich Fotos über die API erstellen.",

  "Drop a picture of your product": "Ziehen Sie ein Bild Ihres Produkts hierher",
  "A phone snapshot is enough. Paste works too, and so do many at once.":
    "Ein Handyfoto genügt. Einfügen geht auch, ebenso viele Bilder auf einmal.",
  "Choose pictures": "Bilder auswählen",
  "{formats}, up to {size} and {pixels, number} megapixels":
    "{formats}, bis {size} und {pixels, number} Megapixel",
  "No picture at hand? Start with one of ours": "Kein Bild zur Hand? Beginnen Sie mit einem von uns",
  "Start with the sample: {title}": "Mit dem Beispiel beginnen: {title}",
  "Drop to add": "Loslassen zum Hinzufügen",

  Pictures: "Bilder",
  "{chosen} of {count} chosen": "{chosen} von {count} ausgewählt",
  Samples: "Beispiele",
  "Sample pictures": "Beispielbilder",
  "Add pictures": "Bilder hinzufügen",
  "Show {name}": "{name} anzeigen",
  "Make photos of {name}": "Fotos von {name} erstellen",
  "Stop uploading {name}": "Hochladen von {name} abbrechen",
  "Remove {name}": "{name} entfernen",

  "The file is empty.": "Die Datei ist leer.",
  "Not a picture we can read. Use {formats}.": "Kein Bild, das wir lesen können. Möglich sind {formats}.",
  "{size} is too large; up to {limit} are accepted.": "{size} sind zu groß; möglich sind bis zu {limit}.",
  "You are signed out. Sign in again, then retry.":
    "Sie sind abgemeldet. Melden Sie sich wieder an und versuchen Sie es dann erneut.",
  "Uploading needs an active plan.": "Zum Hochladen brauchen Sie einen aktiven Tarif.",
  "Stopped.": "Abgebrochen.",
  "The connection was lost.": "Die Verbindung ist abgebrochen.",
  "The service is busy.": "Der Dienst ist ausgelastet.",
  "The image host answered {status}.": "Der Bilderdienst hat mit {status} geantwortet.",
  "The picture cannot be read: {reason}": "Das Bild lässt sich nicht lesen: {reason}",
  "{count, plural, one {# file is not a picture} other {# files are not pictures}}":
    "{count, plural, one {# Datei ist kein Bild} other {# Dateien sind keine Bilder}}",
  "{count, plural, one {# is not a picture} other {# are not pictures}}":
    "{count, plural, one {# ist kein Bild} other {# sind keine Bilder}}",
  "{count, plural, one {# file is too large} other {# files are too large}}":
    "{count, plural, one {# Datei ist zu groß} other {# Dateien sind zu groß}}",
  "{count, plural, one {# is too large} other {# are too large}}":
    "{count, plural, one {# ist zu groß} other {# sind zu groß}}",
  "{width} × {height} pixels are too few; at least {least} × {least} are needed.":
    "{width} × {height} Pixel sind zu wenig; mindestens {least} × {least} sind nötig.",
  "{count, plural, one {# file is too small} other {# files are too small}}":
    "{count, plural, one {# Datei ist zu klein} other {# Dateien sind zu klein}}",
  "{count, plural, one {# is too small} other {# are too small}}":
    "{count, plural, one {# ist zu klein} other {# sind zu klein}}",
  "{count, plural, one {# file cannot be read} other {# files cannot be read}}":
    "{count, plural, one {# Datei lässt sich nicht lesen} other {# Dateien lassen sich nicht lesen}}",
  "{count, plural, one {# cannot be read} other {# cannot be read}}":
    "{count, plural, one {# lässt sich nicht lesen} other {# lassen sich nicht lesen}}",
  "{count, plural, one {# file was not sent} other {# files were not sent}}":
    "{count, plural, one {# Datei wurde nicht gesendet} other {# Dateien wurden nicht gesendet}}",
  "{count, plural, one {# was not sent} other {# were not sent}}":
    "{count, plural, one {# wurde nicht gesendet} other {# wurden nicht gesendet}}",
  "Missing pictures": "Fehlende Bilder",
  "The connection was lost. {count, plural, one {# upload continues} other {# uploads continue}} automatically once it is back.":
    "Die Verbindung ist abgebrochen. {count, plural, one {# Bild wird} other {# Bilder werden}} von selbst weiter hochgeladen, sobald sie wieder da ist.",
  Retry: "Erneut versuchen",
  "Which?": "Welche?",
  Hide: "Ausblenden",
  Dismiss: "Verwerfen",
  "Dismiss {name}": "{name} verwerfen",

  "{name} has {width} × {height} pixels and will look soft at {resolution}.":
    "{name} hat {width} × {height} Pixel und wirkt in {resolution} unscharf.",
  "{count} pictures are small and will look soft at {resolution}; the smallest has {width} × {height} pixels.":
    "{count} Bilder sind klein und wirken in {resolution} unscharf; das kleinste hat {width} × {height} Pixel.",

  "Your order": "Ihr Auftrag",
  Discard: "Verwerfen",
  "{photos, plural, one {The photo you asked for waits here} other {The # photos you asked for wait here}}. Nothing was charged, nothing is lost.":
    "{photos, plural, one {Ihr Foto wartet hier} other {Ihre # Fotos warten hier}}. Es wurde nichts berechnet, und nichts ist verloren.",
  "It continues automatically when you are signed in.":
    "Es geht von selbst weiter, wenn Sie angemeldet sind.",
  "It continues automatically when there are enough credits.":
    "Es geht von selbst weiter, wenn genug Credits da sind.",
  "It continues automatically when your plan is active.":
    "Es geht von selbst weiter, wenn Ihr Tarif aktiv ist.",
  "You are signed out": "Sie sind abgemeldet",
  "Your credits are not enough for this": "Ihre Credits reichen dafür nicht",
  "Your credits ran out": "Ihre Credits sind aufgebraucht",
  "Making photos needs an active plan": "Für Fotos brauchen Sie einen aktiven Tarif",
  "Nothing is lost: trying again finds the order, and it is charged once.":
    "Nichts ist verloren: Ein neuer Versuch findet den Auftrag wieder, und er wird nur einmal berechnet.",
  "Connection lost. Retrying…": "Verbindung verloren. Neuer Versuch …",
  "The order is still being processed…": "Der Auftrag wird noch bearbeitet …",
  "The service is busy. Retrying…": "Der Dienst ist ausgelastet. Neuer Versuch …",
  "You are signed in again. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.":
    "Sie sind wieder angemeldet. {photos, plural, one {Ihr Foto wird} other {Ihre # Fotos werden}} jetzt erstellt.",
  "Your credits are here. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.":
    "Ihre Credits sind da. {photos, plural, one {Ihr Foto wird} other {Ihre # Fotos werden}} jetzt erstellt.",
  "Your plan is active. {photos, plural, one {The photo you asked for is} other {The # photos you asked for are}} being made.":
    "Ihr Tarif ist aktiv. {photos, plural, one {Ihr Foto wird} other {Ihre # Fotos werden}} jetzt erstellt.",
};
