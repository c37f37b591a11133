import type { ReasonText } from "../../platform/reasons.ts";
import type { workReasons as english } from "../../platform/work-reasons.ts";

const modelsFailed = {
  message: "Kein Bildmodell konnte dieses Bild machen.",
  fix: "Die Credits wurden erstattet. Versuchen Sie es später noch einmal oder lassen Sie das Studio das Foto machen: Es braucht kein Modell.",
};
const notOffered = {
  message: "Das wird nicht mehr angeboten.",
  fix: "Die Credits wurden erstattet. Bestellen Sie es neu und wählen Sie etwas anderes.",
};
const notOnHost = "Der Bilderdienst hat dieses Bild nicht: Laden Sie es noch einmal hoch.";
const damaged = "Das Bild ist beschädigt oder unvollständig: Speichern Sie es neu als JPEG oder PNG.";
const tooManyPixels = "Das Bild hat zu viele Pixel: Möglich sind höchstens {most}.";
const tooMuchWork =
  "Das Bild ist zu aufwendig zu öffnen: Speichern Sie es als JPEG oder PNG und versuchen Sie es damit.";

/** German of the reasons about pictures and failed work. */
export const workReasons: Readonly<Record<keyof typeof english, ReasonText>> = {
  nothing_found:
    "Im Bild wurde kein Produkt gefunden: Nehmen Sie eines, in dem es sich vom Hintergrund abhebt.",
  mask_empty: "Der korrigierte Freisteller ist leer: Malen Sie darin das Produkt weiß.",
  mask_deleted: {
    message: "Den korrigierten Freisteller dieses Bildes gibt es nicht mehr.",
    fix: "Die Credits wurden erstattet. Korrigieren Sie den Freisteller noch einmal.",
  },
  model_refused: {
    message: "Das Bildmodell malt das nicht: Seine Inhaltsregeln erlauben es nicht.",
    fix: "Die Credits wurden erstattet. Ändern Sie die Beschreibung oder das Bild und lassen Sie Marken, Menschen und alles Anstößige weg, oder lassen Sie das Studio das Foto machen: Es braucht kein Modell.",
  },
  product_changed: {
    message: "Das Bildmodell hat das Produkt verändert.",
    fix: "Die Credits wurden erstattet. Wählen Sie die gemalte Szene, die die eigenen Pixel des Produkts behält, oder versuchen Sie es noch einmal.",
  },
  model_picture_unusable: modelsFailed,
  models_too_slow: modelsFailed,
  models_cannot_edit: modelsFailed,
  options_withdrawn: notOffered,
  mode_withdrawn: notOffered,
  work_canceled: {
    message: "Die Arbeit wurde abgebrochen.",
    fix: "Die Credits wurden erstattet. Bestellen Sie es neu, wenn Sie es noch wollen.",
  },
  picture_not_found: notOnHost,
  image_not_found: notOnHost,
  image_not_among_uploads: notOnHost,
  picture_format_unknown:
    "Die Datei ist kein Bild, das wir lesen können: Speichern Sie es als JPEG oder PNG.",
  picture_data_damaged: damaged,
  picture_damaged: damaged,
  picture_unreadable: damaged,
  picture_too_small: "Das Bild hat {width} × {height} Pixel: Nötig sind mindestens {least} × {least}.",
  picture_too_large: tooManyPixels,
  picture_size_too_large: tooManyPixels,
  heic_too_large: tooManyPixels,
  file_empty: "Die Datei ist leer: Wählen Sie sie noch einmal.",
  file_too_large: "Die Datei ist zu groß: Möglich sind höchstens {most}.",
  decoding_too_slow: tooMuchWork,
  decoding_too_large: tooMuchWork,
  memory_too_small:
    "Diese Installation hat zu wenig Arbeitsspeicher für Fotos in {resolution}. Bestellen Sie {largest}, oder bitten Sie den Betreiber um mindestens {needed} MB Arbeitsspeicher.",
};
