import type { Messages } from "#lib/language/translate.ts";

/** API keys. */
export const keys: Messages = {
  "For your shop's backend and your scripts. Each key works on its own and can be ended on its own.":
    "Für das Backend Ihres Shops und Ihre Skripte. Jeder Schlüssel gilt für sich und lässt sich für sich sperren.",
  "No keys yet": "Noch keine Schlüssel",
  "A key lets your shop or script make photos through the API, charged to this account.":
    "Mit einem Schlüssel machen Ihr Shop oder Ihr Skript Fotos über die API, auf Rechnung dieses Kontos.",
  "Last used": "Zuletzt benutzt",
  "Not used yet": "Noch nicht benutzt",
  expires: "läuft ab",
  Key: "Schlüssel",
  "Not yet": "Noch nicht",
  Expires: "Läuft ab",
  Never: "Nie",
  Actions: "Aktionen",
  Revoked: "Gesperrt",
  "Never expires": "Läuft nie ab",
  "Expires in a year": "Läuft in einem Jahr ab",
  "Expires in {days} days": "Läuft in {days} Tagen ab",
  Expiry: "Ablauf",
  "Make a key": "Schlüssel erstellen",
  "Your new key “{name}”": "Ihr neuer Schlüssel „{name}“",
  "Copy it now: it is shown this once, and stored nowhere. Keep it out of browsers and repositories.":
    "Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt und nirgends gespeichert. Halten Sie ihn aus Browsern und Repositorys heraus.",
  "Copy key": "Schlüssel kopieren",
  "Try it in a terminal": "Probieren Sie ihn im Terminal aus",
  "Copy the curl line": "curl-Zeile kopieren",
  "“{name}” is revoked": "„{name}“ ist gesperrt",
  Revoke: "Sperren",
  "Revoke “{name}”?": "„{name}“ sperren?",
  "Whatever uses this key stops working at once. A revoked key cannot be brought back; photos made with it stay.":
    "Was diesen Schlüssel benutzt, funktioniert sofort nicht mehr. Ein gesperrter Schlüssel kommt nicht zurück; damit gemachte Fotos bleiben.",
  "Revoke key": "Schlüssel sperren",
};
