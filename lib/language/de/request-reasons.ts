import type { ReasonText } from "../../platform/reasons.ts";
import type { requestReasons as english } from "../../platform/request-reasons.ts";

/** German of the reasons of refused requests. */
export const requestReasons: Readonly<Record<keyof typeof english, ReasonText>> = {
  path_unknown: {
    message: "Unter {path} gibt es nichts.",
    fix: "GET /api/v1/openapi.json nennt alle Adressen.",
  },
  path_undecodable: {
    message: "Die Adresse lässt sich nicht lesen.",
    fix: "Schreiben Sie jeden Teil des Pfads als UTF-8 mit Prozentzeichen.",
  },
  path_in_capitals: {
    message: "Adressen werden kleingeschrieben.",
    fix: "Schreiben Sie `/api` und `/embedded` klein.",
  },
  method_unknown: {
    message: "{method} gibt es hier nicht.",
    fix: "Verwenden Sie eine der Methoden dieser Adresse: {methods}.",
  },
  key_missing: {
    message: "Sie sind abgemeldet.",
    fix: "Melden Sie sich wieder an und wiederholen Sie es dann.",
  },
  several_keys: {
    message: "Es wurde mehr als ein API-Schlüssel gesendet.",
    fix: "Senden Sie einen Schlüssel an einer Stelle.",
  },
  key_account_suspended: {
    message: "Dieses Konto ist gesperrt.",
    fix: "Schreiben Sie dem Betreiber dieses Dienstes.",
  },
  key_account_deleted: {
    message: "Dieses Konto ist gelöscht.",
    fix: "Melden Sie sich mit einem anderen Konto an.",
  },
  secured_meanwhile: {
    message: "Das Konto wurde inzwischen abgesichert.",
    fix: "Melden Sie sich wieder an und wiederholen Sie es dann.",
  },
  view_read_only: {
    message: "Sie sehen dieses Konto nur an: Nichts kann geändert werden.",
    fix: "Beenden Sie zuerst die Ansicht des Kontos, und wiederholen Sie es dann für Ihr eigenes.",
  },
  plan_canceled: {
    message: "Dieses Konto hat keinen Tarif: Er ist beendet, oder es wurde noch keiner gewählt.",
    fix: "Wählen Sie einen Tarif und versuchen Sie es dann noch einmal.",
  },
  trial_over: {
    message: "Ihre Probezeit ist vorbei.",
    fix: "Wählen Sie einen Tarif und versuchen Sie es dann noch einmal.",
  },
  payment_due: {
    message: "Ihre letzte Zahlung ist fehlgeschlagen.",
    fix: "Ändern Sie die Zahlungsart: Sobald die Zahlung durchgeht, gilt Ihr Tarif wieder.",
  },
  max_credits_exceeded: {
    message: "Das kostet {cost} Credits, mehr als die erlaubten {most}. Es wurde nichts berechnet.",
    fix: "Bestätigen Sie den neuen Preis oder bestellen Sie weniger.",
  },
  look_not_found: {
    message: "Diesen Look gibt es nicht mehr.",
    fix: "Laden Sie die Seite neu und wählen Sie einen anderen.",
  },
  scene_not_found: {
    message: "Diese Szene gibt es nicht.",
    fix: "Wählen Sie eine andere.",
  },
  mask_not_found: {
    message: "Für dieses Bild ist kein korrigierter Freisteller gespeichert.",
    fix: "Korrigieren Sie den Freisteller und speichern Sie ihn.",
  },
  generation_not_found: {
    message: "Dieses Bild gibt es nicht mehr.",
    fix: "Laden Sie die Seite neu. Was gelöscht wurde, kommt nicht zurück.",
  },
  result_unfinished: {
    message: "Dieses Bild ist noch nicht fertig.",
    fix: "Warten Sie, bis es fertig ist.",
  },
  result_missing: {
    message: "Dieses Bild wurde nicht gemacht und kostet nichts.",
    fix: "Bestellen Sie es neu.",
  },
  result_lost: {
    message: "Der Bilderdienst hat dieses Bild nicht mehr.",
    fix: "Bestellen Sie es neu oder schreiben Sie dem Betreiber dieses Dienstes.",
  },
  result_deleted: {
    message: "Das Ergebnis dieser Bestellung wurde gelöscht.",
    fix: "Bestellen Sie es neu.",
  },
  no_results_chosen: {
    message: "Keines der gewählten Bilder ist fertig.",
    fix: "Wählen Sie fertige Bilder.",
  },
  batch_not_found: {
    message: "Diese Bestellung gibt es nicht.",
    fix: "Laden Sie die Seite neu.",
  },
  batch_without_results: {
    message: "Von dieser Bestellung ist noch nichts fertig.",
    fix: "Warten Sie, bis das erste Bild fertig ist.",
  },
  no_result_reviewed_so: {
    message: "Keines der Bilder ist so beurteilt.",
    fix: "Beurteilen Sie zuerst Bilder oder nehmen Sie alle.",
  },
  webhook_endpoint_not_found: {
    message: "Diesen Webhook-Endpunkt gibt es nicht mehr.",
    fix: "Laden Sie die Seite neu.",
  },
  webhook_delivery_not_found: {
    message: "Diese Zustellung gibt es nicht mehr.",
    fix: "Laden Sie die Seite neu.",
  },
  tryouts_off: {
    message: "Hier gibt es keine Fotos zum Ausprobieren.",
    fix: "Legen Sie ein Konto an.",
  },
  billing_off: {
    message: "Hier gibt es keine Abrechnung.",
    fix: "Schreiben Sie dem Betreiber dieses Dienstes wegen Tarifen und Credits.",
  },
  checkout_not_yours: {
    message: "Dieser Kauf gehört nicht zu Ihrem Konto.",
    fix: "Melden Sie sich mit dem Konto an, das bezahlt hat.",
  },
  account_missing: {
    message: "Dieses Konto gibt es nicht.",
    fix: "Melden Sie sich wieder an oder legen Sie ein Konto an.",
  },
  keyed_work_unfinished: {
    message: "Das ist schon in Arbeit.",
    fix: "Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
  },
  work_running: {
    message: "Die Arbeit hat begonnen und lässt sich nicht mehr abbrechen.",
    fix: "Warten Sie, bis sie fertig ist, und löschen Sie dann das Ergebnis, wenn Sie es nicht wollen.",
  },
  work_succeeded_before: {
    message: "Das ist schon fertig und berechnet.",
    fix: "Löschen Sie das Ergebnis, wenn Sie es nicht wollen.",
  },
  work_failed_before: {
    message: "Das ist schon gescheitert und kostet nichts.",
    fix: "Sie müssen nichts tun.",
  },
  work_canceled_before: {
    message: "Das ist schon abgebrochen und kostet nichts.",
    fix: "Sie müssen nichts tun.",
  },
  work_unfinished: {
    message: "Das wird noch gemacht.",
    fix: "Löschen Sie es, wenn es fertig ist, oder brechen Sie es ab, solange es wartet.",
  },
  review_unfinished: {
    message: "Nur ein fertiges Ergebnis kann beurteilt werden.",
    fix: "Warten Sie, bis es fertig ist.",
  },
  check_unfinished: {
    message: "Nur ein fertiges Bild kann geprüft werden.",
    fix: "Warten Sie, bis es fertig ist.",
  },
  remake_not_found: {
    message: "Ein fertiges Foto mit dieser Kennung haben Sie nicht.",
    fix: "Wählen Sie ein Foto, das fertig und nicht gelöscht ist.",
  },
  remake_of_other_picture: {
    message: "Das Foto wurde aus einem anderen Bild gemacht.",
    fix: "Neu gemacht wird ein Foto nur aus demselben Bild: Nehmen Sie dieses oder bestellen Sie ein neues Foto.",
  },
  remakes_changing: {
    message: "Gerade wird dieses Foto auch an anderer Stelle neu gemacht.",
    fix: "Es wurde nichts berechnet. Versuchen Sie es gleich noch einmal.",
  },
  repeat_under_way: {
    message: "Das wird gerade schon neu bestellt.",
    fix: "Es wurde nichts berechnet. Laden Sie die Seite gleich neu.",
  },
  storage_used_up:
    "Ihre Fotos und deren Notizen belegen den gesamten Speicher Ihres Tarifs. Löschen Sie Fotos, die Sie nicht mehr brauchen, oder wechseln Sie in einen größeren Tarif.",
  uploads_used_up:
    "Ihre Bilder dürfen {storage} MB in {files} Dateien belegen, und das ist aufgebraucht. Löschen Sie Ergebnisse, die Sie nicht mehr brauchen, oder nehmen Sie einen größeren Tarif.",
  uploads_closed: {
    message: "Dieses Konto nimmt keine Bilder mehr an.",
    fix: "Melden Sie sich neu an; hilft das nicht, schreiben Sie dem Betreiber dieses Dienstes.",
  },
  mask_being_deleted: {
    message: "Der korrigierte Freisteller wird gerade gelöscht.",
    fix: "Speichern Sie ihn noch einmal.",
  },
  no_such_key: {
    message: "Diesen API-Schlüssel gibt es nicht.",
    fix: "Suchen Sie ihn in der Liste der Schlüssel.",
  },
  scope_not_granted: {
    message:
      "Dieser Schlüssel hat die Berechtigung {scope} nicht: Er kann sie nicht vergeben und Schlüssel mit ihr nicht ändern oder löschen.",
    fix: "Nehmen Sie einen Schlüssel, der sie hat, oder lassen Sie sie weg.",
  },
  key_outlives_grantor: {
    message: "Ein Schlüssel, der abläuft, macht nur Schlüssel, die nicht später ablaufen.",
    fix: "Nehmen Sie ein früheres Ende oder einen Schlüssel, der nicht abläuft.",
  },
  key_outspends_grantor: {
    message: "Dieser Schlüssel darf {most} Credits im Monat ausgeben und kann nicht mehr vergeben.",
    fix: "Nehmen Sie ein kleineres Limit oder einen Schlüssel ohne Limit.",
  },
  key_out_of_reach: {
    message:
      "Dieser Schlüssel lässt sich mit Ihrem nicht ändern oder löschen: Er läuft später ab oder wurde nicht mit ihm gemacht.",
    fix: "Das geht auf der Seite API-Schlüssel.",
  },
  test_key_makes_test_keys: {
    message: "Ein Schlüssel des Testmodus macht nur Schlüssel des Testmodus.",
    fix: "Nehmen Sie einen Live-Schlüssel.",
  },
  time_is_past: {
    message: "Das muss in der Zukunft liegen.",
    fix: "Nehmen Sie einen späteren Zeitpunkt.",
  },
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
  previews_used_up: {
    message: "Die Vorschauen von heute sind aufgebraucht.",
    fix: "Bestellen Sie ohne Vorschau oder machen Sie morgen weiter.",
  },
  own_calls_wait: {
    message: "Zu viele Ihrer Abrufe warten auf dasselbe.",
    fix: "Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
  },
  own_calls_wait_for_database: {
    message: "Zu viele Ihrer Abrufe warten auf die Datenbank.",
    fix: "Warten Sie einen Moment und versuchen Sie es dann noch einmal.",
  },
  event_not_found: {
    message: "Dieses Ereignis gibt es nicht oder nicht mehr.",
    fix: "Laden Sie die Seite neu.",
  },
  too_many_replayed: {
    message: "Mehr als {count} Ereignisse würden auf diesen Endpunkt warten.",
    fix: "Nennen Sie einen späteren Zeitpunkt oder weniger Arten, oder warten Sie, bis einige gesendet sind.",
  },
  picture_host_refused: {
    message: "die Adresse ist nicht erreichbar: Sie hat die Verbindung abgelehnt",
    fix: "Prüfen Sie, ob der Server des Bildes läuft und diesen Dienst zulässt, oder laden Sie das Bild zuerst hoch.",
  },
  picture_host_away: {
    message: "Das Bild lässt sich gerade nicht laden: {problem}.",
    fix: "Prüfen Sie die Adresse des Bildes, und versuchen Sie es in einer Minute noch einmal, oder laden Sie das Bild zuerst hoch.",
  },
  picture_is_page: {
    message: "die Adresse führt zu einer Webseite, nicht zu einem Bild",
    fix: "Geben Sie die Adresse des Bildes selbst an: Öffnen Sie das Bild allein im Browser, und kopieren Sie seine Adresse. Links zum Teilen, etwa von Google Drive oder Dropbox, führen zu einer Seite; nehmen Sie deren Link zum direkten Herunterladen, oder laden Sie das Bild hoch.",
  },
  picture_host_busy: {
    message: "Zu viele Bilder konnten von diesem Host nicht geladen werden.",
    fix: "Prüfen Sie die Adressen Ihrer Bilder, und versuchen Sie es in einer Minute noch einmal.",
  },
  webhook_host_busy: {
    message: "An diesen Host dürfen gerade keine weiteren Webhooks gesendet werden.",
    fix: "Versuchen Sie es in einer Minute noch einmal.",
  },
  tryouts_used_up: {
    message: "Das waren die Gratisfotos dieses Tages für Ihr Netz.",
    fix: "Legen Sie ein Konto an: Es beginnt mit freien Credits und ohne Wasserzeichen.",
  },
  tryouts_of_network_used_up: {
    message: "In Ihrem Netz probieren gerade viele das Studio aus.",
    fix: "Versuchen Sie es in einer Stunde noch einmal oder legen Sie ein Konto an: Es beginnt mit freien Credits und ohne Wasserzeichen.",
  },
  tryout_from_elsewhere: {
    message: "Nur die Seiten dieses Dienstes machen Fotos ohne Konto.",
    fix: "Legen Sie ein Konto an und verwenden Sie POST /api/v1/generate.",
  },
  tryout_failed: {
    message: "Das Foto ließ sich nicht machen.",
    fix: "Versuchen Sie es noch einmal oder nehmen Sie ein anderes Bild.",
  },
  preview_failed: {
    message: "Die Vorschau ließ sich nicht machen.",
    fix: "Es wurde nichts berechnet. Versuchen Sie es noch einmal oder bestellen Sie ohne Vorschau.",
  },
  image_host_away: {
    message: "Der Bildspeicher antwortet im Moment nicht.",
    fix: "Es wurde nichts berechnet. Versuchen Sie es in einer Minute noch einmal.",
  },
  no_worker: {
    message: "Im Moment kann kein Bild gemacht werden.",
    fix: "Es wurde nichts berechnet. Versuchen Sie es in einer Minute noch einmal.",
  },
  charge_unconfirmed: {
    message: "Die Datenbank hat nicht geantwortet, als das berechnet wurde.",
    fix: "Sehen Sie in einer Minute unter Fotos nach: Was dort nicht fertig ist, wurde nicht berechnet oder wird erstattet.",
  },
  keyed_charge_unconfirmed: {
    message: "Die Datenbank hat nicht geantwortet, als das berechnet wurde.",
    fix: "Versuchen Sie es gleich noch einmal: Es wird nur einmal berechnet.",
  },
  batch_unconfirmed: {
    message: "Die Datenbank hat nicht geantwortet, als diese Bestellung berechnet wurde.",
    fix: "Sehen Sie unter Bestellungen nach, bevor Sie es noch einmal versuchen.",
  },
  standby: {
    message: "Dieser Dienst ist die Kopie eines anderen und wartet.",
    fix: "Es wurde nichts berechnet. Verwenden Sie das Original.",
  },
  too_many_looks: "Ein Konto hat höchstens {count} Looks: Löschen Sie zuerst einen.",
  too_many_webhook_endpoints: "Ein Konto hat höchstens {count} Webhook-Endpunkte: Löschen Sie zuerst einen.",
  stripe_event_refused: {
    message: "Die Nachricht von Stripe wurde abgelehnt.",
    fix: "Vergleichen Sie STRIPE_WEBHOOK_SECRET mit dem Geheimnis bei Stripe.",
  },
  body_too_large: {
    message: "Die Anfrage ist größer als {most}.",
    fix: "Senden Sie weniger auf einmal.",
  },
  body_compressed: {
    message: "Die Anfrage ist komprimiert ({encoding}).",
    fix: "Senden Sie sie unkomprimiert.",
  },
  body_broken: {
    message: "Die Anfrage kam nicht vollständig an.",
    fix: "Senden Sie sie noch einmal.",
  },
  body_not_json: {
    message: "Die Anfrage ist kein JSON.",
    fix: "Senden Sie `Content-Type: application/json` und JSON.",
  },
  body_empty: {
    message: "Die Anfrage ist leer.",
    fix: "Senden Sie ein JSON-Objekt.",
  },
  body_malformed: {
    message: "Die Anfrage ist kein gültiges JSON in UTF-8.",
    fix: "Schreiben Sie sie mit einer JSON-Bibliothek.",
  },
  body_too_nested: {
    message: "Die Anfrage ist tiefer als {depth} Ebenen verschachtelt oder hat mehr als {values} Werte.",
    fix: "Senden Sie die Felder so, wie die Referenz sie beschreibt.",
  },
};
