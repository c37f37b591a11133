"use client";

import { useState } from "react";
import { toast } from "sonner";
import type { FormAction } from "#lib/auth/form.ts";
import { maxKeyNameLength } from "#lib/contract/limits.ts";
import type { ApiKeyInfo } from "#lib/keys/read.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { PasswordField, SubmitButton, useForm } from "../ui/form.tsx";
import { Permissions } from "./permissions.tsx";

interface EditKeyProps {
  apiKey: Pick<ApiKeyInfo, "id" | "name" | "scopes" | "maxCreditsPerMonth">;
  action: FormAction<{ id: string }>;
  asksPassword: boolean;
}

export function EditKey({ apiKey, action, asksPassword }: EditKeyProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const { state, send } = useForm<{ id: string }>(async (before, form) => {
    const answer = await action(before, form);
    if (answer.data) {
      setOpen(false);
      toast.success(t("“{name}” is changed", { name: String(form.get("name")) }));
    }
    return answer;
  });
  const { id, name, scopes, maxCreditsPerMonth } = apiKey;
  return (
    <Dialog
      width="sm"
      open={open}
      onOpenChange={setOpen}
      title={t("Change “{name}”", { name })}
      trigger={
        <Button variant="ghost" size="sm">
          {t("Change")}
          <span className="sr-only"> {name}</span>
        </Button>
      }
    >
      <form action={send} className="space-y-4">
        <Callout tone="danger">{state.error}</Callout>
        <input type="hidden" name="id" value={id} />
        <Field
          label={t("Name")}
          name="name"
          required
          maxLength={maxKeyNameLength}
          defaultValue={name}
          autoComplete="off"
          error={state.fieldErrors?.name}
        />
        <Permissions
          scopes={scopes}
          limit={maxCreditsPerMonth}
          limitError={state.fieldErrors?.maxCreditsPerMonth}
        />
        {(asksPassword || state.fieldErrors?.password) && (
          <PasswordField required error={state.fieldErrors?.password} />
        )}
        <SubmitButton className="h-10">{t("Save")}</SubmitButton>
      </form>
    </Dialog>
  );
}
