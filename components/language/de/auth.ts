import type { Messages } from "#lib/language/translate.ts";

/** Sign-in, sign-up and password reset. */
export const auth: Messages = {
  "An example": "Ein Beispiel",
  "From this snapshot": "Aus diesem Schnappschuss",
  "in one call, {count, plural, one {one credit} other {# credits}}":
    "in einem Aufruf, {count, plural, one {ein Credit} other {# Credits}}",
  "At least {count} characters.": "Mindestens {count} Zeichen.",
  "Continue with {provider}": "Weiter mit {provider}",
  "or by email": "oder per E-Mail",
  "Create an account": "Konto anlegen",
  "Create your studio": "Richten Sie Ihr Studio ein",
  "{credits} credits free for {days, plural, one {a day} other {# days}}, no card needed.":
    "{credits} Credits gratis für {days, plural, one {einen Tag} other {# Tage}}, ohne Karte.",
  "It takes a minute.": "Es dauert eine Minute.",
  "Already have an account?": "Sie haben schon ein Konto?",
  "Create account": "Konto anlegen",
  "Welcome back": "Willkommen zurück",
  "Sign in to your studio.": "Melden Sie sich in Ihrem Studio an.",
  "New here?": "Neu hier?",
  "Forgotten?": "Vergessen?",
  "Your new password is set. Sign in with it.": "Ihr neues Passwort gilt. Melden Sie sich damit an.",
  "Your account is secured": "Ihr Konto ist abgesichert",
  "Sessions and API keys have ended, and webhooks are paused. Sign in with your new password; a mail says what to do next.":
    "Sitzungen und API-Schlüssel sind beendet, Webhooks angehalten. Melden Sie sich mit Ihrem neuen Passwort an; eine Mail sagt, was als Nächstes zu tun ist.",
  "Sessions and API keys have ended, and webhooks are paused. Sign in again.":
    "Sitzungen und API-Schlüssel sind beendet, Webhooks angehalten. Melden Sie sich wieder an.",
  "Also revoke API keys and pause webhooks": "Auch API-Schlüssel sperren und Webhooks anhalten",
  "Choose this if somebody else may have been in your account.":
    "Wählen Sie das, wenn vielleicht jemand anderes in Ihrem Konto war.",
  "Check your inbox": "Sehen Sie in Ihr Postfach",
  "We sent you a link to confirm your address. Confirming it starts your trial.":
    "Ein Link zum Bestätigen Ihrer Adresse ist unterwegs. Damit beginnt Ihr Testzeitraum.",
  "Your address is confirmed. Sign in, and the studio is yours.":
    "Ihre Adresse ist bestätigt. Melden Sie sich an, und das Studio gehört Ihnen.",
  "This link is no longer valid. Sign in and request a new one.":
    "Dieser Link gilt nicht mehr. Melden Sie sich an und lassen Sie sich einen neuen schicken.",
  "Signing in through that provider did not work. Try again, or use your email.":
    "Die Anmeldung über diesen Anbieter hat nicht geklappt. Versuchen Sie es noch einmal oder nehmen Sie Ihre E-Mail-Adresse.",
  "Forgotten password": "Passwort vergessen",
  "Forgotten your password?": "Passwort vergessen?",
  "We mail you a link to choose a new one.": "Wir schicken Ihnen einen Link, mit dem Sie ein neues wählen.",
  "Back to sign in": "Zurück zur Anmeldung",
  "Mail me the link": "Link schicken",
  "If there is an account with this address, the link has been sent. It is valid for one hour.":
    "Wenn es ein Konto mit dieser Adresse gibt, ist der Link unterwegs. Er gilt eine Stunde.",
  "Ask for a new link": "Neuen Link anfordern",
  "This link is incomplete": "Dieser Link ist nicht vollständig",
  "Open the link in the mail again, or ask for a new one.":
    "Öffnen Sie den Link in der E-Mail noch einmal oder fordern Sie einen neuen an.",
  "You will be signed out everywhere else.": "Überall sonst werden Sie abgemeldet.",
  "Set the password": "Passwort setzen",
};
