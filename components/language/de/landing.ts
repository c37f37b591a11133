import type { Messages } from "#lib/language/translate.ts";

/** The public pages: their frame, the landing page and the frame of the reference. */
export const landing: Messages = {
  "Start free": "Kostenlos beginnen",
  "Open source under AGPL-3.0": "Quelloffen unter AGPL-3.0",
  Terms: "AGB",
  Privacy: "Datenschutz",
  Contact: "Kontakt",

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
  Examples: "Beispiele",
  "The snapshot before, the photo in the scene {scene} after":
    "Vorher das Handybild, nachher das Foto in der Szene {scene}",
  "The product in the scene {scene}": "Das Produkt in der Szene {scene}",
  "Each photo was made by this service from the snapshot beside it. Nothing was retouched.":
    "Jedes Foto hat dieser Dienst aus dem Handybild daneben erstellt. Nichts wurde retuschiert.",

  "{count} scenes, real light and shadow": "{count} Szenen mit echtem Licht und Schatten",
  "Podiums, kitchens, stones in water, snow: your product is put into the scene, and its shadow falls on what is around it.":
    "Podeste, Küchen, Steine im Wasser, Schnee: Ihr Produkt kommt in die Szene, und sein Schatten fällt auf das, was darum liegt.",
  "Try this with yours": "Mit eigenem Bild ausprobieren",
  "Questions before you start": "Fragen vor dem Start",
  "Short answers to what buyers ask most.": "Kurze Antworten auf das, was Käufer am häufigsten fragen.",
  "Does my product look the way it does in reality?": "Sieht mein Produkt aus wie in Wirklichkeit?",
  "Yes. The studio keeps your product’s own pixels: it cuts the product out and adds set, light and shadow. Labels, colours and shapes stay as you photographed them.":
    "Ja. Das Studio behält die Pixel Ihres Produkts: Es stellt das Produkt frei und fügt Szene, Licht und Schatten hinzu. Etiketten, Farben und Formen bleiben, wie Sie sie fotografiert haben.",
  "What does a photo cost?": "Was kostet ein Foto?",
  "{photo, plural, one {One credit} other {# credits}} in the usual size, {cutout} for a cut-out with a transparent background. Previews are free, and a photo that fails is refunded at once.":
    "{photo, plural, one {Einen Credit} other {# Credits}} in der üblichen Größe, {cutout} für einen Freisteller mit transparentem Hintergrund. Vorschauen sind kostenlos, und ein Foto, das misslingt, wird sofort erstattet.",
  "Which pictures can I use?": "Welche Bilder kann ich verwenden?",
  "Any snapshot that shows the whole product, from your phone (HEIC too) or a camera, up to {size} MB. Even light and a bit of room around the product help.":
    "Jeden Schnappschuss, der das ganze Produkt zeigt, vom Handy (auch HEIC) oder aus der Kamera, bis {size} MB. Gleichmäßiges Licht und etwas Platz um das Produkt helfen.",
  "Will marketplaces accept the photos?": "Nehmen Marktplätze die Fotos an?",
  "Each photo can be checked against the published rules of marketplaces before you upload it: size, background, how much of the picture the product fills, and what must not be in it.":
    "Jedes Foto lässt sich vor dem Hochladen an den veröffentlichten Regeln der Marktplätze prüfen: Größe, Hintergrund, wie viel vom Bild das Produkt füllt und was nicht darin sein darf.",
  "Can I cancel?": "Kann ich kündigen?",
  "At any time: the plan then ends with the period that you have paid for. Your pictures and photos are deleted when you delete your account.":
    "Jederzeit: Der Tarif endet dann mit dem bezahlten Zeitraum. Ihre Bilder und Fotos werden gelöscht, wenn Sie Ihr Konto löschen.",

  "Try it without an account": "Ohne Konto ausprobieren",
  "One of our pictures or yours: a real photo from the same studio, with a watermark. {count, plural, one {One photo} other {# photos}} a day.":
    "Eines unserer Bilder oder Ihr eigenes: ein echtes Foto aus demselben Studio, mit Wasserzeichen. {count, plural, one {Ein Foto} other {# Fotos}} am Tag.",
  "1. A picture": "1. Ein Bild",
  "2. A scene": "2. Eine Szene",
  "Picture to try": "Bild zum Ausprobieren",
  "Scene to try": "Szene zum Ausprobieren",
  "Your picture": "Ihr Bild",
  "Use your own picture": "Eigenes Bild verwenden",
  "Make the photo": "Foto erstellen",
  "Making the photo …": "Foto wird erstellt …",
  "The service stores neither of them. The picture and the photo stay in this tab, in case you create an account.":
    "Der Dienst behält nichts davon. Bild und Foto bleiben in diesem Tab, für das Konto, das Sie vielleicht anlegen.",
  "{product} in the scene {scene}, with a watermark": "{product} in der Szene {scene}, mit Wasserzeichen",
  "This browser cannot show {file}. Its photo will appear here.":
    "Dieser Browser kann {file} nicht anzeigen. Das Foto daraus erscheint hier.",
  "An account begins with {count, number} free credits. {price} makes this photo without the watermark.":
    "Ein Konto beginnt mit {count, number} kostenlosen Credits. {price} genügt für dieses Foto ohne Wasserzeichen.",
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
  "Every error has a stable code and names the fix.":
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
