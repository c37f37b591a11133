"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";

/** Asks for the password once more, then deletes the account with everything in it. */
export function DeleteAccount({ action, withPassword }: { action: FormAction; withPassword: boolean }) {
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(action, {});
  return (
    <Dialog
      width="sm"
      trigger={<Button variant="danger">{t("Delete account")}</Button>}
      title={t("Delete your account?")}
      description={t("Photos, API keys, credits and a running plan end now. This cannot be undone.")}
    >
      <form action={send} className="space-y-4">
        {state.error && <Callout tone="danger">{state.error}</Callout>}
        {withPassword && (
          <PasswordField label={t("Your password")} required error={state.fieldErrors?.password} />
        )}
        <div className="flex justify-end gap-2 pt-2">
          <DialogClose asChild>
            <Button variant="secondary">{t("Keep it")}</Button>
          </DialogClose>
          <SubmitButton variant="danger">{t("Delete for good")}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
