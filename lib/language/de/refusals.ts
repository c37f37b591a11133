import type { Messages } from "../translate.ts";

/** What forms are refused with. A name in braces stands for what the English sentence has in its place. */
export const refusals: Messages = {
  "This is required.": "Das fehlt noch.",
  "This must not be empty.": "Das darf nicht leer sein.",
  "This is longer than {count} characters.": "Das ist länger als {count} Zeichen.",
  "This is shorter than {count} characters.": "Das ist kürzer als {count} Zeichen.",
  "Use at least {count} characters.": "Verwenden Sie mindestens {count} Zeichen.",
  "Use at most {count} characters.": "Verwenden Sie höchstens {count} Zeichen.",
  "Tell us what to call you.": "Sagen Sie uns, wie wir Sie nennen dürfen.",
  "This does not look like an email address.": "Das sieht nicht nach einer E-Mail-Adresse aus.",
  "Enter your password.": "Geben Sie Ihr Passwort ein.",
  "Enter your current password.": "Geben Sie Ihr aktuelles Passwort ein.",
  "Enter your password once more.": "Geben Sie Ihr Passwort noch einmal ein.",
  "Give the key a name.": "Geben Sie dem Schlüssel einen Namen.",
  "Leave your name and your mail address out of it.": "Lassen Sie Ihren Namen und Ihre E-Mail-Adresse weg.",
  "This repeats itself: use something less regular.":
    "Das wiederholt sich: Verwenden Sie etwas weniger Regelmäßiges.",
  "This follows a row of keys or letters: use something else.":
    "Das folgt einer Reihe von Tasten oder Buchstaben: Verwenden Sie etwas anderes.",
  "This is one of the passwords that are tried first: use something of your own.":
    "Das ist eines der Passwörter, die zuerst probiert werden: Denken Sie sich ein eigenes aus.",
  "A name has 1 to {name} characters, an address at most {address}.":
    "Ein Name hat 1 bis {name} Zeichen, eine Adresse höchstens {address}.",
  "This account is suspended. Write to the operator of this service.":
    "Dieses Konto ist gesperrt. Schreiben Sie dem Betreiber dieses Dienstes.",
  "You are signed out. Sign in again, then repeat this.":
    "Sie sind abgemeldet. Melden Sie sich wieder an und wiederholen Sie es dann.",
  "Sign out and in again, then repeat this within {minutes} minutes.":
    "Melden Sie sich ab und wieder an und wiederholen Sie es dann innerhalb von {minutes} Minuten.",
  "Sign in again first, then repeat this within ten minutes.":
    "Melden Sie sich zuerst noch einmal an und wiederholen Sie es dann innerhalb von zehn Minuten.",
  "That did not work, and it is our fault. Try again in a moment.":
    "Das hat nicht geklappt, und es liegt an uns. Versuchen Sie es gleich noch einmal.",
  "That did not work. Try again in a moment.": "Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.",
  "The provider did not answer. Try again.":
    "Der Anbieter hat nicht geantwortet. Versuchen Sie es noch einmal.",
  "Too many attempts. Wait a minute, then try again.":
    "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.",
  "Too many attempts. Wait {count} minutes, then try again.":
    "Zu viele Versuche. Warten Sie {count} Minuten und versuchen Sie es dann noch einmal.",
  "Too many attempts. Wait a minute, then try again; a link by “Forgotten?” always lets you in.":
    "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal; ein Link über „Vergessen?“ lässt Sie immer hinein.",
  "Too many attempts. Wait {count} minutes, then try again; a link by “Forgotten?” always lets you in.":
    "Zu viele Versuche. Warten Sie {count} Minuten und versuchen Sie es dann noch einmal; ein Link über „Vergessen?“ lässt Sie immer hinein.",
  "This email and password do not go together.":
    "Diese E-Mail-Adresse und dieses Passwort passen nicht zusammen.",
  "This is not your current password.": "Das ist nicht Ihr aktuelles Passwort.",
  "There is an account with this email already. Sign in instead.":
    "Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich stattdessen an.",
  "This link is no longer good. Ask for a new one.":
    "Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.",
  "This link is no longer good.": "Dieser Link gilt nicht mehr.",
  "There is no running plan to keep.": "Es läuft kein Tarif, der behalten werden könnte.",
  "This offer is over: look at the price again.":
    "Dieses Angebot ist abgelaufen: Sehen Sie sich den Preis noch einmal an.",
  "This address is confirmed already.": "Diese Adresse ist schon bestätigt.",
  "This is your address already.": "Das ist schon Ihre Adresse.",
  "This code is not right, or it is over. Enter the newest one.":
    "Dieser Code stimmt nicht oder ist abgelaufen. Geben Sie den neuesten ein.",
  "This is none of your unused recovery codes.":
    "Das ist keiner Ihrer unverbrauchten Wiederherstellungscodes.",
  "That took too long. Sign in with your password again.":
    "Das hat zu lange gedauert. Melden Sie sich noch einmal mit Ihrem Passwort an.",
  "Too many wrong codes. Sign in with your password again.":
    "Zu viele falsche Codes. Melden Sie sich noch einmal mit Ihrem Passwort an.",
  "Two-step sign-in is on already.": "Die Anmeldung in zwei Schritten ist schon eingeschaltet.",
  "Very many people are signing in just now. Try again in a few seconds.":
    "Gerade melden sich sehr viele Menschen an. Versuchen Sie es in ein paar Sekunden noch einmal.",
};
