import type { Scope } from "#lib/contract/keys/scopes.ts";
import type { Translate } from "#lib/language/translate.ts";

/** What a key or an app with this scope may do. */
export function describeScope(scope: Scope, t: Translate): string {
  const texts: Record<Scope, string> = {
    "work:write": t("upload pictures and order photos"),
    "work:read": t("read photos and orders"),
    "work:delete": t("delete photos"),
    looks: t("read and change brand looks"),
    webhooks: t("read and change webhooks"),
    "account:read": t("read the credits and events of the account"),
    keys: t("manage API keys"),
  };
  return texts[scope];
}
