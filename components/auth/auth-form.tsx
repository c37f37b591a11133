"use client";

import { type ComponentProps, type ReactNode, useActionState } from "react";
import type { FormAction, FormState } from "#lib/auth/action.ts";
import { Callout } from "../ui/callout.tsx";
import { cn } from "../ui/cn.ts";
import { Field } from "../ui/field.tsx";
import { PasswordField, SubmitButton } from "../ui/form.tsx";

export interface InputOfForm {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autoComplete: string;
  hint?: string;
  aside?: ReactNode;
  minLength?: number;
  defaultValue?: string;
}

interface AuthFormProps {
  action: FormAction;
  inputs: readonly InputOfForm[];
  submitLabel: string;
  hidden?: Record<string, string>;
  /** Shown instead of the form once it was sent well. */
  done?: ReactNode;
  /** Said above the form, which stays, once it was sent well. */
  success?: string;
  variant?: ComponentProps<typeof SubmitButton>["variant"];
}

/** A form of the sign-in pages. Works before scripts load: the page comes back with what was typed. */
export function AuthForm({ action, inputs, submitLabel, hidden, done, success, variant }: AuthFormProps) {
  const [state, send] = useActionState<FormState, FormData>(action, {});
  const failed = state.error !== undefined || state.fieldErrors !== undefined;
  const sentWell = !failed && state.values !== undefined;
  if (done && sentWell) return done;
  return (
    <form action={send} className="max-w-sm space-y-4">
      {success && sentWell && <Callout tone="success">{success}</Callout>}
      {state.error && <Callout tone="danger">{state.error}</Callout>}
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {inputs.map(({ name, type, ...input }) => {
        const shared = {
          ...input,
          name,
          required: true,
          error: state.fieldErrors?.[name],
          defaultValue: state.values?.[name] ?? input.defaultValue,
        };
        return type === "password" ? (
          <PasswordField key={name} {...shared} />
        ) : (
          <Field key={name} {...shared} type={type} {...(type === "email" && { autoCapitalize: "none" })} />
        );
      })}
      <SubmitButton variant={variant} className={cn(!variant && "w-full")}>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
