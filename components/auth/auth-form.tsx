"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FormAction } from "#lib/auth/form.ts";
import { Callout } from "../ui/callout.tsx";
import { cn } from "../ui/cn.ts";
import { Checkbox, Field } from "../ui/field.tsx";
import { HiddenFields, PasswordField, SubmitButton, useForm } from "../ui/form.tsx";
import { NextPathInput } from "./next-path.tsx";

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
  /** Submits the `next` path of the page's URL. */
  keepsNextPath?: boolean;
  /** A checkbox below the inputs, initially unchecked. */
  check?: { name: string; label: string; hint: string };
  /** Replaces the form after it was submitted successfully. */
  done?: ReactNode;
  /** Shown above the form after it was submitted successfully. */
  success?: string;
  variant?: ComponentProps<typeof SubmitButton>["variant"];
}

/** A form of the sign-in pages. Without scripts, the server renders the page again with the submitted values. */
export function AuthForm(props: AuthFormProps) {
  const { action, inputs, submitLabel, hidden, keepsNextPath, check, done, success, variant } = props;
  const { state, send, isDone } = useForm(action);
  if (done && isDone) return done;
  return (
    <form action={send} className="max-w-sm space-y-4">
      {isDone && <Callout tone="success">{success}</Callout>}
      <Callout tone="danger">{state.error}</Callout>
      <HiddenFields fields={hidden ?? {}} />
      {keepsNextPath && <NextPathInput />}
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
      {check && <Checkbox {...check} defaultChecked={state.values?.[check.name] !== undefined} />}
      <SubmitButton variant={variant} className={cn(!variant && "w-full")}>
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
