"use client";

import { toast } from "sonner";
import type { FormAction } from "#lib/auth/form.ts";
import { maxKeyNameLength } from "#lib/contract/limits.ts";
import type { ApiKeyInfo } from "#lib/keys/read.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog, PasswordField } from "../ui/form.tsx";
import { Permissions } from "./permissions.tsx";

interface EditKeyProps {
  apiKey: Pick<ApiKeyInfo, "id" | "name" | "scopes" | "maxCreditsPerMonth">;
  action: FormAction<{ id: string }>;
  asksPassword: boolean;
}

export function EditKey({ apiKey, action, asksPassword }: EditKeyProps) {
  const t = useTranslate();
  const { id, name, scopes, maxCreditsPerMonth } = apiKey;
  const change: FormAction = async (_before, form) => {
    const { data, ...answer } = await action({}, form);
    if (data) toast.success(t("“{name}” is changed", { name: String(form.get("name")) }));
    return answer;
  };
  return (
    <FormDialog
      action={change}
      fields={{ id }}
      title={t("Change “{name}”", { name })}
      trigger={
        <Button variant="ghost" size="sm">
          {t("Change")}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      submit={t("Save")}
      cancel={null}
    >
      {({ fieldErrors }) => (
        <>
          <Field
            label={t("Name")}
            name="name"
            required
            maxLength={maxKeyNameLength}
            defaultValue={name}
            autoComplete="off"
            error={fieldErrors?.name}
          />
          <Permissions
            scopes={scopes}
            limit={maxCreditsPerMonth}
            limitError={fieldErrors?.maxCreditsPerMonth}
          />
          {(asksPassword || fieldErrors?.password) && (
            <PasswordField required error={fieldErrors?.password} />
          )}
        </>
      )}
    </FormDialog>
  );
}
