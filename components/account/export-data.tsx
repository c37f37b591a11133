"use client";

import { Download } from "lucide-react";
import type { ExportInfo } from "#lib/account-export/exports.ts";
import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Time } from "../ui/time.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

interface ExportDataProps {
  action: FormAction;
  withPassword: boolean;
  last: ExportInfo | null;
}

/** Starts an export of the account, and offers the last export for download. */
export function ExportData({ action, withPassword, last }: ExportDataProps) {
  const t = useTranslate();
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
      <PasswordDialog
        action={action}
        withPassword={withPassword}
        trigger={<Button variant="secondary">{t("Export my data")}</Button>}
        title={t("Export your data?")}
        description={t("One ZIP file with your data, photos and uploads. A mail tells you when it is ready.")}
        cancel={t("Cancel")}
        submit={t("Export my data")}
      />
      {last?.state === "failed" && (
        <p className="basis-full text-danger-ink text-sm">{t("The last export could not be made.")}</p>
      )}
    </div>
  );
}
