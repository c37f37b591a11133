"use client";

import type { ComponentProps } from "react";
import type { FormState } from "#lib/auth/form.ts";
import { maxLookNameLength } from "#lib/contract/limits.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";

interface NameDialogProps
  extends Pick<ComponentProps<typeof FormDialog>, "open" | "onOpenChange" | "title" | "description"> {
  /** The current name. */
  name: string;
  onSave: (name: string) => Promise<void>;
}

export function NameDialog({ name, onSave, ...dialog }: NameDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const save = async (_before: FormState, form: FormData): Promise<FormState> => {
    const newName = String(form.get("name") ?? "").trim();
    try {
      await onSave(newName);
      return {};
    } catch (error) {
      return { error: describeFault(error, language).message, values: { name: newName } };
    }
  };
  return (
    <FormDialog action={save} submit={t("Save")} cancel={null} {...dialog}>
      {({ values }) => (
        <Field
          label={t("Name")}
          name="name"
          required
          maxLength={maxLookNameLength}
          defaultValue={values?.name ?? name}
          placeholder={t("Warm oak")}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
