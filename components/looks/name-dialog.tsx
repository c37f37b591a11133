"use client";

import { type FormEvent, type ReactNode, useState, useTransition } from "react";
import { maxLookNameLength } from "#lib/contract/limits.ts";
import { describeFault } from "../language/faults.ts";
import { useLanguage } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Spinner } from "../ui/progress.tsx";

interface NameDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** The current name. */
  name: string;
  /** Shown between the input and the button. */
  children?: ReactNode;
  onSave: (name: string) => Promise<void>;
}

/** Dialog that edits the name of a look and shows errors. */
export function NameDialog({ title, description, name, children, onSave, ...rest }: NameDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, begin] = useTransition();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const newName = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    setProblem(null);
    begin(async () => {
      try {
        await onSave(newName);
        rest.onOpenChange(false);
      } catch (error) {
        setProblem(describeFault(error, language).message);
      }
    });
  };
  return (
    <Dialog width="sm" title={title} description={description} {...rest}>
      <form onSubmit={send} className="space-y-4">
        <Callout tone="danger">{problem}</Callout>
        <Field
          label={t("Name")}
          name="name"
          required
          maxLength={maxLookNameLength}
          defaultValue={name}
          placeholder={t("Warm oak")}
          autoComplete="off"
        />
        {children}
        <div className="flex justify-end pt-1">
          <Button type="submit" aria-busy={busy} aria-disabled={busy}>
            {busy && <Spinner />}
            {t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
