"use client";

import { type ComponentProps, type ReactNode, useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";

interface ActionFormProps
  extends Pick<ComponentProps<typeof SubmitButton>, "variant" | "size" | "className"> {
  action: FormAction;
  fields?: Record<string, string>;
  children: ReactNode;
}

/** One button that starts something at the payment provider, and what went wrong when it could not. */
export function ActionForm({ action, fields = {}, children, ...look }: ActionFormProps) {
  const [state, send] = useActionState<FormState, FormData>(action, {});
  return (
    <form action={send}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...look}>{children}</SubmitButton>
      {state.error && (
        <p role="alert" className="mt-1.5 text-danger-ink text-xs">
          {state.error}
        </p>
      )}
    </form>
  );
}
