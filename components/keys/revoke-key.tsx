"use client";

import { toast } from "sonner";
import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";

interface RevokeKeyProps {
  id: string;
  name: string;
  action: FormAction<{ id: string }>;
}

export function RevokeKey({ id, name, action }: RevokeKeyProps) {
  const t = useTranslate();
  const revoke = async () => {
    const form = new FormData();
    form.set("id", id);
    const answer = await action({}, form).catch(() => ({ error: t("There is no connection. Try again.") }));
    if (answer.error) toast.error(answer.error);
    else toast.success(t("“{name}” is revoked", { name }));
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="ghost" size="sm">
          {t("Revoke")}
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={t("Revoke “{name}”?", { name })}
      description={t(
        "Everything that uses this key stops working immediately. A revoked key cannot be restored; photos made with it are kept.",
      )}
      confirmLabel={t("Revoke key")}
      onConfirm={revoke}
    />
  );
}
