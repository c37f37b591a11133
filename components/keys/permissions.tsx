"use client";

import { type Scope, scopeNames } from "#lib/contract/keys/scopes.ts";
import { maxCreditsLimit } from "#lib/contract/limits.ts";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../language/language.tsx";
import { Field } from "../ui/field.tsx";

interface PermissionsProps {
  scopes: readonly Scope[];
  /** Credits per month; null for no limit. */
  limit: number | null;
  limitError?: string | undefined;
}

/** Form fields for a key's scopes and monthly limit. */
export function Permissions({ scopes, limit, limitError }: PermissionsProps) {
  const t = useTranslate();
  return (
    <div className="space-y-4">
      <div className="max-w-xs">
        <Field
          label={t("Monthly credit limit")}
          name="maxCreditsPerMonth"
          type="number"
          inputMode="numeric"
          min={0}
          max={maxCreditsLimit}
          placeholder={t("No limit")}
          defaultValue={limit ?? undefined}
          error={limitError}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{t("It may")}</legend>
        <input type="hidden" name="hasScopes" value="yes" />
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {scopeNames.map((scope) => (
            <label key={scope} className="flex items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                name={`scope:${scope}`}
                defaultChecked={scopes.includes(scope)}
                className="mt-0.5 size-4 accent-accent"
              />
              <span>
                {describeScope(scope, t)} <code className="text-muted text-xs">{scope}</code>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function describeScope(scope: Scope, t: Translate): string {
  switch (scope) {
    case "work:write":
      return t("upload pictures and order photos");
    case "work:read":
      return t("read photos and orders");
    case "work:delete":
      return t("delete photos");
    case "looks":
      return t("read and change brand looks");
    case "webhooks":
      return t("read and change webhooks");
    case "account:read":
      return t("read the credits and events of the account");
    case "keys":
      return t("manage API keys");
  }
}
