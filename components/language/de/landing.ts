import type { Messages } from "#lib/language/translate.ts";

/** The public pages: their frame, the landing page and the frame of the reference. */
export const landing: Messages = {
  "Start free": "Kostenlos beginnen",
  "Open source under AGPL-3.0": "Quelloffen unter AGPL-3.0",
  Terms: "AGB",
  Privacy: "Datenschutz",
  Contact: "Kontakt",
  Contents: "Inhalt",
  "Contents of the page": "Inhalt der Seite",

  "Turn a plain product picture into a studio photo, in the browser or by API.":
    "Machen Sie aus einem einfachen Produktbild ein Studiofoto, im Browser oder über die API.",
  "For everyone who sells online and has a phone, not a photo studio":
    "Für alle, die online verkaufen und ein Handy haben, aber kein Fotostudio",
  "A phone snapshot in.": "Handybild rein.",
  "A studio photo out.": "Studiofoto raus.",
  "Your product is cut out, relit and set into a rendered scene. It stays exactly as it is, label and all; only the room changes.":
    "Ihr Produkt wird freigestellt, neu beleuchtet und in eine gerenderte Szene gesetzt. Es bleibt genau, wie es ist, mitsamt Etikett; nur der Raum ändert sich.",
  "Make your first photo": "Erstes Foto erstellen",
  "Try without an account": "Ohne Konto ausprobieren",
  "Use the API": "API nutzen",
  "From {price} a photo, plans from {plan} a month": "Ab {price} je Foto, Tarife ab {plan} im Monat",
  "{credits} credits free for {days, plural, one {a day} other {# days}}, no card needed":
    "{credits} Credits gratis für {days, plural, one {einen Tag} other {# Tage}}, ohne Kreditkarte",
  "A photo that fails costs nothing": "Ein Foto, das misslingt, kostet nichts",
  Mug: "Becher",
  Camera: "Kamera",
  Candle: "Kerze",
  Examples: "Beispiele",
  "{product}: the snapshot before, the photo in the style {style} after":
    "{product}: vorher das Handybild, nachher das Foto im Stil {style}",
  "{product} in the style {style}": "{product} im Stil {style}",
  "Each photo was made by this service from the snapshot beside it. Nothing was retouched.":
    "Jedes Foto hat dieser Dienst aus dem Handybild daneben erstellt. Nichts wurde retuschiert.",

  "Try it without an account": "Ohne Konto ausprobieren",
  "One of our pictures or yours: a real photo from the same studio, with a watermark. {count, plural, one {One photo} other {# photos}} a day.":
    "Eines unserer Bilder oder Ihr eigenes: ein echtes Foto aus demselben Studio, mit Wasserzeichen. {count, plural, one {Ein Foto} other {# Fotos}} am Tag.",
  "1. A picture": "1. Ein Bild",
  "2. A style": "2. Ein Stil",
  "Picture to try": "Bild zum Ausprobieren",
  "Style to try": "Stil zum Ausprobieren",
  "Your picture": "Ihr Bild",
  "Use your own picture": "Eigenes Bild verwenden",
  "Make the photo": "Foto erstellen",
  "Making the photo …": "Foto wird erstellt …",
  "Nothing is kept: picture and photo are forgotten once the photo is here.":
    "Nichts wird aufbewahrt: Bild und Foto sind vergessen, sobald das Foto da ist.",
  "{product} in the style {style}, with a watermark": "{product} im Stil {style}, mit Wasserzeichen",
  "With an account it comes without the watermark, up to 4096 pixels wide.":
    "Mit einem Konto kommt es ohne Wasserzeichen und bis zu 4096 Pixel breit.",
  "Get it without the watermark": "Ohne Wasserzeichen erhalten",
  "No product could be found in this picture, or it cannot be read. Try another one.":
    "In diesem Bild wurde kein Produkt gefunden, oder es lässt sich nicht lesen. Versuchen Sie es mit einem anderen.",
  "These were today's free photos for your network. An account begins with free credits.":
    "Das waren die heutigen Gratisfotos für Ihr Netz. Ein Konto beginnt mit kostenlosen Credits.",
  "The studio is busy with orders right now. Please try again in a minute.":
    "Das Studio ist gerade mit Aufträgen beschäftigt. Bitte versuchen Sie es in einer Minute noch einmal.",
  "The connection was lost. Please try again.":
    "Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.",
  "Make an account": "Konto anlegen",
  "Stoneware mug": "Steinzeugbecher",
  "Hand lotion, pump bottle": "Handlotion, Pumpflasche",
  "Moka pot": "Espressokocher",
  "Eau de parfum, 50 ml": "Eau de Parfum, 50 ml",
  "Knitted beanie with pompom": "Strickmütze mit Bommel",
  "Architect's desk lamp": "Schreibtischleuchte",
  "Scented candle in a white jar": "Duftkerze im weißen Glas",
  "Compact camera": "Kompaktkamera",

  "One mug, four rooms": "Ein Becher, vier Räume",
  "Choose a style, or describe the scene: colours, surfaces, light. {count, plural, one {One credit} other {# credits}} for a photo.":
    "Wählen Sie einen Stil, oder beschreiben Sie die Szene: Farben, Oberflächen, Licht. {count, plural, one {Ein Credit} other {# Credits}} je Foto.",

  "One call from your shop's backend": "Ein Aufruf aus dem Backend Ihres Shops",
  "Everything the studio does is in a REST API with a machine-readable description.":
    "Alles, was das Studio kann, steht in einer REST-API mit maschinenlesbarer Beschreibung.",
  "Exact charges": "Genaue Abrechnung",
  "A photo costs {costs} credits. Failed work is refunded automatically.":
    "Ein Foto kostet {costs} Credits. Misslungene Arbeit wird von selbst erstattet.",
  "Safe retries": "Sicheres Wiederholen",
  "Send an Idempotency-Key: the same request is never made or charged twice.":
    "Senden Sie einen Idempotency-Key: Dieselbe Anfrage wird nie doppelt ausgeführt oder berechnet.",
  "Errors with the fix": "Fehler mit Lösung",
  "Every error has a stable code, and says what to do about it.":
    "Jeder Fehler hat einen festen Code und sagt, was zu tun ist.",
  "Copy the call": "Aufruf kopieren",
  "Read the API reference": "API-Referenz lesen",

  "Pay for photos, not for seats": "Zahlen Sie für Fotos, nicht für Plätze",
  "{credits} in {size}": "{credits} in {size}",
  "A photo costs {count, plural, one {# credit} other {# credits}} in {size}, {larger}. A cut-out costs {cutout}. Failed work costs nothing.":
    "Ein Foto kostet {count, plural, one {# Credit} other {# Credits}} in {size}, {larger}. Ein Freisteller kostet {cutout}. Misslungenes kostet nichts.",
  "every month": "jeden Monat",
  "{price} a photo in {size}": "{price} je Foto in {size}",
  "{count, plural, one {# photo} other {# photos}} in {size}":
    "{count, plural, one {# Foto} other {# Fotos}} in {size}",
  "Studio, gallery and API": "Studio, Galerie und API",
  "Choose {plan}": "{plan} wählen",
  "Top-ups": "Aufladungen",
  "On top of a plan. They never expire.": "Zusätzlich zum Tarif. Sie verfallen nie.",
  "for {price}": "für {price}",
};
