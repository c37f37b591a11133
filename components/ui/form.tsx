"use client";

import { type ComponentProps, type ReactNode, useActionState, useState } from "react";
import { useFormStatus } from "react-dom";
import type { FormAction, FormState } from "#lib/auth/form.ts";
import { useTranslate } from "../language/language.tsx";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Spinner } from "./progress.tsx";

/** A submit button. While the form is being sent it is busy instead of disabled, so that it keeps the focus. */
export function SubmitButton({ children, onClick, ...rest }: ComponentProps<typeof Button>) {
  const { pending } = useFormStatus();
  return (
    <Button
      {...rest}
      type="submit"
      aria-busy={pending}
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner />}
      {children}
    </Button>
  );
}

interface ActionFormProps
  extends Pick<ComponentProps<typeof SubmitButton>, "variant" | "size" | "className"> {
  action: FormAction;
  fields?: Record<string, string>;
  children: ReactNode;
}

/** A form with a single button; shows the error if the action fails. */
export function ActionForm({ action, fields = {}, children, ...button }: ActionFormProps) {
  const [state, send] = useActionState<FormState, FormData>(action, {});
  return (
    <form action={send}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton {...button}>{children}</SubmitButton>
      {state.error && (
        <p role="alert" className="mt-1.5 text-danger-ink text-xs">
          {state.error}
        </p>
      )}
    </form>
  );
}

/** A password input whose text can be shown; by default for the user's current password. */
export function PasswordField({ aside, ...rest }: Partial<Omit<ComponentProps<typeof Field>, "type">>) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={t("Your password")}
      name="password"
      autoComplete="current-password"
      {...rest}
      type={shown ? "text" : "password"}
      aside={
        <span className="flex items-center gap-3">
          {aside}
          <button
            type="button"
            aria-pressed={shown}
            aria-label={shown ? t("Hide password") : t("Show password")}
            className="rounded-sm text-muted hover:text-ink"
            onClick={() => setShown(!shown)}
          >
            {shown ? t("Hide") : t("Show")}
          </button>
        </span>
      }
    />
  );
}
