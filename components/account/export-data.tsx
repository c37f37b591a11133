"use client";

import { Download } from "lucide-react";
import { useActionState } from "react";
import type { ExportInfo } from "#lib/account-export/exports.ts";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog, DialogClose } from "../ui/dialog.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";

interface ExportDataProps {
  action: FormAction;
  withPassword: boolean;
  last: ExportInfo | null;
}

/** Asks for the password once more, then has everything in the account put into one file. */
export function ExportData({ action, withPassword, last }: ExportDataProps) {
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(action, {});
  if (last?.state === "running") {
    return (
      <p role="status" className="text-muted text-sm">
        {t("Your export is being made. A mail tells you when it is ready.")}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {last?.state === "ready" && last.expiresAt && (
        <>
          <a href={`/account/export/${last.id}`} download className={buttonClass({ variant: "secondary" })}>
            <Download aria-hidden /> {t("Download")}
          </a>
          <span className="text-muted text-xs">
            {t("until")} <Time at={last.expiresAt} />
          </span>
        </>
      )}
      <Dialog
        width="sm"
        trigger={<Button variant="secondary">{t("Export my data")}</Button>}
        title={t("Export your data?")}
        description={t("One ZIP file with your data, photos and uploads. A mail tells you when it is ready.")}
      >
        <form action={send} className="space-y-4">
          {state.error && <Callout tone="danger">{state.error}</Callout>}
          {withPassword && (
            <PasswordField label={t("Your password")} required error={state.fieldErrors?.password} />
          )}
          <div className="flex justify-end gap-2 pt-2">
            <DialogClose asChild>
              <Button variant="secondary">{t("Cancel")}</Button>
            </DialogClose>
            <SubmitButton>{t("Export my data")}</SubmitButton>
          </div>
        </form>
      </Dialog>
      {last?.state === "failed" && (
        <p className="basis-full text-danger-ink text-sm">{t("The last export could not be made.")}</p>
      )}
    </div>
  );
}
