import type { apiReasons as english, ReasonKey } from "../../platform/reasons.ts";
import { formReasons } from "./form-reasons.ts";

type ReasonText = string | { message: string; fix: string };

const modelsFailed = {
  message: "Kein Bildmodell konnte dieses Bild machen.",
  fix: "Die Credits wurden erstattet. Versuchen Sie es später noch einmal oder lassen Sie das Studio das Foto machen: Es braucht kein Modell.",
};
const notOffered = "Das wird nicht mehr angeboten.";
const notOnHost = "Der Bilderdienst hat dieses Bild nicht.";
const damaged = "Das Bild ist beschädigt oder unvollständig.";
const tooManyPixels = "Das Bild hat zu viele Pixel: Möglich sind höchstens {most}.";
const tooMuchWork =
  "Das Bild ist zu aufwendig zu öffnen: Speichern Sie es als JPEG oder PNG und versuchen Sie es damit.";

/** For people at a page. */
export const apiReasons: Readonly<Record<keyof typeof english, ReasonText>> = {
  nothing_found:
    "Im Bild wurde kein Produkt gefunden: Nehmen Sie eines, in dem es sich vom Hintergrund abhebt.",
  mask_empty: "Der korrigierte Freisteller ist leer: Er zeigt kein Produkt.",
  mask_deleted: "Den korrigierten Freisteller dieses Bildes gibt es nicht mehr.",
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
  no_worker: {
    message: "Im Moment kann kein Bild gemacht werden.",
    fix: "Es wurde nichts berechnet. Versuchen Sie es in einer Minute noch einmal.",
  },
  options_withdrawn: notOffered,
  mode_withdrawn: notOffered,
  picture_not_found: notOnHost,
  image_not_found: notOnHost,
  image_not_among_uploads: notOnHost,
  picture_format_unknown: "Die Datei ist kein Bild, das wir lesen können.",
  picture_data_damaged: damaged,
  picture_damaged: damaged,
  picture_unreadable: damaged,
  picture_too_small: "Das Bild hat {width} × {height} Pixel: Nötig sind mindestens {least} × {least}.",
  picture_too_large: tooManyPixels,
  picture_size_too_large: tooManyPixels,
  heic_too_large: tooManyPixels,
  file_empty: "Die Datei ist leer.",
  file_too_large: "Die Datei ist zu groß: Möglich sind höchstens {most}.",
  decoding_too_slow: tooMuchWork,
  loading_too_slow: tooMuchWork,
  decoding_too_large: tooMuchWork,
  storage_used_up:
    "Ihre Fotos und deren Notizen belegen den gesamten Speicher Ihres Tarifs. Löschen Sie Fotos, die Sie nicht mehr brauchen, oder wechseln Sie in einen größeren Tarif.",
  uploads_used_up:
    "Ihre Bilder dürfen {storage} MB in {files} Dateien belegen, und das ist aufgebraucht. Löschen Sie Ergebnisse, die Sie nicht mehr brauchen, oder nehmen Sie einen größeren Tarif.",
  no_such_key: {
    message: "Diesen API-Schlüssel gibt es nicht.",
    fix: "Suchen Sie ihn in der Liste der Schlüssel.",
  },
  scope_not_granted: {
    message: "Dieser Schlüssel hat die Berechtigung {scope} nicht und kann sie nicht vergeben.",
    fix: "Nehmen Sie einen Schlüssel, der sie hat, oder lassen Sie sie weg.",
  },
  key_outlives_grantor: "Ein Schlüssel, der abläuft, macht nur Schlüssel, die nicht später ablaufen.",
  key_outspends_grantor:
    "Dieser Schlüssel darf {most} Credits im Monat ausgeben und kann nicht mehr vergeben.",
  key_out_of_reach:
    "Dieser Schlüssel lässt sich mit Ihrem nicht ändern: Er läuft später ab oder wurde nicht mit ihm gemacht.",
  test_key_makes_test_keys: "Ein Schlüssel des Testmodus macht nur Schlüssel des Testmodus.",
  time_is_past: "Das muss in der Zukunft liegen.",
  test_without_credits: {
    message: "Dieses Testbild steht für ein Guthaben, das nicht ausreicht.",
    fix: "Nehmen Sie ein anderes Testbild.",
  },
  test_work_used_up: {
    message: "Die Testschlüssel dieses Kontos haben bestellt, was sie an einem Tag bestellen dürfen.",
    fix: "Warten Sie eine Weile, oder nehmen Sie einen Live-Schlüssel.",
  },
  key_budget_used_up: {
    message: "Das kostet mehr, als dieser Schlüssel in diesem Monat noch ausgeben darf.",
    fix: "Es wurde nichts berechnet. Erhöhen Sie sein Monatslimit auf der Seite API-Schlüssel.",
  },
  hourly_work_used_up: {
    message: "Sie haben so viel bestellt, wie Ihr Tarif in einer Stunde erlaubt.",
    fix: "Es wurde nichts berechnet. Warten Sie eine Weile, oder wechseln Sie in einen größeren Tarif.",
  },
  review_unfinished: "Nur ein fertiges Ergebnis kann beurteilt werden.",
  remake_not_found: "Ein fertiges Foto mit dieser Kennung haben Sie nicht.",
  remake_of_other_picture:
    "Das Foto wurde aus einem anderen Bild gemacht: Neu gemacht wird es nur aus demselben Bild.",
  previews_used_up: {
    message: "Die Vorschauen von heute sind aufgebraucht.",
    fix: "Bestellen Sie ohne Vorschau oder machen Sie morgen weiter.",
  },
  too_many_looks: "Ein Konto hat höchstens {count} Looks: Löschen Sie zuerst einen.",
  look_not_shared: "Dieser Look wird nicht mehr geteilt.",
  too_many_webhook_endpoints: "Ein Konto hat höchstens {count} Webhook-Endpunkte: Löschen Sie zuerst einen.",
  too_many_replayed:
    "mehr als {count} Ereignisse würden auf diesen Endpunkt warten: Nennen Sie einen späteren Zeitpunkt oder weniger Arten, oder warten Sie, bis einige gesendet sind",
  picture_host_refused: {
    message: "die Adresse ist nicht erreichbar: Sie hat die Verbindung abgelehnt",
    fix: "Prüfen Sie, ob der Server des Bildes läuft und diesen Dienst zulässt, oder laden Sie das Bild zuerst hoch.",
  },
  picture_host_unresolved: {
    message: "die Adresse ist nicht erreichbar: Ihr Hostname ließ sich gerade nicht auflösen",
    fix: "Prüfen Sie den Hostnamen des Bildes, und versuchen Sie es in einer Minute noch einmal, oder laden Sie das Bild zuerst hoch.",
  },
  picture_host_busy: {
    message: "Zu viele Bilder konnten von diesem Host nicht geladen werden.",
    fix: "Prüfen Sie die Adressen Ihrer Bilder, und versuchen Sie es in einer Minute noch einmal.",
  },
  webhook_host_busy: {
    message: "An diesen Host dürfen gerade keine weiteren Webhooks gesendet werden.",
    fix: "Versuchen Sie es in einer Minute noch einmal.",
  },
};

export const reasons: Readonly<Record<ReasonKey, ReasonText>> = { ...formReasons, ...apiReasons };
