import type { Messages } from "../translate.ts";
import { receipts } from "./receipts.ts";

/** German of all mails. */
export const mails: Messages = {
  ...receipts,
  "You get this mail because of your account at {service}.":
    "Sie erhalten diese Mail wegen Ihres Kontos bei {service}.",

  "Choose a new password": "Neues Passwort wählen",
  "Somebody, hopefully you, asked for a new password for your account at {service}.":
    "Jemand, hoffentlich Sie, hat ein neues Passwort für Ihr Konto bei {service} angefordert.",
  "Choose it here within the hour": "Innerhalb einer Stunde hier wählen",
  "Only the newest of these links works. If it was not you, there is nothing to do: your password stays as it is.":
    "Nur der neueste dieser Links funktioniert. Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.",
  "Confirm your mail address": "Bestätigen Sie Ihre E-Mail-Adresse",
  "Welcome to {service}.": "Willkommen bei {service}.",
  "Confirm that this address is yours, and your trial begins":
    "Bestätigen, dass diese Adresse Ihnen gehört, und die Testphase beginnt",
  "The link is valid for a day. If you did not sign up, do not open it: nothing happens without it.":
    "Der Link gilt einen Tag. Wenn Sie sich nicht angemeldet haben, öffnen Sie ihn nicht: Ohne ihn geschieht nichts.",
  "You have an account already": "Sie haben schon ein Konto",
  "Somebody, hopefully you, tried to sign up at {service} with this address. There is an account already.":
    "Jemand, hoffentlich Sie, wollte sich mit dieser Adresse bei {service} registrieren. Es gibt dafür schon ein Konto.",
  "Sign in": "Anmelden",
  "Forgotten your password?": "Passwort vergessen?",
  "If it was not you, there is nothing to do.": "Wenn Sie es nicht waren, müssen Sie nichts tun.",

  "If it was not you, somebody else may be in your account. Choose a new password now, and have API keys revoked and webhooks paused with it.":
    "Wenn Sie es nicht waren, ist vielleicht jemand anderes in Ihrem Konto. Wählen Sie jetzt ein neues Passwort, und lassen Sie damit auch API-Schlüssel sperren und Webhooks anhalten.",
  "Your API keys": "Ihre API-Schlüssel",
  "Your password was changed": "Ihr Passwort wurde geändert",
  "The password of your account at {service} was changed. You are signed out everywhere else.":
    "Das Passwort Ihres Kontos bei {service} wurde geändert. Sie sind überall sonst abgemeldet.",
  "A new API key was made": "Ein neuer API-Schlüssel wurde erstellt",
  "A new API key was made in your account at {service}: “{name}”, {first8}…":
    "In Ihrem Konto bei {service} wurde ein neuer API-Schlüssel erstellt: „{name}“, {first8}…",
  "Signing in asks for a code now": "Die Anmeldung fragt jetzt nach einem Code",
  "Signing in no longer asks for a code": "Die Anmeldung fragt nicht mehr nach einem Code",
  "Two-step sign-in was turned on for your account at {service}. Keep your recovery codes: they let you in without your phone.":
    "Für Ihr Konto bei {service} wurde die Anmeldung in zwei Schritten eingeschaltet. Bewahren Sie Ihre Wiederherstellungscodes auf: Mit ihnen kommen Sie auch ohne Ihr Telefon hinein.",
  "Two-step sign-in was turned off for your account at {service}. You sign in with your password alone again.":
    "Für Ihr Konto bei {service} wurde die Anmeldung in zwei Schritten ausgeschaltet. Ihr Passwort allein genügt wieder.",
  "New sign-in to your account": "Neue Anmeldung in Ihrem Konto",
  "Somebody signed in to your account at {service}. Was this you?":
    "Jemand hat sich in Ihrem Konto bei {service} angemeldet. Waren Sie das?",
  Device: "Gerät",
  "Unknown device": "Unbekanntes Gerät",
  "{browser} on {system}": "{browser} unter {system}",
  Address: "Adresse",
  Time: "Zeit",
  "If it was you, there is nothing to do. If not, end that session and choose a new password.":
    "Wenn Sie es waren, müssen Sie nichts tun. Wenn nicht, beenden Sie die Sitzung und wählen Sie ein neues Passwort.",
  "See and end sessions": "Sitzungen ansehen und beenden",

  "Your account was secured": "Ihr Konto wurde abgesichert",
  "Every way into your account at {service} was ended, except for this mailbox. Your photos, credits and plan are kept.":
    "Alle Zugänge zu Ihrem Konto bei {service} wurden beendet, außer diesem Postfach. Ihre Fotos, Credits und Ihr Tarif bleiben erhalten.",
  "Sessions ended": "Beendete Sitzungen",
  "API keys revoked": "Gesperrte API-Schlüssel",
  "Webhook endpoints paused": "Angehaltene Webhook-Endpunkte",
  "New sign-in providers removed": "Entfernte neue Anmelde-Anbieter",
  "Two-step sign-in": "Anmeldung in zwei Schritten",
  removed: "entfernt",
  unchanged: "unverändert",
  "Sign in with your new password.": "Melden Sie sich mit Ihrem neuen Passwort an.",
  "Your former password does not work any more. If you have not set a new one yet, do it now.":
    "Ihr bisheriges Passwort gilt nicht mehr. Falls Sie noch kein neues gewählt haben, tun Sie es jetzt.",
  "Then create new API keys for your programs. Check the address of each webhook endpoint, rotate its secret, and enable it again.":
    "Erstellen Sie danach neue API-Schlüssel für Ihre Programme. Prüfen Sie die Adresse jedes Webhook-Endpunkts, erneuern Sie sein Geheimnis und schalten Sie ihn wieder ein.",
  "Two-step sign-in and sign-in providers are removed if they were set up during the seven days before, because they may be someone else's. Older ones stay; create new recovery codes for two-step sign-in.":
    "Die Anmeldung in zwei Schritten und Anmelde-Anbieter werden entfernt, wenn sie in den sieben Tagen davor eingerichtet wurden, denn sie könnten jemand anderem gehören. Ältere bleiben; erstellen Sie neue Wiederherstellungscodes für die Anmeldung in zwei Schritten.",

  "The export of your data is ready": "Der Export Ihrer Daten ist fertig",
  "Everything in your account at {service} is in one file now: data, photos, uploads.":
    "Alles in Ihrem Konto bei {service} ist jetzt in einer Datei: Daten, Fotos, hochgeladene Bilder.",
  "Download it": "Herunterladen",
  "You have to be signed in. The file is removed on {date}.":
    "Sie müssen angemeldet sein. Die Datei wird am {date} gelöscht.",
  "If you did not ask for it, somebody else may be in your account. Choose a new password now.":
    "Wenn Sie ihn nicht angefordert haben, ist vielleicht jemand anderes in Ihrem Konto. Wählen Sie jetzt ein neues Passwort.",

  "Confirm your new mail address": "Bestätigen Sie Ihre neue E-Mail-Adresse",
  "Somebody, hopefully you, wants to use this address for an account at {service}.":
    "Jemand, hoffentlich Sie, möchte diese Adresse für ein Konto bei {service} verwenden.",
  "Confirm this address": "Diese Adresse bestätigen",
  "The link is valid for a day. If it was not you, do not open it: nothing happens without it.":
    "Der Link gilt einen Tag. Wenn Sie es nicht waren, öffnen Sie ihn nicht: Ohne ihn geschieht nichts.",
  "This address has an account already": "Diese Adresse hat schon ein Konto",
  "Somebody, hopefully you, wanted to move another account at {service} to this address. It has an account already, so nothing was changed.":
    "Jemand, hoffentlich Sie, wollte ein anderes Konto bei {service} auf diese Adresse umziehen. Sie hat schon ein Konto, deshalb wurde nichts geändert.",
  "The mail address of your account was changed": "Die E-Mail-Adresse Ihres Kontos wurde geändert",
  "Your account at {service} now uses {address}. This address no longer signs you in.":
    "Ihr Konto bei {service} verwendet jetzt {address}. Mit dieser Adresse melden Sie sich nicht mehr an.",
  "If it was not you, undo it: your old address comes back, sessions, links and API keys end, webhooks are paused, and two-step sign-in that was set up in the last seven days before the change is removed. Then you choose a new password.":
    "Wenn Sie es nicht waren, machen Sie es rückgängig: Ihre alte Adresse kommt zurück, Sitzungen, Links und API-Schlüssel enden, Webhooks werden angehalten, und eine Anmeldung in zwei Schritten, die in den letzten sieben Tagen vor der Änderung eingerichtet wurde, wird entfernt. Danach wählen Sie ein neues Passwort.",
  "Undo the change": "Änderung rückgängig machen",
  "This works until {date}.": "Das geht bis zum {date}.",

  "Receipt: {credits, number} credits": "Beleg: {credits, number} Credits",
  "Thank you. {credits, number} credits were added to your account. They never expire and are used after your monthly credits.":
    "Vielen Dank. Ihrem Konto wurden {credits, number} Credits gutgeschrieben. Sie verfallen nie und werden nach Ihren monatlichen Credits verbraucht.",
  "Receipt for your plan": "Beleg für Ihren Tarif",
  "Thank you for your payment.": "Vielen Dank für Ihre Zahlung.",
  "Your balance and receipts": "Guthaben und Belege",
  "Your payment did not go through": "Ihre Zahlung ist nicht durchgegangen",
  "Your bank did not complete the payment for your top-up, so no credits were added.":
    "Ihre Bank hat die Zahlung für Ihre Aufladung nicht ausgeführt, deshalb wurden keine Credits gutgeschrieben.",
  "Try again with another payment method": "Mit einer anderen Zahlungsart noch einmal versuchen",
  "Your subscription payment failed": "Die Zahlung für Ihr Abo ist fehlgeschlagen",
  "The payment of {amount} for your subscription failed. Your credits are kept, but new photos wait until the payment succeeds.":
    "Die Zahlung von {amount} für Ihr Abo ist fehlgeschlagen. Ihre Credits bleiben erhalten, aber neue Fotos warten, bis die Zahlung gelingt.",
  "Pay or update your card": "Bezahlen oder Karte ändern",
  "Your trial ends soon": "Ihre Testphase endet bald",
  "Your trial ends on {date}. Choose a plan to keep making photos.":
    "Ihre Testphase endet am {date}. Wählen Sie einen Tarif, um weiter Fotos zu machen.",
  "Choose a plan": "Tarif wählen",

  "Your webhook endpoint was paused": "Ihr Webhook-Endpunkt wurde angehalten",
  "Your webhook endpoint has received nothing for {days} days, so nothing more is sent to it:\n{url}":
    "Ihr Webhook-Endpunkt hat seit {days} Tagen nichts empfangen, deshalb wird nichts mehr an ihn gesendet:\n{url}",
  "What waits for it is kept. See what it answered, and enable it again once it works.":
    "Was auf ihn wartet, bleibt erhalten. Sehen Sie nach, was er geantwortet hat, und schalten Sie ihn wieder ein, sobald er funktioniert.",
  "Open the endpoint": "Endpunkt öffnen",
  "May we look at your account?": "Dürfen wir Ihr Konto ansehen?",
  "{operator} of {service} asks to see your account as you see it, to help you.":
    "{operator} von {service} möchte Ihr Konto so sehen wie Sie, um Ihnen zu helfen.",
  Reason: "Grund",
  "Nothing is shown before you accept, and nothing can be changed. You can end it at any time.":
    "Vor Ihrer Zustimmung wird nichts gezeigt, und geändert werden kann nichts. Sie können es jederzeit beenden.",
  "Answer in the dashboard": "Im Dashboard antworten",
  "Without an answer it ends on {date} UTC.": "Ohne Antwort endet die Anfrage am {date} UTC.",
};
