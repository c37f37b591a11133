"use client";

import { useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { Callout } from "../ui/callout.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";

/** Replaces the password of the signed-in user. */
export function PasswordForm({ action, minLength }: { action: FormAction; minLength: number }) {
  const [state, send] = useActionState<FormState, FormData>(action, {});
  const done = state.values !== undefined && !state.error && !state.fieldErrors;
  return (
    <form action={send} className="max-w-sm space-y-4">
      {done && <Callout tone="success">Your password is changed.</Callout>}
      {state.error && <Callout tone="danger">{state.error}</Callout>}
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={state.fieldErrors?.currentPassword}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        minLength={minLength}
        hint={`At least ${minLength} characters.`}
        error={state.fieldErrors?.password}
      />
      <SubmitButton variant="secondary">Change password</SubmitButton>
    </form>
  );
}
