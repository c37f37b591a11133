"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";

interface SecureAccountProps {
  action: FormAction;
  withPassword: boolean;
  minPasswordLength: number;
}

/** Asks for the old and a new password, then revokes all access to the account. */
export function SecureAccount({ action, withPassword, minPasswordLength }: SecureAccountProps) {
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(action, {});
  return (
    <Dialog
      width="sm"
      trigger={<Button variant="secondary">{t("Secure my account")}</Button>}
      title={t("Secure your account?")}
      description={t(
        "Your programs stop working until they have new API keys, and webhooks pause until you enable them. You sign in again afterwards.",
      )}
    >
      <form action={send} className="space-y-4">
        {state.error && <Callout tone="danger">{state.error}</Callout>}
        {withPassword && (
          <>
            <PasswordField
              name="currentPassword"
              label={t("Current password")}
              required
              error={state.fieldErrors?.currentPassword}
            />
            <PasswordField
              label={t("New password")}
              autoComplete="new-password"
              required
              minLength={minPasswordLength}
              hint={t("At least {count} characters.", { count: minPasswordLength })}
              error={state.fieldErrors?.password}
            />
          </>
        )}
        <div className="flex justify-end gap-2 pt-2">
          <DialogClose asChild>
            <Button variant="secondary">{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton variant="danger">{t("Secure my account")}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
