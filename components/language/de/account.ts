import type { Messages } from "#lib/language/translate.ts";

/** The account page, and the pages behind links in mails. */
export const account: Messages = {
  Account: "Konto",
  "How mails and receipts address you.": "So sprechen Mails und Belege Sie an.",
  "Your name is saved.": "Ihr Name ist gespeichert.",
  Email: "E-Mail",
  "You sign in with {email}, and mails go there.": "Sie melden sich mit {email} an, und Mails gehen dorthin.",
  "{email} is not confirmed yet.": "{email} ist noch nicht bestätigt.",
  "Mail the link": "Link schicken",
  "A link is on its way to {email}. Your address changes once you open it; it is valid for a day.":
    "Ein Link ist unterwegs an {email}. Ihre Adresse ändert sich, sobald Sie ihn öffnen; er gilt einen Tag.",
  "New email": "Neue E-Mail",
  "Change address": "Adresse ändern",
  "Your password": "Ihr Passwort",
  Password: "Passwort",
  "Changing it signs you out everywhere else.": "Wenn Sie es ändern, werden Sie überall sonst abgemeldet.",
  "Change password": "Passwort ändern",
  "Your password is changed.": "Ihr Passwort ist geändert.",
  "Current password": "Aktuelles Passwort",
  "New password": "Neues Passwort",

  "Two-step sign-in": "Anmeldung in zwei Schritten",
  "A code from your phone beside the password, so that a stolen password is not enough.":
    "Ein Code von Ihrem Telefon zusätzlich zum Passwort, damit ein gestohlenes Passwort nicht genügt.",
  On: "Ein",
  "Turn on": "Einschalten",
  "Turn off": "Ausschalten",
  "Turn on two-step sign-in": "Anmeldung in zwei Schritten einschalten",
  "Turn off two-step sign-in?": "Anmeldung in zwei Schritten ausschalten?",
  "Your password alone lets you in again.": "Ihr Passwort allein genügt dann wieder.",
  "New recovery codes": "Neue Wiederherstellungscodes",
  "The ones that you have stop working.": "Die bisherigen gelten dann nicht mehr.",
  "Make new codes": "Neue Codes erstellen",
  Continue: "Weiter",
  "Signing in then asks for a code of an app on your phone, such as Google Authenticator, 1Password or Aegis. API keys work as before.":
    "Die Anmeldung fragt dann nach dem Code einer App auf Ihrem Telefon, etwa Google Authenticator, 1Password oder Aegis. API-Schlüssel funktionieren wie bisher.",
  "Two-step sign-in is on.": "Die Anmeldung in zwei Schritten ist eingeschaltet.",
  "Scan this with your authenticator app, then enter its code.":
    "Scannen Sie das mit Ihrer Authenticator-App und geben Sie dann deren Code ein.",
  "QR code for your authenticator app": "QR-Code für Ihre Authenticator-App",
  "Or enter this key by hand:": "Oder geben Sie diesen Schlüssel von Hand ein:",
  "Copy the key": "Schlüssel kopieren",
  Code: "Code",
  "Keep these recovery codes in a safe place: each lets you in once without your phone. They are shown only now.":
    "Bewahren Sie diese Wiederherstellungscodes sicher auf: Mit jedem kommen Sie einmal ohne Ihr Telefon hinein. Sie werden nur jetzt angezeigt.",
  "Copy all": "Alle kopieren",
  "I have kept them": "Ich habe sie aufbewahrt",

  Sessions: "Sitzungen",
  "Where you are signed in. End sessions that you do not recognize.":
    "Wo Sie angemeldet sind. Beenden Sie, was Sie nicht kennen.",
  "This one": "Diese hier",
  "active {time} UTC": "aktiv {time} UTC",
  End: "Beenden",
  "the session on {device}": "der Sitzung: {device}",
  "End all others": "Alle anderen beenden",
  "Unknown device": "Unbekanntes Gerät",
  "{browser} on {system}": "{browser} unter {system}",

  "Secure my account": "Mein Konto absichern",
  "If somebody else may have been in your account: ends every session, API key and shared link, pauses webhooks, and removes two-step sign-in and sign-in providers that were added in the last seven days. Photos, credits and your plan stay.":
    "Falls vielleicht jemand anderes in Ihrem Konto war: beendet alle Sitzungen, API-Schlüssel und geteilten Links, hält Webhooks an und entfernt eine Anmeldung in zwei Schritten und Anmelde-Anbieter, die in den letzten sieben Tagen hinzukamen. Fotos, Credits und Ihr Tarif bleiben.",
  "Secure your account?": "Ihr Konto absichern?",
  "Your programs stop working until they have new API keys, and webhooks pause until you enable them. You sign in again afterwards.":
    "Ihre Programme stehen still, bis sie neue API-Schlüssel haben, und Webhooks pausieren, bis Sie sie einschalten. Danach melden Sie sich neu an.",
  "Delete account": "Konto löschen",
  "Your photos, keys and credits go with it, a running plan is canceled at once, and nothing can be brought back.":
    "Ihre Fotos, Schlüssel und Credits gehen mit, ein laufender Tarif endet sofort, und nichts lässt sich zurückholen.",
  "Delete your account?": "Ihr Konto löschen?",
  "Photos, API keys, credits and a running plan end now. This cannot be undone.":
    "Fotos, API-Schlüssel, Credits und ein laufender Tarif enden jetzt. Das lässt sich nicht rückgängig machen.",
  "Keep it": "Behalten",
  "Delete for good": "Endgültig löschen",

  "Enter your code": "Geben Sie Ihren Code ein",
  "Use a recovery code": "Wiederherstellungscode verwenden",
  "One of the codes that you kept when you turned on two-step sign-in. Each works once.":
    "Einer der Codes, die Sie beim Einschalten der Anmeldung in zwei Schritten aufbewahrt haben. Jeder gilt einmal.",
  "Your authenticator app shows a code of six digits for this account.":
    "Ihre Authenticator-App zeigt für dieses Konto einen sechsstelligen Code.",
  "Do you have your phone?": "Haben Sie Ihr Telefon zur Hand?",
  "No access to your phone?": "Kein Zugriff auf Ihr Telefon?",
  "Enter the code of your app": "Den Code Ihrer App eingeben",
  "Recovery code": "Wiederherstellungscode",
  "Your account moves to the address that this link was mailed to.":
    "Ihr Konto zieht auf die Adresse um, an die dieser Link ging.",
  "Confirm this address": "Diese Adresse bestätigen",
  "Your address is changed": "Ihre Adresse ist geändert",
  "From now on you sign in with it, and mails go there.":
    "Ab jetzt melden Sie sich damit an, und Mails gehen dorthin.",
  "To your account": "Zu Ihrem Konto",
  "Undo the change of address": "Adressänderung rückgängig machen",
  "Your account moves back to your old address and is secured: sessions, links and API keys end, webhooks are paused, and two-step sign-in and providers that were added in the seven days before the change are removed. Photos and credits stay. Then you choose a new password.":
    "Ihr Konto zieht zurück auf Ihre alte Adresse und wird abgesichert: Sitzungen, Links und API-Schlüssel enden, Webhooks werden angehalten, und eine Anmeldung in zwei Schritten und Anbieter, die in den sieben Tagen vor der Änderung hinzukamen, werden entfernt. Fotos und Credits bleiben. Danach wählen Sie ein neues Passwort.",
  "Undo the change": "Änderung rückgängig machen",
  "Your old address is back": "Ihre alte Adresse ist zurück",
  "Sessions, links and API keys have ended, webhooks are paused, and the password no longer works. Choose a new one; a mail says what was ended and what to do next.":
    "Sitzungen, Links und API-Schlüssel sind beendet, Webhooks angehalten, und das Passwort gilt nicht mehr. Wählen Sie ein neues; eine Mail sagt, was beendet wurde und was als Nächstes zu tun ist.",
  "Choose a new password": "Neues Passwort wählen",
};
