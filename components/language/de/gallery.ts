import type { Messages } from "#lib/language/translate.ts";

/** The gallery, its details, and the zoom and compare windows. */
export const gallery: Messages = {
  "Every photo and cut-out of this account, from the studio and from the API.":
    "Alle Fotos und Freisteller dieses Kontos, aus dem Studio und über die API.",
  "Nothing matches": "Nichts gefunden",
  "Show everything": "Alles zeigen",
  "No photo or cut-out matches your search.": "Kein Foto und kein Freisteller passt zu Ihrer Suche.",
  "No photos yet": "Noch keine Fotos",
  "What you make in the studio or through the API is kept here, with what it cost and how it was made.":
    "Was Sie im Studio oder über die API machen, bleibt hier aufbewahrt – mit den Kosten und wie es entstanden ist.",

  Kind: "Art",
  Photos: "Fotos",
  "Cut-outs": "Freisteller",
  "Photos and cut-outs": "Fotos und Freisteller",
  "Every style": "Alle Stile",
  Status: "Stand",
  "Being made": "In Arbeit",
  Canceled: "Abgebrochen",
  "Every status": "Jeder Stand",
  "Search names and prompts": "Namen und Beschreibungen durchsuchen",
  Search: "Suchen",
  Clear: "Zurücksetzen",
  "Only {product}": "Nur {product}",
  "this product": "dieses Produkt",
  Newest: "Neueste",
  "By product": "Nach Produkt",

  "Cut-out": "Freisteller",
  Mask: "Maske",
  "Details of {what}": "Details zu {what}",
  "Details of {what}, {status, select, failed {failed} canceled {canceled} queued {queued} other {running}}":
    "Details zu {what}, {status, select, failed {fehlgeschlagen} canceled {abgebrochen} queued {wartet} other {in Arbeit}}",
  "Choose {what}": "{what} auswählen",
  "Failed and refunded": "Fehlgeschlagen und erstattet",
  "Canceled and refunded": "Abgebrochen und erstattet",
  Waiting: "Wartet",
  "Without a name": "Ohne Namen",
  "Choose all of {product}": "Alles von {product} auswählen",
  "Show all {count}": "Alle {count} zeigen",
  "Show all {count} of {product}": "Alle {count} von {product} zeigen",
  "The next photos could not be loaded.": "Die nächsten Fotos konnten nicht geladen werden.",
  "Show more": "Mehr zeigen",

  Chosen: "Ausgewählt",
  "{count} chosen": "{count} ausgewählt",
  "the most at once": "mehr geht nicht auf einmal",
  "Choose all": "Alle auswählen",
  "The newest {count} are chosen": "Die neuesten {count} sind ausgewählt",
  "You cannot choose more at a time.": "Mehr lassen sich nicht auf einmal auswählen.",
  "Another format": "Anderes Format",
  "All pictures as": "Alle Bilder als",
  Compare: "Vergleichen",
  "Choose two to four pictures to compare them": "Wählen Sie zwei bis vier Bilder aus, um sie zu vergleichen",
  "Compare {count, plural, one {# picture} other {# pictures}}":
    "{count, plural, one {# Bild} other {# Bilder}} vergleichen",
  "Run again": "Noch einmal",
  "Opens the studio with these pictures and their settings":
    "Öffnet das Studio mit diesen Bildern und ihren Einstellungen",
  "Choose none": "Auswahl aufheben",
  "Delete these {count}?": "Diese {count} löschen?",
  "Delete {count}": "{count} löschen",
  "The pictures are deleted from the image host as well, so shops that show them by URL lose them. Their cost stays in your usage.":
    "Die Bilder verschwinden auch vom Bilderdienst: Shops, die sie über ihre Adresse zeigen, verlieren sie. Was sie gekostet haben, bleibt in Ihrem Verbrauch.",
  "{count, plural, one {Deleted} other {Deleted #}}": "{count, plural, one {Gelöscht} other {# gelöscht}}",
  "After 10 seconds, the pictures are deleted from the image host as well.":
    "Nach 10 Sekunden verschwinden die Bilder auch vom Bilderdienst.",
  "Undo delete": "Löschen rückgängig machen",
  "Nothing was deleted.": "Es wurde nichts gelöscht.",

  Newer: "Neuer",
  Older: "Älter",
  "The result": "Das Ergebnis",
  "This was canceled, and its credits were refunded.": "Das wurde abgebrochen, die Credits wurden erstattet.",
  "Waiting for its turn": "Wartet, bis es an der Reihe ist",
  "Open in full size": "In voller Größe öffnen",
  Download: "Herunterladen",
  "Preparing the download": "Der Download wird vorbereitet",
  Downloaded: "Heruntergeladen",
  "The image host did not answer. Try again.":
    "Der Bilderdienst hat nicht geantwortet. Versuchen Sie es noch einmal.",

  "Not set": "Nicht angegeben",
  SKU: "Artikelnummer",
  "Pictures with one SKU are shown as one product.":
    "Bilder mit derselben Artikelnummer stehen als ein Produkt zusammen.",

  Type: "Art",
  Prompt: "Beschreibung",
  "Shape and size": "Format und Größe",
  Variant: "Variante",
  Default: "Standard",
  "Variant {seed}": "Variante {seed}",
  "How it was made": "Wie es entstanden ist",
  "The product in it": "Das Produkt darin",
  "Worth knowing": "Gut zu wissen",
  "The product is smaller in its picture than in the photo, and may look soft.":
    "Das Produkt ist auf seinem Bild kleiner als auf dem Foto und kann unscharf wirken.",
  "A hand seems to be in the picture. Correct the cut-out if it does not belong in the photo.":
    "Auf dem Bild scheint eine Hand zu sein. Korrigieren Sie den Freisteller, wenn sie nicht bleiben soll.",
  "A part of the product may be missing. Check the photo, and correct the cut-out if it is.":
    "Ein Teil des Produkts könnte fehlen. Sehen Sie nach, und korrigieren Sie gegebenenfalls den Freisteller.",
  "The picture does not show clearly whether the product stands, lies, hangs or floats. If it is wrong, choose it under “Adjust”.":
    "Das Bild zeigt nicht klar, ob das Produkt steht, liegt, hängt oder schwebt. Wählen Sie es unter „Anpassen“, wenn es nicht stimmt.",
  "The product is cut off by the edge of its picture.":
    "Das Produkt ist vom Rand seines Bildes abgeschnitten.",
  "Background {color}": "Hintergrund {color}",
  "Own picture as background": "Eigenes Bild als Hintergrund",
  "Placed by hand": "Von Hand platziert",
  "Light set by hand": "Licht von Hand gesetzt",
  "Shadow {percent} %": "Schatten {percent} %",
  "Reflection {percent} %": "Spiegelung {percent} %",
  "Trimmed to the product": "Auf das Produkt zugeschnitten",
  "Corrected cut-out": "Korrigierter Freisteller",
  Cost: "Kosten",
  "Nothing, refunded": "Nichts, erstattet",
  "Nothing, reused": "Nichts, schon vorhanden",
  Created: "Erstellt",
  ", took {seconds} s": ", in {seconds} s",
  By: "Von",
  Dashboard: "Oberfläche",
  "Key “{name}”": "Schlüssel „{name}“",
  "Source picture": "Ausgangsbild",
  Open: "Öffnen",
  Id: "Kennung",

  Fit: "Ganz",
  "{name}, zoom with + and −, move with the arrow keys":
    "{name}, zoomen mit + und −, verschieben mit den Pfeiltasten",
};
