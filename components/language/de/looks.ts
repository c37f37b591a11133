import type { Messages } from "#lib/language/translate.ts";

/** Brand looks, their pages, and the check of photos for marketplaces. */
export const looks: Messages = {
  "“{name}” could not be deleted": "„{name}“ konnte nicht gelöscht werden",
  "“{name}” is deleted": "„{name}“ ist gelöscht",
  "“{name}” is kept": "„{name}“ ist gespeichert",
  "{measured} files are not accepted there": "{measured}-Dateien werden dort nicht angenommen",
  "{measured, number} pixels in all, at most {limit, number} are accepted":
    "{measured, number} Pixel insgesamt, höchstens {limit, number} werden angenommen",
  "{measured, number} pixels wide or high, at least {limit, number} are required":
    "{measured, number} Pixel breit oder hoch, mindestens {limit, number} sind gewünscht",
  "{measured, number} pixels wide or high, at most {limit, number} are accepted":
    "{measured, number} Pixel breit oder hoch, höchstens {limit, number} werden angenommen",
  "{name}, changed": "{name}, geändert",
  "{place} would refuse it": "{place} würde das Foto ablehnen",
  "A part of the product may be missing": "Ein Teil des Produkts könnte fehlen",
  "Check the marked area, and correct the cut-out if something is missing.":
    "Sehen Sie an der markierten Stelle nach, und korrigieren Sie den Freisteller, wenn etwas fehlt.",
  "A model painted this photo: check whether it added text, a logo or props":
    "Dieses Foto hat ein Modell gemalt: Sehen Sie nach, ob es Text, ein Logo oder Requisiten hinzugefügt hat",
  "Advice:": "Empfehlung:",
  "Amazon main image": "Amazon-Hauptbild",
  "Any style": "Beliebiger Stil",
  background: "Hintergrund",
  "Back to “{name}”": "Zurück zu „{name}“",
  "Brand look": "Marken-Look",
  "Brand looks": "Marken-Looks",
  "Choose a place": "Ort auswählen",
  "Choose the file format JPEG.": "Wählen Sie das Dateiformat JPEG.",
  "Choose the place under “Where will you use it?”.": "Wählen Sie den Ort unter „Wo verwenden Sie es?“.",
  crop: "Ausschnitt",
  eBay: "eBay",
  "Etsy listing": "Etsy-Angebot",
  "Pinterest pin": "Pinterest-Pin",
  Shopify: "Shopify",
  "How the photos of a brand are made, under a name: style, scene, light, background and size.":
    "Wie die Fotos einer Marke entstehen, unter einem Namen: Stil, Szene, Licht, Hintergrund und Größe.",
  "Instagram portrait": "Instagram hochkant",
  "Instagram square": "Instagram quadratisch",
  "It could not be checked. Try again.": "Das ließ sich nicht prüfen. Versuchen Sie es noch einmal.",
  "Keep settings under a name, and use them again":
    "Einstellungen unter einem Namen speichern und wieder verwenden",
  "Keep the changes in “{name}”": "Änderungen in „{name}“ speichern",
  layout: "Anordnung",
  light: "Licht",
  Looks: "Looks",
  "Make it in the style Amazon.": "Machen Sie es im Stil Amazon.",
  "Make it in the style Amazon, or make the product larger under “Adjust”.":
    "Machen Sie es im Stil Amazon, oder vergrößern Sie das Produkt unter „Anpassen“.",
  "Make one in the studio": "Im Studio anlegen",
  "Manage looks": "Looks verwalten",
  "More for “{name}”": "Mehr zu „{name}“",
  "No look": "Kein Look",
  "No looks yet": "Noch keine Looks",
  "Nothing that {place} would refuse": "Nichts, was {place} ablehnen würde",
  "own scene": "eigene Szene",
  "rendered scene": "gerenderte Szene",
  "Rename the look": "Look umbenennen",
  "Save as look": "Als Look speichern",
  "Set up a photo in the studio and choose “Save as look”: the next products look the same.":
    "Richten Sie im Studio ein Foto ein und wählen Sie „Als Look speichern“: Die nächsten Produkte sehen genauso aus.",
  shadow: "Schatten",
  "The background is not pure white": "Der Hintergrund ist nicht reinweiß",
  "The file has {measured, number} MB, at most {limit, number} MB are accepted":
    "Die Datei hat {measured, number} MB, höchstens {limit, number} MB werden angenommen",
  "The photo is too tall for this place": "Das Foto ist für diesen Ort zu hoch",
  "The photo is too wide for this place": "Das Foto ist für diesen Ort zu breit",
  "The product fills {measured, number, percent} of the frame, at least {limit, number, percent} is required":
    "Das Produkt füllt {measured, number, percent} des Bildes, mindestens {limit, number, percent} sind verlangt",
  "The studio itself adds nothing.": "Das Studio selbst fügt nichts hinzu.",
  "There is no connection. Try again.": "Es besteht keine Verbindung. Versuchen Sie es noch einmal.",
  "Use it": "Verwenden",
  "Warm oak": "Warme Eiche",
  "Would a marketplace accept it?": "Würde ein Marktplatz es annehmen?",
};
