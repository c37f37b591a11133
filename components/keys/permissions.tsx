"use client";

import { type Scope, scopeNames } from "#lib/contract/keys/scopes.ts";
import { maxCreditsLimit } from "#lib/contract/limits.ts";
import { describeScope } from "../auth/scope-words.ts";
import { useTranslate } from "../language/language.tsx";
import { Checkbox, Field } from "../ui/field.tsx";

interface PermissionsProps {
  scopes: readonly Scope[];
  /** Credits per month; null for no limit. */
  limit: number | null;
  limitError?: string | undefined;
}

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
            <Checkbox
              key={scope}
              name={`scope:${scope}`}
              defaultChecked={scopes.includes(scope)}
              label={
                <>
                  {describeScope(scope, t)} <code className="text-muted text-xs">{scope}</code>
                </>
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
