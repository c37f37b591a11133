"use client";

import { type ReactNode, useActionState, useState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { SubmitButton } from "../ui/form.tsx";

interface ActionDialogProps {
  action: FormAction;
  /** Hidden fields that identify the object of the action. */
  fields: Record<string, string>;
  label: string;
  title: string;
  description: string;
  noteLabel: string;
  /** Additional fields of the form. */
  children?: ReactNode;
}

/** Asks for a reason before an action on an account; closes after success. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, fields, label, title, description, noteLabel, children } = props;
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const [state, send] = useActionState<FormState, FormData>(async (before, form) => {
    const after = await action(before, form);
    if (!after.error && !after.fieldErrors) setOpen(false);
    return after;
  }, {});
  return (
    <Dialog
      width="sm"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="sm">
          {label}
        </Button>
      }
      title={title}
      description={description}
    >
      <form action={send} className="space-y-4">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {state.error && <Callout tone="danger">{state.error}</Callout>}
        {children}
        <Field
          label={noteLabel}
          name="note"
          required
          maxLength={500}
          autoComplete="off"
          error={state.fieldErrors?.note}
        />
        <div className="flex justify-end gap-2 pt-2">
          <DialogClose asChild>
            <Button variant="secondary">{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton>{label}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
