"use client";

import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

/** Button and dialog that delete the account with everything in it. */
export function DeleteAccount({ action, withPassword }: { action: FormAction; withPassword: boolean }) {
  const t = useTranslate();
  return (
    <PasswordDialog
      action={action}
      withPassword={withPassword}
      trigger={<Button variant="danger">{t("Delete account")}</Button>}
      title={t("Delete your account?")}
      description={t("Photos, API keys, credits and a running plan end now. This cannot be undone.")}
      cancel={t("Keep it")}
      submit={t("Delete for good")}
      variant="danger"
    />
  );
}
