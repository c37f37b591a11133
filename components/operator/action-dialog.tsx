"use client";

import type { ReactNode } from "react";
import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Field, SelectField } from "../ui/field.tsx";
import { type Fields, FormDialog } from "../ui/form.tsx";

interface ActionDialogProps {
  action: FormAction;
  /** Hidden fields that identify the object of the action. */
  fields: Fields;
  label: string;
  title: string;
  description: string;
  noteLabel: string;
  /** Additional fields of the form. */
  children?: ReactNode;
}

export function ActionDialog({ label, noteLabel, children, ...dialog }: ActionDialogProps) {
  return (
    <FormDialog
      {...dialog}
      trigger={
        <Button variant="secondary" size="sm">
          {label}
        </Button>
      }
      submit={label}
    >
      {({ fieldErrors }) => (
        <>
          {children}
          <Field
            label={noteLabel}
            name="note"
            required
            maxLength={500}
            autoComplete="off"
            error={fieldErrors?.note}
          />
        </>
      )}
    </FormDialog>
  );
}

interface CreditDialogProps {
  action: FormAction;
  userId: string;
  /** New on every page load, so that submitting twice moves credits once. */
  reference: string;
  direction: "give" | "take";
}

export function CreditDialog({ action, ...fields }: CreditDialogProps) {
  const t = useTranslate();
  const isGift = fields.direction === "give";
  return (
    <ActionDialog
      action={action}
      fields={fields}
      label={isGift ? t("Give credits") : t("Take credits")}
      title={isGift ? t("Give credits?") : t("Take credits?")}
      description={
        isGift
          ? t("They are available immediately; the note is in the ledger.")
          : t("At most the balance; the note is in the ledger.")
      }
      noteLabel={t("Note")}
    >
      <Field label={t("Credits")} name="credits" type="number" min={1} max={1_000_000} required />
      <SelectField
        label={t("Kind")}
        name="bucket"
        defaultValue="topup"
        className="h-10 px-3"
        options={[
          ["topup", t("Topped up: never lapse")],
          ["monthly", t("Monthly: lapse with the month")],
        ]}
      />
    </ActionDialog>
  );
}
