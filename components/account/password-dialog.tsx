"use client";

import { type ReactNode, useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";

interface PasswordDialogProps {
  action: FormAction;
  /** Whether the account has a password, which the dialog then asks for. */
  withPassword: boolean;
  trigger: ReactNode;
  title: string;
  description: string;
  cancel: string;
  submit: string;
  variant?: "primary" | "danger";
  /** Additional form fields. */
  fields?: Record<string, string>;
}

/** Asks for the password again before an action on the whole account. */
export function PasswordDialog(props: PasswordDialogProps) {
  const {
    action,
    withPassword,
    trigger,
    title,
    description,
    cancel,
    submit,
    variant = "primary",
    fields = {},
  } = props;
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(action, {});
  return (
    <Dialog width="sm" trigger={trigger} title={title} description={description}>
      <form action={send} className="space-y-4">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {state.error && <Callout tone="danger">{state.error}</Callout>}
        {withPassword && (
          <PasswordField label={t("Your password")} required error={state.fieldErrors?.password} />
        )}
        <div className="flex justify-end gap-2 pt-2">
          <DialogClose asChild>
            <Button variant="secondary">{cancel}</Button>
          </DialogClose>
          <SubmitButton variant={variant}>{submit}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
