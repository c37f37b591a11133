"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { Callout } from "../ui/callout.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";

interface ConfirmNoticeProps {
  email: string;
  resend: FormAction;
}

/** The trial waits for a click in a mail: says where it went, and sends it again. */
export function ConfirmNotice({ email, resend }: ConfirmNoticeProps) {
  const [state, send] = useActionState<FormState, FormData>(resend, {});
  const sent = state.values !== undefined && !state.error;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6 lg:px-8">
      <Callout
        tone="warn"
        title="Confirm your address"
        actions={
          <form action={send}>
            <SubmitButton variant="secondary" size="sm">
              Send the link again
            </SubmitButton>
          </form>
        }
      >
        <p>Your trial begins with a click on the link that we mailed to {email}.</p>
        <p role="status">{sent && "A new link is on its way. It is good for a day."}</p>
        {state.error && <p role="alert">{state.error}</p>}
      </Callout>
    </div>
  );
}
