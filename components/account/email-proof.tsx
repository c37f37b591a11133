"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton } from "../ui/form.tsx";

/** Shows that the mail address is unconfirmed, and offers to send the link again. */
export function EmailProof({ email, resend }: { email: string; resend: FormAction }) {
  const t = useTranslate();
  const [state, send] = useActionState<FormState, FormData>(resend, {});
  const sent = state.values !== undefined && !state.error;
  return (
    <Callout
      className="mb-4"
      actions={
        <form action={send}>
          <SubmitButton variant="secondary" size="sm">
            {t("Mail the link")}
          </SubmitButton>
        </form>
      }
    >
      <p>{t("{email} is not confirmed yet.", { email })}</p>
      <p role="status">{sent && t("A new link has been sent. It is valid for one day.")}</p>
      {state.error && <p role="alert">{state.error}</p>}
    </Callout>
  );
}
