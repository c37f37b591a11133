import type { formReasons as english } from "../../platform/form-reasons.ts";

/** German of the reasons of forms. */
export const formReasons: Readonly<Record<keyof typeof english, string>> = {
  field_required: "Das fehlt noch.",
  field_empty: "Das darf nicht leer sein.",
  field_too_long: "Das ist länger als {count} Zeichen.",
  field_too_short: "Das ist kürzer als {count} Zeichen.",
  use_more_characters: "Verwenden Sie mindestens {count} Zeichen.",
  use_fewer_characters: "Verwenden Sie höchstens {count} Zeichen.",
  name_missing: "Sagen Sie uns, wie wir Sie nennen dürfen.",
  email_malformed: "Das sieht nicht nach einer E-Mail-Adresse aus.",
  password_missing: "Geben Sie Ihr Passwort ein.",
  current_password_missing: "Geben Sie Ihr aktuelles Passwort ein.",
  password_needed_again: "Geben Sie Ihr Passwort noch einmal ein.",
  key_name_missing: "Geben Sie dem Schlüssel einen Namen.",
  too_many_keys:
    "Ein Konto hat höchstens {count} API-Schlüssel, widerrufene des letzten Tages mitgezählt. Widerrufen Sie einen, den Sie nicht brauchen, und versuchen Sie es morgen noch einmal.",
  password_personal: "Lassen Sie Ihren Namen und Ihre E-Mail-Adresse weg.",
  password_repetitive: "Das wiederholt sich: Verwenden Sie etwas weniger Regelmäßiges.",
  password_in_a_row: "Das folgt einer Reihe von Tasten oder Buchstaben: Verwenden Sie etwas anderes.",
  password_common:
    "Das ist eines der Passwörter, die zuerst probiert werden: Denken Sie sich ein eigenes aus.",
  account_fields_too_long: "Ein Name hat höchstens {name} Zeichen, eine Adresse höchstens {address}.",
  account_suspended: "Dieses Konto ist gesperrt. Schreiben Sie dem Betreiber dieses Dienstes.",
  export_running: "Ein Export wird schon erstellt: Eine Mail sagt Ihnen, wenn er fertig ist.",
  exports_used_up: "Ein Konto hat höchstens {count} Exporte am Tag. Versuchen Sie es morgen noch einmal.",
  note_missing: "Sagen Sie warum, für das Protokoll des Kontos.",
  work_not_refundable:
    "Nur fertige Arbeit, die berechnet und noch nicht erstattet wurde, kann erstattet werden.",
  work_of_past_period:
    "Ihre Monatscredits sind mit dem Monat verfallen, es käme also nichts zurück. Schreiben Sie stattdessen Credits gut.",
  work_not_retryable:
    "Nur fehlgeschlagene Arbeit kann noch einmal gemacht werden, einmal, und solange sie nicht gelöscht ist.",
  mail_not_found: "Diese Mail an dieses Konto gibt es nicht mehr.",
  no_credits_named: "Nennen Sie eine Anzahl von Credits, von 1 bis 1.000.000.",
  view_not_possible: "Nur das offene Konto eines Kunden kann um Einsicht gebeten werden.",
  view_over: "Diese Anfrage ist vorbei. Der Betreiber muss noch einmal fragen.",
  signed_out: "Sie sind abgemeldet. Melden Sie sich wieder an und wiederholen Sie es dann.",
  sign_in_again:
    "Melden Sie sich ab und wieder an und wiederholen Sie es dann innerhalb von {minutes} Minuten.",
  session_not_fresh:
    "Melden Sie sich zuerst noch einmal an und wiederholen Sie es dann innerhalb von zehn Minuten.",
  form_broken: "Das hat nicht geklappt, und es liegt an uns. Versuchen Sie es gleich noch einmal.",
  form_refused: "Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.",
  provider_silent: "Der Anbieter hat nicht geantwortet. Versuchen Sie es noch einmal.",
  too_many_attempts_minute:
    "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.",
  too_many_attempts: "Zu viele Versuche. Warten Sie {count} Minuten und versuchen Sie es dann noch einmal.",
  too_many_sign_ins_minute:
    "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal; ein Link über „Vergessen?“ lässt Sie immer hinein.",
  too_many_sign_ins:
    "Zu viele Versuche. Warten Sie {count} Minuten und versuchen Sie es dann noch einmal; ein Link über „Vergessen?“ lässt Sie immer hinein.",
  credentials_wrong: "Diese E-Mail-Adresse und dieses Passwort passen nicht zusammen.",
  current_password_wrong: "Das ist nicht Ihr aktuelles Passwort.",
  email_taken: "Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich stattdessen an.",
  link_invalid: "Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.",
  email_link_invalid: "Dieser Link gilt nicht mehr.",
  no_plan_to_keep: "Es läuft kein Tarif, der behalten werden könnte.",
  offer_over: "Dieses Angebot ist abgelaufen: Sehen Sie sich den Preis noch einmal an.",
  email_confirmed: "Diese Adresse ist schon bestätigt.",
  email_unchanged: "Das ist schon Ihre Adresse.",
  code_wrong: "Dieser Code stimmt nicht oder ist abgelaufen. Geben Sie den neuesten ein.",
  code_used: "Dieser Code wurde schon benutzt. Geben Sie den nächsten ein, den Ihre App zeigt.",
  recovery_code_wrong: "Das ist keiner Ihrer unverbrauchten Wiederherstellungscodes.",
  second_step_too_slow: "Das hat zu lange gedauert. Melden Sie sich noch einmal mit Ihrem Passwort an.",
  too_many_wrong_codes: "Zu viele falsche Codes. Melden Sie sich noch einmal mit Ihrem Passwort an.",
  second_step_on: "Die Anmeldung in zwei Schritten ist schon eingeschaltet.",
  sign_in_busy:
    "Gerade melden sich sehr viele Menschen an. Versuchen Sie es in ein paar Sekunden noch einmal.",
};
