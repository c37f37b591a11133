"use client";

import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Field, inputClass } from "../ui/field.tsx";
import { ActionDialog } from "./action-dialog.tsx";

interface CreditDialogProps {
  action: FormAction;
  userId: string;
  /** New on every page load, so that submitting twice moves credits once. */
  reference: string;
  direction: "give" | "take";
}

export function CreditDialog({ action, userId, reference, direction }: CreditDialogProps) {
  const t = useTranslate();
  const isGift = direction === "give";
  return (
    <ActionDialog
      action={action}
      fields={{ userId, reference, direction }}
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
      <label className="block font-medium text-sm">
        {t("Kind")}
        <select name="bucket" defaultValue="topup" className={`${inputClass} mt-1.5 h-10 px-3 font-normal`}>
          <option value="topup">{t("Topped up: never lapse")}</option>
          <option value="monthly">{t("Monthly: lapse with the month")}</option>
        </select>
      </label>
    </ActionDialog>
  );
}
