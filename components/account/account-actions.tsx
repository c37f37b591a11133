"use client";

import type { ExportInfo } from "#lib/account-export/exports.ts";
import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button, DownloadLink } from "../ui/button.tsx";
import { FormDialog, PasswordField } from "../ui/form.tsx";
import { Time } from "../ui/time.tsx";

interface AccountActionProps {
  action: FormAction;
  /** Whether the account has a password, which the dialog then asks for. */
  withPassword: boolean;
}

/** Asks for the old and a new password, then revokes all access to the account. */
export function SecureAccount({
  action,
  withPassword,
  minPasswordLength,
}: AccountActionProps & { minPasswordLength: number }) {
  const t = useTranslate();
  return (
    <FormDialog
      action={action}
      trigger={<Button variant="secondary">{t("Secure my account")}</Button>}
      title={t("Secure your account?")}
      description={t(
        "Your programs stop working until they have new API keys, and webhooks pause until you enable them. You sign in again afterwards.",
      )}
      submit={t("Secure my account")}
      variant="danger"
    >
      {({ fieldErrors }) =>
        withPassword && (
          <>
            <PasswordField
              name="currentPassword"
              label={t("Current password")}
              required
              error={fieldErrors?.currentPassword}
            />
            <PasswordField
              label={t("New password")}
              autoComplete="new-password"
              required
              minLength={minPasswordLength}
              hint={t("At least {count} characters.", { count: minPasswordLength })}
              error={fieldErrors?.password}
            />
          </>
        )
      }
    </FormDialog>
  );
}

/** Starts an export of the account, and offers the last export for download. */
export function ExportData({ action, withPassword, last }: AccountActionProps & { last: ExportInfo | null }) {
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
          <DownloadLink href={`/account/export/${last.id}`}>{t("Download")}</DownloadLink>
          <span className="text-muted text-xs">
            {t("until")} <Time at={last.expiresAt} />
          </span>
        </>
      )}
      <FormDialog
        action={action}
        asksPassword={withPassword}
        trigger={<Button variant="secondary">{t("Export my data")}</Button>}
        title={t("Export your data?")}
        description={t("One ZIP file with your data, photos and uploads. A mail tells you when it is ready.")}
        submit={t("Export my data")}
      />
      {last?.state === "failed" && (
        <p className="basis-full text-danger-ink text-sm">{t("The last export could not be made.")}</p>
      )}
    </div>
  );
}

export function DeleteAccount({ action, withPassword }: AccountActionProps) {
  const t = useTranslate();
  return (
    <FormDialog
      action={action}
      asksPassword={withPassword}
      trigger={<Button variant="danger">{t("Delete account")}</Button>}
      title={t("Delete your account?")}
      description={t("Photos, API keys, credits and a running plan end now. This cannot be undone.")}
      cancel={t("Keep it")}
      submit={t("Delete for good")}
      variant="danger"
    />
  );
}
