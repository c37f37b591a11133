"use client";

import type { FormAction } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton, useForm } from "../ui/form.tsx";

interface UpgradeFormProps {
  action: FormAction;
  /** Token of the offer to confirm. */
  token: string;
  label: string;
}

export function UpgradeForm({ action, token, label }: UpgradeFormProps) {
  const t = useTranslate();
  const { state, send } = useForm(action);
  return (
    <form action={send} className="mt-6 space-y-4">
      {state.error && <Callout tone="danger">{state.error}</Callout>}
      <input type="hidden" name="token" value={token} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{label}</SubmitButton>
        <ButtonLink href="/billing" variant="ghost">
          {t("Not now")}
        </ButtonLink>
      </div>
    </form>
  );
}
