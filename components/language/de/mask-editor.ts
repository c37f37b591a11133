import type { Messages } from "#lib/language/translate.ts";

/** The mask editor, and ordering cut-outs. */
export const maskEditor: Messages = {
  "Close the editor": "Editor schließen",
  Redo: "Wiederholen",
  "Help and keys": "Hilfe und Tasten",
  "Start again from the service's cut-out": "Neu beginnen mit der automatischen Freistellung",
  "Forget saved corrections": "Gespeicherte Korrekturen verwerfen",
  "The correction was not saved": "Die Korrektur wurde nicht gespeichert",
  "Saved. Photos of this picture use it from now on.":
    "Gespeichert. Fotos dieses Bildes verwenden die Korrektur ab jetzt.",
  "The corrections are still there": "Die Korrekturen sind noch da",
  "Removed. Photos use the service's own cut-out again.":
    "Verworfen. Fotos verwenden wieder die automatische Freistellung.",
  "Arrow keys move the brush, Space or Enter paints. E erases, R restores, the question mark lists all keys.":
    "Die Pfeiltasten bewegen den Pinsel, Leertaste oder Eingabetaste malt. E radiert, R stellt wieder her, das Fragezeichen zeigt alle Tasten.",
  "The picture to paint on": "Das Bild, auf dem Sie malen",
  Brush: "Pinsel",
  Tool: "Werkzeug",
  Erase: "Radieren",
  Restore: "Zurückholen",
  "Removes the area under the middle of the brush.": "Entfernt, was unter der Mitte des Pinsels liegt.",
  "Restores the area under the middle of the brush.": "Holt zurück, was unter der Mitte des Pinsels liegt.",
  "{size, number} px": "{size, number} px",
  Hardness: "Härte",
  "{share, number} %": "{share, number} %",
  "Stop at edges": "An Kanten anhalten",
  "Strokes end where the picture has an edge. Without it, everything under the brush is painted.":
    "Striche enden, wo das Bild eine Kante hat. Sonst wird alles unter dem Pinsel bemalt.",
  "Show over": "Zeigen auf",
  Checkerboard: "Schachbrett",
  "The product's own color": "Farbe des Produkts",
  "The picture, red where it is cut away": "Das Bild, rot, wo es weggeschnitten ist",
  "Show the whole picture": "Ganzes Bild zeigen",

  "How to correct a cut-out": "So bessern Sie einen Freisteller nach",
  "Restore adds parts of the product up to its edge; Erase removes what does not belong to it. The area under the dot in the middle of the brush decides.":
    "Zurückholen bringt das Produkt bis an seine eigene Kante zurück; Radieren entfernt, was nicht dazugehört. Es zählt, was unter dem Punkt in der Mitte des Pinsels liegt.",
  "By hand": "Mit Maus oder Fingern",
  "By keyboard, with the picture focused": "Mit der Tastatur, wenn das Bild den Fokus hat",
  Drag: "Ziehen",
  Paint: "Malen",
  Wheel: "Mausrad",
  "Two fingers": "Zwei Finger",
  Space: "Leertaste",
  "Space and drag": "Leertaste und ziehen",
  "Move the picture": "Bild verschieben",
  "Move the brush, with Shift faster": "Pinsel bewegen, mit Umschalt schneller",
  "Paint; held down with arrows: draw a line": "Malen; gehalten mit Pfeiltasten: Linie ziehen",
  "Erase, restore, swap": "Radieren, zurückholen, wechseln",
  "Smaller or larger brush": "Pinsel kleiner oder größer",
  "Stop at edges, or not": "An Kanten anhalten oder nicht",
  "Next background": "Nächster Hintergrund",
  "Undo, redo": "Rückgängig, wiederholen",
  "Zoom in, out, whole picture, 100 %": "Vergrößern, verkleinern, ganzes Bild, 100 %",

  "Leave without saving?": "Ohne Speichern verlassen?",
  "What you painted since the last save would be lost.":
    "Was Sie seit dem letzten Speichern gemalt haben, geht verloren.",
  Leave: "Verlassen",
  "Continue correcting": "Weiter nachbessern",

  "Make the photos of this picture again?": "Die Fotos dieses Bildes neu erstellen?",
  "The correction is saved. Earlier photos stay as they are; the download of their order contains the new ones.":
    "Die Korrektur ist gespeichert. Fotos, die es schon gibt, bleiben, wie sie sind; der Download ihres Auftrags nimmt die neuen.",
  "Save and make {count, plural, one {# photo} other {# photos}} again":
    "Speichern und {count, plural, one {# Foto} other {# Fotos}} neu erstellen",
  "Make {count, plural, one {# photo} other {# photos}} again":
    "{count, plural, one {# Foto} other {# Fotos}} neu erstellen",

  "Getting the picture and its cut-out": "Bild und Freisteller werden geladen",
  "The picture could not be opened": "Das Bild ließ sich nicht öffnen",
  Back: "Zurück",

  "Cut out": "Freistellen",
  "Cut out {count}": "{count} freistellen",
  "Cut out {count, plural, one {this picture} other {# pictures}}?":
    "{count, plural, one {Dieses Bild} other {# Bilder}} freistellen?",
  "Calculating the price": "Der Preis wird ermittelt",
  "{count, plural, one {# picture} other {# pictures}}: {credits, plural, one {# credit} other {# credits}}.":
    "{count, plural, one {# Bild} other {# Bilder}}: {credits, plural, one {# Credit} other {# Credits}}.",
  "{free, plural, one {# is already there: free.} other {# are already there: free.}}":
    "{free, plural, one {# ist schon da: kostenlos.} other {# sind schon da: kostenlos.}}",
  "{open, plural, one {# is being made already and is left out.} other {# are being made already and are left out.}}":
    "{open, plural, one {# entsteht gerade und wird ausgelassen.} other {# entstehen gerade und werden ausgelassen.}}",
  "{count, plural, one {This cut-out is being made already.} other {These cut-outs are being made already.}}":
    "{count, plural, one {Dieser Freisteller entsteht gerade.} other {Diese Freisteller entstehen gerade.}}",
  "{count, plural, one {The cut-out is} other {The cut-outs are}} being made":
    "{count, plural, one {Der Freisteller entsteht} other {Die Freisteller entstehen}} gerade",
  "It is being made, also when this is closed: you find it in its order and under Photos.":
    "Er entsteht gerade, auch wenn Sie dies schließen: Sie finden ihn in seinem Auftrag und unter Fotos.",
  "The price has changed meanwhile. Nothing was charged.":
    "Der Preis hat sich inzwischen geändert. Es wurde nichts abgebucht.",
  "Show the order": "Auftrag zeigen",
  "Show the orders": "Aufträge zeigen",
  "These photos are being made already.": "Diese Fotos entstehen gerade.",
  "Only {left, plural, one {# credit is} other {# credits are}} left.":
    "Es {left, plural, one {ist nur noch # Credit} other {sind nur noch # Credits}} übrig.",
  free: "kostenlos",
  "The cut-out": "Der Freisteller",
  "The cut-out could not be made. Its credits were refunded.":
    "Der Freisteller ließ sich nicht erstellen. Die Credits sind zurück.",
  "The product without its background": "Das Produkt ohne Hintergrund",
  "More options": "Mehr Optionen",
  Format: "Format",
  "Colored background": "Farbiger Hintergrund",
  "Color of the background": "Farbe des Hintergrunds",
  "Crop to the product": "Auf das Produkt zuschneiden",
  "Margin around the product": "Rand um das Produkt",
  "No margin": "Ohne Rand",
  "{percent, number} % margin": "{percent, number} % Rand",
};
